package runtime

import "errors"

// A Matcher selects errors, for lists such as RetryConfig.RetryOn. It must be
// safe for concurrent use.
type Matcher func(error) bool

// ErrorIs matches what errors.Is finds: target itself, wrapped or joined.
func ErrorIs(target error) Matcher {
	return func(err error) bool { return errors.Is(err, target) }
}

// ErrorAs matches what errors.AsType finds: an error of type E in the chain,
// wrapped or joined.
func ErrorAs[E error]() Matcher {
	return func(err error) bool {
		_, ok := errors.AsType[E](err)
		return ok
	}
}

// matchesAny reports whether one of the matchers takes err.
func matchesAny(matchers []Matcher, err error) bool {
	for _, match := range matchers {
		if match(err) {
			return true
		}
	}
	return false
}
