// Package calls is copied into the modules that the corpus command generates code in. It calls every method of a wrapper
// through a stub, once with success and once without.
package calls

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"sync"

	resilience "github.com/go-resgen/resgen/runtime"
)

// Attempts is what the retries of the corpus allow.
const Attempts = 2

// ErrStub is the failure of a stub.
var ErrStub = errors.New("the stub fails")

// A Record is what a stub has seen, and what it answers.
type Record struct {
	mu    sync.Mutex // detached calls come from other goroutines
	calls map[string]int
	err   error
}

// Called notes a call of a method and returns the error that it ends with.
func (r *Record) Called(method string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls[method]++
	return r.err
}

func (r *Record) expect(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls, r.err = map[string]int{}, err
}

func (r *Record) count(method string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls[method]
}

// A Method says how a method is generated.
type Method struct {
	Name      string
	Protected bool
	Fallback  bool // it has one that succeeds
}

// Main checks every package and exits.
func Main(checks ...func() []error) {
	failed := false
	for _, check := range checks {
		for _, err := range check() {
			failed = true
			fmt.Println(err)
		}
	}
	if failed {
		os.Exit(1)
	}
}

// Check makes a wrapper around a stub and calls the methods.
func Check[I any](name string, construct func(*resilience.Registry) (I, error), record *Record, methods []Method) []error {
	reg, err := resilience.NewRegistry()
	if err != nil {
		return []error{fmt.Errorf("%s: %w", name, err)}
	}
	wrapper, err := construct(reg)
	if err != nil {
		return []error{fmt.Errorf("%s: %w", name, err)}
	}
	var failures []error
	for _, m := range methods {
		if err := check(reflect.ValueOf(&wrapper).Elem(), record, m); err != nil {
			failures = append(failures, fmt.Errorf("%s.%s: %w", name, m.Name, err))
		}
	}
	return failures
}

func check(wrapper reflect.Value, record *Record, m Method) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	record.expect(nil)
	if err := call(wrapper, m); err != nil {
		return fmt.Errorf("failed although the stub succeeds: %w", err)
	}
	if n := record.count(m.Name); n != 1 {
		return fmt.Errorf("called the stub %d times, not once", n)
	}
	if !m.Protected {
		return nil
	}
	record.expect(ErrStub)
	err = call(wrapper, m)
	switch n := record.count(m.Name); {
	case n != Attempts:
		return fmt.Errorf("called a failing stub %d times, not %d", n, Attempts)
	case m.Fallback && err != nil:
		return fmt.Errorf("failed in spite of its fallback: %w", err)
	case !m.Fallback && !errors.Is(err, ErrStub):
		return fmt.Errorf("returned %v, not the error of the stub", err)
	}
	return nil
}

// call calls a method with zero values and returns its error, if that is its last result.
func call(wrapper reflect.Value, m Method) error {
	method := wrapper.MethodByName(m.Name)
	t := method.Type()
	n := t.NumIn()
	if t.IsVariadic() {
		n--
	}
	args := make([]reflect.Value, n)
	for i := range args {
		args[i] = reflect.Zero(t.In(i))
	}
	if n > 0 && t.In(0) == reflect.TypeFor[context.Context]() {
		args[0] = reflect.ValueOf(context.Background())
	}
	results := method.Call(args)
	if len(results) == 0 {
		return nil
	}
	err, _ := results[len(results)-1].Interface().(error)
	return err
}
