package native

import (
	"fmt"
	"strings"
	"time"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/limit"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
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
	return b.measure(ctx, inputs, rounds)
}

func (b *binding) measure(ctx *ops.Context, inputs []ops.Value, rounds int) ([]StepTime, error) {
	if b.runner != nil {
		return nil, fmt.Errorf("graph %s runs node by node", b.program.g.Name)
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
		}, false)
		if err != nil {
			return nil, err
		}
	}
	return times, nil
}

// Measuring a program takes no more than this many rounds, and about this long.
const (
	mostRounds  = 200
	measureTime = 100 * time.Millisecond
)

// Figures measures the steps for the sizes that the program was prepared for last, on made up inputs, and shows each beside the limits of the
// machine: bytes and the fraction of the bandwidth that a copy of as many has, multiply-adds and the fraction of their peak. It is empty
// where the program has not run, or runs node by node.
func (p *Program) Figures(ctx *ops.Context) (string, error) {
	b := p.only.Load()
	if list := *p.bindings.Load(); b == nil && len(list) > 0 {
		b = list[0]
	}
	if b == nil || b.runner != nil {
		return "", nil
	}
	inputs, err := b.anyInputs()
	if err != nil {
		return "", err
	}
	start := time.Now()
	if _, err := b.measure(ctx, inputs, 1); err != nil { // what the script computes from may not be divided by, or index, like anything
		return fmt.Sprintf("no times, for on made up inputs: %v\n", err), nil
	}
	rounds := min(int(measureTime/max(time.Since(start), 1))+3, mostRounds)
	times, err := b.measure(ctx, inputs, rounds)
	if err != nil {
		return "", err
	}
	steps, err := b.steps()
	if err != nil {
		return "", err
	}
	machine := limit.New(ctx.Compiler().ISA())
	var text strings.Builder
	total := time.Duration(0)
	for n, t := range times {
		total += t.Best
		fmt.Fprintf(&text, "time of step %d: %s", n, micros(t.Best))
		if s := &steps[n]; t.Best > 0 {
			if err := s.compare(&text, machine, float64(t.Best.Nanoseconds())); err != nil {
				return "", err
			}
		}
		fmt.Fprintf(&text, " (%s)\n", t.Name)
	}
	fmt.Fprintf(&text, "time of all steps: %s\n", micros(total))
	return text.String(), nil
}

func micros(d time.Duration) string { return fmt.Sprintf("%.2f µs", float64(d.Nanoseconds())/1e3) }

// compare writes what a step that takes ns nanoseconds moves and computes, beside the limits.
func (s *StepInfo) compare(text *strings.Builder, machine *limit.Machine, ns float64) error {
	if s.MultiplyAdds > 0 {
		rate := 2 * float64(s.MultiplyAdds) / ns
		fmt.Fprintf(text, ", %.1f GFLOP/s", rate)
		peak, err := machine.MultiplyAdd(s.Elem)
		if err != nil {
			return err
		}
		if peak > 0 {
			fmt.Fprintf(text, ", %.2f of the peak", rate/peak)
		}
		return nil
	}
	if bytes := s.Read + s.Written; bytes > 0 {
		rate := float64(bytes) / ns
		fmt.Fprintf(text, ", %d bytes, %.1f GB/s, %.2f of a copy", bytes, rate, rate/machine.Copy(int(bytes)))
	}
	if s.Operations > 0 {
		fmt.Fprintf(text, ", %d operations, %.1f a nanosecond", s.Operations, float64(s.Operations)/ns)
	}
	return nil
}

// anyInputs makes inputs: ones, and zeros for integers, which may be indices.
func (b *binding) anyInputs() ([]ops.Value, error) {
	inputs := make([]ops.Value, len(b.program.g.Inputs))
	for i, in := range b.program.g.Inputs {
		if in.IsNumber() {
			n, err := b.sizes.Int(in.Number)
			if err != nil {
				return nil, err
			}
			inputs[i] = n
			continue
		}
		v := b.program.plan.inputs[i]
		f := b.forms[v]
		t := tensor.NewStrided(v.meta.DType, f.sizes, f.strides)
		if v.meta.DType.IsFloat() {
			t.Fill(1.0)
		}
		inputs[i] = t
	}
	return inputs, nil
}

// peakElem is the type in which the multiply-adds of a product of elements are made.
func peakElem(e ir.Elem) ir.Elem {
	if e == ir.Float64 {
		return e
	}
	return ir.Float32
}
