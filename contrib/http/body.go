package resiliencehttp

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
)

// prefetched is how much of a failed response's body is read at once.
const prefetched = 64 << 10

// prefetch reads the beginning of the body, which frees the connection if that is
// all of it. The body can still be read as a whole.
func prefetch(resp *http.Response) error {
	head, err := io.ReadAll(io.LimitReader(resp.Body, prefetched))
	if err != nil {
		_ = resp.Body.Close() // it cannot be read anyway
		return fmt.Errorf("body of a response with status %s: %w", resp.Status, err)
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), resp.Body), resp.Body}
	return nil
}

// lastingUntil returns the body, which calls end once it has been read to its end
// or closed. It can be written to if the body can, as that of a response with
// status 101 Switching Protocols.
func lastingUntil(body io.ReadCloser, end func()) io.ReadCloser {
	b := &lastingBody{ReadCloser: body, end: end}
	if w, ok := body.(io.Writer); ok {
		return &struct {
			*lastingBody
			io.Writer
		}{b, w}
	}
	return b
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
