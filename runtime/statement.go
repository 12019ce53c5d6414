package runtime

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/go-resgen/resgen/annotations"
)

// A statement is what a configuration made by hand would state as a directive.
type statement struct {
	directive *annotations.Directive
	values    annotations.Settings
	errs      []error
}

func statementOf(policy string) *statement {
	return &statement{directive: annotations.Lookup(policy), values: make(annotations.Settings)}
}

func (s *statement) set(key, text string) {
	value, err := s.directive.Key(key).Parse(text)
	if err != nil {
		s.fail(key, err)
		return
	}
	s.values[key] = value
}

func (s *statement) fail(key string, err error) {
	s.errs = append(s.errs, fmt.Errorf("%s: %w", key, err))
}

func (s *statement) number(key string, n int)             { s.set(key, strconv.Itoa(n)) }
func (s *statement) duration(key string, d time.Duration) { s.set(key, d.String()) }
func (s *statement) decimal(key string, f float64)        { s.set(key, strconv.FormatFloat(f, 'f', -1, 64)) }
func (s *statement) flag(key string, b bool)              { s.set(key, strconv.FormatBool(b)) }

// optionalDuration states a duration of which zero means that there is none.
func (s *statement) optionalDuration(key string, d time.Duration) {
	if d != 0 {
		s.duration(key, d)
	}
}

// group states the group; "" is none.
func (s *statement) group(name string) {
	if name != "" {
		s.set(groupKey, name)
	}
}

// function states that there is a value which has no text.
func (s *statement) function(key string, there bool) {
	if !there {
		return
	}
	named, err := annotations.ParseSettings(s.directive, key+"="+sourceCode)
	if err != nil {
		s.fail(key, err)
		return
	}
	s.values[key] = named[key]
}

// matchers states a list of errors.
func (s *statement) matchers(key string, list []Matcher) {
	s.function(key, len(list) > 0)
	for i, match := range list {
		if match == nil {
			s.fail(key, fmt.Errorf("number %d of the list is nil", i+1))
		}
	}
}

// bounds returns what lies outside the bounds of its key.
func (s *statement) bounds() error { return errors.Join(s.errs...) }

// check returns what lies outside its bounds, or contradicts another value.
func (s *statement) check() error {
	if err := s.bounds(); err != nil {
		return err
	}
	var errs []error
	for _, conflict := range s.directive.Check(s.values) {
		errs = append(errs, errors.New(conflict.Message))
	}
	return errors.Join(errs...)
}

// settings returns what is stated: the values that would not hold without being
// stated. A program that starts from a policy's default configuration and
// changes one field states that field, so that defaults.* can set the others.
func (s *statement) settings() (annotations.Settings, error) {
	if err := s.bounds(); err != nil {
		return nil, err
	}
	for _, key := range s.directive.Keys {
		value, stated := s.values[key.Name]
		if !stated {
			continue
		}
		delete(s.values, key.Name)
		if implied, ok := s.directive.Complete(s.values)[key.Name]; !ok || implied.String() != value.String() {
			s.values[key.Name] = value
		}
	}
	return s.values, nil
}
