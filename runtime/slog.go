package runtime

import (
	"context"
	"log/slog"
)

// LogEvents writes the events of the given kinds to logger, those of all kinds
// if none is given, until the returned function is called. The message is the
// kind's name; the attributes are the event's fields that are not zero; the
// context is the call's.
//
// Each call's own outcome (success, ignored, permitted, finished) is logged at
// debug level, what failed, was refused or opened a circuit breaker at warning
// level, the rest at info level. An event that is subscribed to is made even where
// the logger's level then drops it, so name the kinds that you want where calls are
// hot.
func LogEvents(events *Events, logger *slog.Logger, kinds ...Kind) (stop func()) {
	return events.Subscribe(func(ev Event) {
		ctx := ev.Context
		if ctx == nil {
			ctx = context.Background()
		}
		if level := levelOf(ev); logger.Enabled(ctx, level) {
			logger.LogAttrs(ctx, level, ev.Kind.String(), attributes(ev)...)
		}
	}, kinds...)
}

func levelOf(ev Event) slog.Level {
	switch ev.Kind {
	case KindSuccess, KindIgnored, KindPermitted, KindFinished:
		return slog.LevelDebug
	case KindError, KindNotPermitted, KindRateExceeded, KindRetryGaveUp, KindRetrySuppressed, KindTimeout, KindRejected, KindLateResult:
		return slog.LevelWarn
	case KindTransition:
		if ev.To == StateOpen || ev.To == StateForcedOpen {
			return slog.LevelWarn
		}
	}
	return slog.LevelInfo
}

// attributes are the fields of ev that are not zero.
func attributes(ev Event) []slog.Attr {
	attrs := make([]slog.Attr, 0, 8)
	text := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, value))
		}
	}
	text("policy", ev.Policy)
	text("instance", ev.Instance)
	text("group", ev.Group)
	text("method", ev.Method)
	if ev.Attempt != 0 {
		attrs = append(attrs, slog.Int("attempt", ev.Attempt))
	}
	if ev.From != 0 {
		text("from", ev.From.String())
	}
	if ev.To != 0 {
		text("to", ev.To.String())
	}
	if ev.Rate != 0 {
		attrs = append(attrs, slog.Float64("rate", ev.Rate))
	}
	if ev.Slow {
		attrs = append(attrs, slog.Bool("slow", true))
	}
	if ev.Limit != 0 {
		attrs = append(attrs, slog.Int("limit", ev.Limit))
	}
	if ev.Duration != 0 {
		attrs = append(attrs, slog.Duration("duration", ev.Duration))
	}
	if ev.Delay != 0 {
		attrs = append(attrs, slog.Duration("delay", ev.Delay))
	}
	if ev.Sequence != 0 {
		attrs = append(attrs, slog.Uint64("sequence", ev.Sequence))
	}
	if ev.Err != nil {
		attrs = append(attrs, slog.Any("error", ev.Err))
	}
	return attrs
}
