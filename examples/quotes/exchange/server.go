// Package exchange is the HTTP service of a stock exchange: a real server on a
// loopback port whose desks do what a script says, so that a run can be explained
// and repeated.
package exchange

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/go-resgen/resgen/examples/internal/loopback"
)

const (
	// Lookup is how long a broker needs for a price.
	Lookup = 25 * time.Millisecond
	// MaxBrokers is how many brokers there can be.
	MaxBrokers = 64
)

// answers are what the desks know, whatever they are asked about.
var answers = map[Desk]any{
	Prices:  101.5,
	History: []float64{99.75, 100.25, 101},
	News:    []string{"Shares rise", "Shares fall"},
	Rates:   1.25,
	Markets: true,
	Charts:  "<svg/>",
	Trades:  101.25,
}

// A Server is a running exchange.
type Server struct {
	*loopback.Server

	idle chan struct{} // has one for each broker who has nothing to do

	mu      sync.Mutex
	brokers int
	scripts map[Desk]*script
}

// Start starts an exchange with one broker, whose desks are all well, on a free
// loopback port.
func Start() (*Server, error) {
	s := &Server{idle: make(chan struct{}, MaxBrokers), scripts: make(map[Desk]*script)}
	s.Employ(1)
	mux := http.NewServeMux()
	for desk := range answers {
		s.scripts[desk] = new(script)
		mux.HandleFunc("GET /"+string(desk)+"/{about}", s.handle(desk))
	}
	server, err := loopback.Serve(mux)
	if err != nil {
		return nil, fmt.Errorf("start exchange: %w", err)
	}
	s.Server = server
	return s, nil
}

// Script makes a desk give these answers in turn, again and again, and counts its
// requests from 0. Without answers it is well. Requests under way are not
// affected.
func (s *Server) Script(desk Desk, answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts[desk] = &script{answers: answers}
}

// Requests counts the requests that have arrived at a desk since its script began.
func (s *Server) Requests(desk Desk) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scripts[desk].requests
}

// Employ changes the number of brokers, from 0 to MaxBrokers. It returns when
// those who have to leave have finished their work.
func (s *Server) Employ(brokers int) {
	s.mu.Lock()
	leaving := s.brokers - brokers
	s.brokers = brokers
	s.mu.Unlock()
	for ; leaving > 0; leaving-- {
		<-s.idle
	}
	for ; leaving < 0; leaving++ {
		s.idle <- struct{}{}
	}
}

func (s *Server) handle(desk Desk) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer := s.arrive(desk)
		if !loopback.Pause(r, answer.After) || desk == Prices && !s.lookUp(r) {
			return
		}
		if answer.Code != http.StatusOK {
			http.Error(w, http.StatusText(answer.Code), answer.Code)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		// A failed write means that the client has left: there is nobody to tell.
		_ = json.NewEncoder(w).Encode(answers[desk])
	}
}

func (s *Server) arrive(desk Desk) Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.scripts[desk].next()
}

// lookUp waits for a broker and lets him work. It reports whether the client is
// still there.
func (s *Server) lookUp(r *http.Request) bool {
	select {
	case <-s.idle:
	case <-r.Context().Done():
		return false
	}
	defer func() { s.idle <- struct{}{} }()
	return loopback.Pause(r, Lookup)
}
