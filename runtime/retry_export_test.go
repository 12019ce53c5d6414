package runtime

import "time"

// RetryDelay is the delay after an attempt under config, unvalidated.
func RetryDelay(config RetryConfig, attempt int) time.Duration {
	r := retryRules{config: config}
	return r.delay(attempt, nil, 0)
}
