package load

import "yogi/internal/feature"

// Switched is the search with a feature on or off, as feature.Set.Switched reads it.
func (s Search) Switched(setting string) (Search, error) {
	var err error
	s.Features, err = s.Features.Switched(setting)
	return s, err
}

// WithoutPass is the search without one of feature.Passes.
func (s Search) WithoutPass(name string) (Search, error) {
	var err error
	s.Features, err = s.Features.WithoutPass(name)
	return s, err
}

// Has reports whether the search has a feature.
func (s Search) Has(f feature.Feature) bool { return s.Features.Has(f) }

// Without is the search without some features.
func (s Search) Without(features ...feature.Feature) Search {
	s.Features = s.Features.Without(features...)
	return s
}
