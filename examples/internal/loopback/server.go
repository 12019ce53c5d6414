// Package loopback runs the HTTP services of the examples: real servers on
// loopback ports.
package loopback

import (
	"fmt"
	"net"
	"net/http"
	"time"
)

// A Server serves HTTP on a loopback port.
type Server struct {
	http     *http.Server
	listener net.Listener
	done     chan struct{} // closed when it no longer serves
}

// Serve starts a server on a free loopback port.
func Serve(handler http.Handler) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen on loopback: %w", err)
	}
	s := &Server{
		http:     &http.Server{Handler: handler, ReadHeaderTimeout: time.Second},
		listener: listener,
		done:     make(chan struct{}),
	}
	go func() {
		defer close(s.done)
		_ = s.http.Serve(listener) // until Close
	}()
	return s, nil
}

// URL is where the server listens, such as "http://127.0.0.1:40123".
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() }

// Close stops the server at once, cutting requests under way.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done
	return err
}

// Pause waits, and reports whether the client is still there.
func Pause(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}
