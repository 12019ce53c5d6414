// Package carrier is the HTTP service of a parcel carrier with good and bad
// days: a real server on a loopback port whose behaviour is set from outside.
package carrier

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/go-resgen/resgen/examples/internal/loopback"
)

const (
	// Slowness is how long a request takes in the phase Slow.
	Slowness = 5 * time.Second
	// Printing is how long the carrier needs to make a label, in every phase.
	Printing = 100 * time.Millisecond
)

// A parcel is what the carrier knows of one.
type parcel struct {
	status, place string
	eta           time.Time
}

// parcels are those that the carrier knows.
var parcels = map[string]parcel{
	"p-1": {"in transit", "sorting centre", time.Date(2030, time.May, 4, 16, 30, 0, 0, time.UTC)},
	"p-2": {"out for delivery", "van 7", time.Date(2030, time.May, 3, 11, 15, 0, 0, time.UTC)},
	"p-3": {"delivered", "front door", time.Date(2030, time.May, 2, 9, 0, 0, 0, time.UTC)},
}

// A Server is a running carrier.
type Server struct {
	*loopback.Server

	mu       sync.Mutex
	phase    Phase
	requests int // since the phase began
}

// Start starts a healthy carrier on a free loopback port.
func Start() (*Server, error) {
	s := new(Server)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /parcels/{parcel}", s.guard(answer(func(p parcel) any { return map[string]string{"status": p.status} })))
	mux.HandleFunc("GET /parcels/{parcel}/place", s.guard(answer(func(p parcel) any { return map[string]string{"place": p.place} })))
	mux.HandleFunc("GET /parcels/{parcel}/eta", s.guard(answer(func(p parcel) any { return map[string]time.Time{"eta": p.eta} })))
	mux.HandleFunc("GET /parcels/{parcel}/label", s.guard(s.label))
	server, err := loopback.Serve(mux)
	if err != nil {
		return nil, fmt.Errorf("start carrier: %w", err)
	}
	s.Server = server
	return s, nil
}

// Enter puts the carrier into a phase. Requests under way are not affected.
func (s *Server) Enter(p Phase) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase, s.requests = p, 0
}

// Requests counts the requests that have arrived since the phase began.
func (s *Server) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// arrive counts a request and says what it meets.
func (s *Server) arrive() (phase Phase, nth int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	return s.phase, s.requests
}

// guard lets a request pass to handle as the phase has it.
func (s *Server) guard(handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch phase, nth := s.arrive(); {
		case phase == Failing:
			http.Error(w, "the sorting machine is on fire", http.StatusInternalServerError)
			return
		case phase == Busy:
			http.Error(w, "one at a time, please", http.StatusTooManyRequests)
			return
		case phase == Flaky && nth%2 == 1:
			http.Error(w, "try again", http.StatusServiceUnavailable)
			return
		case phase == Slow:
			if !loopback.Pause(r, Slowness) {
				return
			}
		}
		if _, known := parcels[r.PathValue("parcel")]; !known {
			http.NotFound(w, r)
			return
		}
		handle(w, r)
	}
}

// answer sends a part of what the carrier knows of the parcel.
func answer(part func(parcel) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		// A failed write means that the client has left: there is nobody to tell.
		_ = json.NewEncoder(w).Encode(part(parcels[r.PathValue("parcel")]))
	}
}

func (s *Server) label(w http.ResponseWriter, r *http.Request) {
	if loopback.Pause(r, Printing) {
		fmt.Fprintf(w, "label of %s", r.PathValue("parcel"))
	}
}
