package runtime

import "time"

// A bubbleTimer is a timer that may outlive the synctest bubble in which it was
// made, in a breaker that was made outside it. Such a timer never fires any more,
// and stopping it from outside a bubble would end the program.
type bubbleTimer struct {
	timer *time.Timer
	made  instant
}

func startBubbleTimer(wait time.Duration, fn func()) *bubbleTimer {
	return &bubbleTimer{timer: time.AfterFunc(wait, fn), made: now()}
}

// stop stops the timer, unless its bubble is gone. A bubble's clock begins in the
// year 2000, so its readings lie before base.
func (t *bubbleTimer) stop() {
	bubbled := t.made < 0
	if at := now(); bubbled && (at >= 0 || at < t.made) {
		return
	}
	t.timer.Stop()
}
