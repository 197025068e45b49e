package native

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// What happens where generated code faults, or this package does: the graph runs node by node from then on, whoever compiled it is told which kernel and which nodes it was, and
// a script that shows it is written where Options.Repro says.

// reproduce writes the script and gives what to say about it.
func reproduce(dir string, g *graph.Graph, size func(symbolic.Int) int64, reason string) string {
	if dir == "" {
		return ""
	}
	f, err := os.CreateTemp(dir, "fault_*.py")
	if err == nil {
		_, err = f.WriteString(g.Python(reason, size))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Sprintf(" (no reproducer: %v)", err)
	}
	return fmt.Sprintf(" (reproducer: %s)", filepath.Clean(f.Name()))
}

// size is the value of a size in a binding, or the likely one.
func (p *Program) size(symbols []int64) func(symbolic.Int) int64 {
	sizes := p.symbols.Sizes(symbols)
	return func(n symbolic.Int) int64 {
		if v, err := sizes.Int(n); err == nil {
			return int64(v)
		}
		return p.plan.hint(n)
	}
}

// repeatable says whether a call that has ended in the middle can be made again: it has changed nothing, and drawn no random numbers.
func repeatable(g *graph.Graph) bool {
	if len(g.Writes) > 0 {
		return false
	}
	for _, n := range g.Nodes {
		if n.Op.Random() || len(n.After) > 0 || n.HasEffect() {
			return false
		}
	}
	return true
}

// afterFault runs a call again, node by node, in which generated code has faulted, and all that follow.
func (p *Program) afterFault(ctx *ops.Context, b *binding, inputs []ops.Value, fault error) ([]ops.Value, error) {
	reason := fmt.Sprintf("graph %s runs node by node: %v", p.g.Name, fault)
	reason += reproduce(p.repro, p.g, p.size(b.symbols), reason)
	if p.warn != nil {
		p.warn(reason)
	}
	runner, err := graph.NewRunner(p.g)
	if err != nil {
		return nil, fault
	}
	p.replace(b, &binding{program: p, symbols: b.symbols, runner: runner})
	if !p.plan.repeats {
		return nil, fmt.Errorf("graph %s: %w", p.g.Name, fault)
	}
	return runner.Run(ctx, inputs)
}

// replace puts one binding in the place of another.
func (p *Program) replace(old, with *binding) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.only.CompareAndSwap(old, with)
	var list []*binding
	for _, b := range *p.bindings.Load() {
		if b == old {
			b = with
		}
		list = append(list, b)
	}
	p.bindings.Store(&list)
}

// fault names the nodes of the step at hand in a fault of its code.
func (s *state) fault(err error) error {
	var fault *exec.Fault
	if !errors.As(err, &fault) {
		return err
	}
	var nodes []string
	for _, i := range s.b.calls[s.at].step.group.items {
		if i.node == nil {
			continue
		}
		text := i.node.Op.String()
		if at := i.node.Place; at.Line > 0 {
			text = fmt.Sprintf("%s (%s:%d)", text, at.File, at.Line)
		}
		if len(nodes) == 0 || nodes[len(nodes)-1] != text {
			nodes = append(nodes, text)
		}
	}
	if fault.Name == "" {
		fault.Name = s.b.calls[s.at].step.name
	}
	return fmt.Errorf("%w, for %s", err, strings.Join(nodes, ", "))
}
