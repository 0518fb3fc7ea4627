package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"sync"
	"time"

	"yogi/internal/confirm"
	"yogi/internal/deadline"
	"yogi/internal/feature"
	"yogi/internal/interproc"
	"yogi/internal/load"
	"yogi/internal/store"
	"yogi/internal/verdict"
)

// This file keeps that a search came to no answer in its time, as kept.go keeps its proof. The next check of the same
// program has no better prospects with the same time, so its search has a part of that: what an edit did not touch is
// not to cost the whole time again. An entry decides nothing but how long a search takes.

// unanswered are the searches of a program that came to no answer.
type unanswered struct {
	// Seconds are those that the whole searches took together; of each those that it had of processors if these are
	// fewer: on a machine that is busy with other things the limit says little of what was tried.
	Seconds float64 `json:"seconds"`
	// Limit is the longest time in seconds that one of them could have taken.
	Limit float64 `json:"limit"`
}

// enoughBefore is how much more time than the earlier searches took a check may have for its own to be cut short, if
// it has no more than one of them could have taken.
const enoughBefore = 2

const shortHint = "a search as long as this check's was made before without an answer, so this one had a tenth of the time (--no-store: all of it)"

// unansweredKey names the search of a subject: what is asked, and how, by this build.
func unansweredKey(s *subject) (store.Key, bool) {
	settings, err := json.Marshal(struct {
		Program   load.Program
		Search    load.Search
		Induction bool
		Memory    uint64
	}{s.job.Program, s.job.Search, s.job.Induction, s.job.Memory})
	return store.KeyOf("unanswered", s.canonical().Text, string(settings), build()), err == nil && build() != ""
}

// build tells this program from others that may search better; "": nothing is known of it.
var build = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return strconv.FormatInt(info.Size(), 10) + " " + info.ModTime().UTC().Format(time.RFC3339Nano)
})

// keepsUnanswered says whether searches of a subject without an answer are kept. Somebody who asks for the tests of the
// search, or what it reached, wants all of it.
func (s *subject) keepsUnanswered() bool {
	return s.job.Has(feature.EarlierUnknowns) && s.job.Ran == nil && s.job.Reached == nil && !interproc.IsBaseline(s.job.Algorithm)
}

// searchedOrShort is searched with what follows it where it finds no answer, in a part of the time if an earlier check
// of the same program had as much and came to no answer.
func (r *run) searchedOrShort(ctx context.Context, kept *store.Store, asked *subject, answer *verdict.Answer, of known) (confirm.Confirmed, *subject, error) {
	if kept == nil || !asked.keepsUnanswered() {
		return r.searchedAmongOthers(ctx, kept, asked, answer, of)
	}
	key, isKnown := unansweredKey(asked)
	left, limited := deadline.Left(ctx, 1)
	if !isKnown || !limited {
		return r.searchedAmongOthers(ctx, kept, asked, answer, of)
	}
	limit := asked.job.Timeout // what reading left of it is another time at each check
	if limit == 0 {
		limit = left
	}
	var before unanswered
	if kept.Get(key, &before) && limit.Seconds() <= before.Limit && left.Seconds() <= before.Seconds*enoughBefore {
		return r.searchedShort(ctx, kept, asked, answer, of)
	}
	began, worked := time.Now(), deadline.Worked()
	found, about, err := r.searchedAmongOthers(ctx, kept, asked, answer, of)
	if endedWithoutAnswer(ctx, found, err) {
		took := min(time.Since(began), deadline.Worked()-worked)
		kept.Put(key, unanswered{max(before.Seconds, 0) + took.Seconds(), max(before.Limit, limit.Seconds())})
	}
	return found, about, err
}

// searchedShort is the search in a part of the time.
func (r *run) searchedShort(ctx context.Context, kept *store.Store, asked *subject, answer *verdict.Answer, of known) (confirm.Confirmed, *subject, error) {
	limited, cancel := deadline.Part(ctx, unansweredShare, 0)
	defer cancel()
	found, about, err := r.searchedAmongOthers(limited, kept, asked, answer, of)
	if !endedWithoutAnswer(limited, found, err) || ctx.Err() != nil {
		return found, about, err
	}
	if err != nil {
		found = confirm.Confirmed{Verdict: r.outOfTime(limited)}
	}
	found.Verdict.Reason = verdict.Timeout
	if found.Verdict.Detail != "" {
		found.Verdict.Detail += "; "
	}
	found.Verdict.Detail += shortHint
	found.Verdict.Statistics.Set(searchesCutShort, 1)
	return found, about, nil
}

// endedWithoutAnswer says that what was found is no answer, and that there was no more time.
func endedWithoutAnswer(ctx context.Context, found confirm.Confirmed, err error) bool {
	if err != nil {
		return ctx.Err() != nil && errors.Is(err, ctx.Err()) && reasonOf(ctx) == verdict.Timeout
	}
	if found.Verdict.Kind != verdict.Unknown {
		return false
	}
	return found.Verdict.Reason == verdict.Timeout || ctx.Err() != nil && reasonOf(ctx) == verdict.Timeout
}
