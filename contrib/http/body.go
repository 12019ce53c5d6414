package resiliencehttp

import (
	"bytes"
	"io"
	"net/http"
)

// prefetched is how much of a failed response's body is read at once.
const prefetched = 64 << 10

// prefetch reads the beginning of the body, which frees the connection if that is
// all of it. The body can still be read as a whole; where it breaks off, its
// reader is told.
func prefetch(resp *http.Response) {
	if resp.Body == http.NoBody {
		return
	}
	head, err := io.ReadAll(io.LimitReader(resp.Body, prefetched))
	rest := io.Reader(resp.Body)
	if err != nil {
		rest = brokenOff{err}
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), rest), resp.Body}
}

// brokenOff is what follows the last byte of a body that broke off.
type brokenOff struct{ err error }

func (b brokenOff) Read([]byte) (int, error) { return 0, b.err }

// lastingUntil returns the body, which calls end once it has been read to its end
// or closed. It can be written to if the body can, as that of a response with
// status 101 Switching Protocols, whose two directions end apart.
func lastingUntil(body io.ReadCloser, end func()) io.ReadCloser {
	b := &lastingBody{ReadCloser: body, end: end}
	switch w := body.(type) {
	case halfCloser:
		return &struct {
			*lastingBody
			halfCloser
		}{b, w}
	case io.Writer:
		return &struct {
			*lastingBody
			io.Writer
		}{b, w}
	}
	return b
}

// A halfCloser can say that nothing more is to be written.
type halfCloser interface {
	io.Writer
	CloseWrite() error
}

type lastingBody struct {
	io.ReadCloser
	end func()
}

func (b *lastingBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.end()
	}
	return n, err
}

func (b *lastingBody) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}
