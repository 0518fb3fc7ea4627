package load

import (
	"slices"

	"yogi/internal/feature"
)

// Switched is the search with a feature on or off, as feature.Parse reads it.
func (s Search) Switched(setting string) (Search, error) {
	f, on, err := feature.Parse(setting)
	if err != nil {
		return s, err
	}
	is := func(other string) bool { return other == string(f) }
	s.Off, s.On = slices.DeleteFunc(slices.Clone(s.Off), is), slices.DeleteFunc(slices.Clone(s.On), is)
	switch {
	case on == feature.Set{}.Has(f):
	case on:
		s.On = append(s.On, string(f))
	default:
		s.Off = append(s.Off, string(f))
	}
	return s, nil
}

// Without is the search without some features.
func (s Search) Without(features ...feature.Feature) Search {
	s.Off = slices.Clone(s.Off)
	for _, f := range features {
		if !slices.Contains(s.Off, string(f)) {
			s.Off = append(s.Off, string(f))
		}
	}
	return s
}

// Features are those that the search has.
func (s Search) Features() feature.Set {
	var set feature.Set
	for _, name := range s.On {
		if feature.Exists(name) { // a folder of evidence may name what there is no more
			set = set.With(feature.Feature(name))
		}
	}
	for _, name := range s.Off {
		if feature.Exists(name) { // else it is a pass, or as above
			set = set.Without(feature.Feature(name))
		}
	}
	return set
}

func (s Search) Has(f feature.Feature) bool { return s.Features().Has(f) }

// LeavesOut reports whether a pass is left out: it is the work of a feature that is off, or was named itself.
func (s Search) LeavesOut(pass string) bool {
	return slices.Contains(s.Off, pass) || feature.Exists(pass) && !s.Has(feature.Feature(pass))
}
