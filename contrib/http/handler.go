package resiliencehttp

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/felixge/httpsnoop"

	resilience "github.com/go-resgen/resgen/runtime"
)

// Handler puts a pipeline around a handler, to shed load: with a bulkhead, a rate
// limit or an adaptive limit. A request that a policy refuses is answered with 503
// Service Unavailable, by a rate limit with 429 Too Many Requests, and with a
// Retry-After header if the policy knows when it makes sense to ask again.
//
// An answer with a server error other than 501 Not Implemented is a failure to a
// breaker and an adaptive limit, unless the client has left. It is sent as it is,
// and never tried again. A panic is a failure as well, and goes on. A timeout ends
// the request's context, which the handler has to heed. The pipeline must not have
// a hedge.
func Handler(p *resilience.Pipeline, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := p.Do(r.Context(), func(ctx context.Context) (resilience.Verdict, error) {
			return 0, answer(ctx, next, w, r)
		})
		if err != nil && !errors.Is(err, errAnswered) {
			refuse(w, err)
		}
	})
}

// errAnswered stands for an answer that says that the handler has failed.
var errAnswered = &unrepeatable{errors.New("answered with a server error")}

// answer has the handler answer, and returns errAnswered if it has failed.
func answer(ctx context.Context, next http.Handler, w http.ResponseWriter, r *http.Request) error {
	answered := httpsnoop.CaptureMetrics(next, w, r.WithContext(ctx))
	if serverError(answered.Code) {
		return errAnswered
	}
	return nil
}

// refuse answers a request that never reached the handler.
func refuse(w http.ResponseWriter, err error) {
	code := http.StatusServiceUnavailable
	if errors.Is(err, resilience.ErrRateLimited) {
		code = http.StatusTooManyRequests
	}
	if refusal, ok := errors.AsType[*resilience.RejectedError](err); ok {
		if after := refusal.RetryAfter(); after > 0 {
			w.Header().Set("Retry-After", strconv.FormatInt(seconds(after), 10))
		}
	}
	http.Error(w, http.StatusText(code), code)
}

// seconds rounds up: a client that came back sooner would be refused again.
func seconds(d time.Duration) int64 { return int64(math.Ceil(d.Seconds())) }
