package exchange

import (
	"net/http"
	"time"
)

// A Desk is a part of the exchange, and the first word of its path.
type Desk string

// The desks.
const (
	Prices  Desk = "prices"
	History Desk = "history"
	News    Desk = "news"
	Rates   Desk = "rates"
	Markets Desk = "markets"
	Charts  Desk = "charts"
	Trades  Desk = "trades"
)

// An Answer is how a desk treats a request.
type Answer struct {
	After time.Duration // how long it takes, unless the client leaves before
	Code  int           // the HTTP status code
}

var (
	// Well answers at once.
	Well = Answer{Code: http.StatusOK}
	// Failure says that the desk cannot answer now.
	Failure = Answer{Code: http.StatusServiceUnavailable}
)

// Late answers, but after d.
func Late(d time.Duration) Answer { return Answer{After: d, Code: http.StatusOK} }

// A script is the answers that a desk gives in turn, again and again.
type script struct {
	answers  []Answer // none is Well
	requests int      // since it began
}

// next counts a request and says how to treat it.
func (s *script) next() Answer {
	nth := s.requests
	s.requests++
	if len(s.answers) == 0 {
		return Well
	}
	return s.answers[nth%len(s.answers)]
}
