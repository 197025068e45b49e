package native

import (
	"fmt"
	"strings"
	"time"

	"github.com/magneto-go/magneto/ops"
)

// StepTime is what one step of a program takes.
type StepTime struct {
	Name string
	Best time.Duration
}

// Measure runs the program a number of times on inputs and gives the shortest time of each step. Inputs that it writes to are written to.
func (p *Program) Measure(ctx *ops.Context, inputs []ops.Value, rounds int) ([]StepTime, error) {
	b, err := p.binding(inputs)
	if err != nil {
		return nil, err
	}
	if b.runner != nil {
		return nil, fmt.Errorf("graph %s runs node by node", p.g.Name)
	}
	times := make([]StepTime, len(b.calls))
	for i := range times {
		times[i] = StepTime{Name: b.calls[i].step.name, Best: time.Hour}
		if b.calls[i].step.once {
			times[i].Best = 0
		}
	}
	var last time.Time
	for range rounds {
		_, err := b.runObserved(ctx, inputs, nil, func(at int) {
			now := time.Now()
			if at >= 0 {
				times[at].Best = min(times[at].Best, now.Sub(last))
			}
			last = time.Now()
		})
		if err != nil {
			return nil, err
		}
	}
	return times, nil
}

// TimesText shows times, one step a line.
func TimesText(times []StepTime) string {
	var b strings.Builder
	total := time.Duration(0)
	for i, t := range times {
		fmt.Fprintf(&b, "%3d %9.2f µs  %s\n", i, float64(t.Best.Nanoseconds())/1e3, t.Name)
		total += t.Best
	}
	fmt.Fprintf(&b, "    %9.2f µs in all\n", float64(total.Nanoseconds())/1e3)
	return b.String()
}
