package torch

import (
	"fmt"
	"strings"
	"time"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// profiler records what runs for torch.autograd.profiler: operators, steps of backward passes, and what scripts name by record_function.
type profiler struct {
	shapes bool
	paused bool // what begins now is not recorded
	start  time.Time
	events []profiled
	open   []int        // events that have not ended, the innermost last; -1 for what is not recorded
	frames func() Value // the functions of the program that run, the innermost first; nil where nobody asks for them
	stacks []Value      // what it gave, by event
}

// profiled is one event. Times are nanoseconds from the start of the profiler.
type profiled struct {
	name       string
	begin, end time.Duration
	parent     int // -1 for none
	inputs     *inputs
	keywords   Value       // of what a script records, None where it gave none
	args       []ops.Value // of an operator, until it has ended
	bytes      int         // of memory that the results take
	address    int64       // of the first of them
	user       bool
	overload   string
	sequence   int64
	step       ops.StepPart
}

// profilers holds the profiler of each machine.
var profilers = object.NewState(func(*object.Thread) *struct{ active *profiler } { return &struct{ active *profiler }{} })

// Enter begins an event; see ops.Profiler.
func (p *profiler) Enter(c ops.Call) {
	if p.paused {
		p.open = append(p.open, -1)
		return
	}
	e := profiled{name: c.Name, parent: -1, sequence: c.Sequence, step: c.Step, inputs: &inputs{}, keywords: object.None, args: c.Args}
	if n := len(p.open); n > 0 {
		e.parent = p.open[n-1]
	}
	if p.shapes {
		e.inputs = describeCall(c, e.parent < 0 || p.events[e.parent].user)
	}
	if c.Op != nil {
		e.overload = c.Op.Overload
	}
	if p.frames != nil {
		for len(p.stacks) < len(p.events) { // events that were placed behind the one that they belong to
			p.stacks = append(p.stacks, object.NewTuple().Ref())
		}
		p.stacks = append(p.stacks, p.frames())
	}
	p.open = append(p.open, len(p.events))
	e.begin = time.Since(p.start)
	p.events = append(p.events, e)
}

// Leave ends the innermost event. Memory that its results take is its own unless an event within it has made it.
func (p *profiler) Leave(outs []ops.Value) {
	n := len(p.open) - 1
	if n < 0 {
		return
	}
	at := p.open[n]
	p.open = p.open[:n]
	if at < 0 {
		return
	}
	e := &p.events[at]
	e.end = time.Since(p.start)
	if at == len(p.events)-1 {
		p.within(at, outs)
		e = &p.events[at]
	}
	e.args = nil
	for _, v := range outs {
		if t, ok := v.(*tensor.Tensor); ok && t != nil && t.Base == nil && !t.IsMeta() {
			e.bytes += t.Storage().Size()
			if e.address == 0 {
				e.address = int64(t.Storage().Address())
			}
		}
	}
}

// record is an event as scripts get it.
func (e *profiled) record() Value {
	return object.NewTuple(object.NewStr(e.name), object.Float(float64(e.begin.Nanoseconds())/1e3), object.Float(float64(e.end.Nanoseconds())/1e3),
		object.Int(int64(e.parent)), object.NewList(e.inputs.sizes...).Ref(), object.Int(int64(e.bytes)), object.Bool(e.user), object.NewList(e.inputs.types...).Ref(), object.NewList(e.inputs.values...).Ref(),
		object.NewList(e.inputs.strides...).Ref(), object.NewList(e.inputs.tensors...).Ref(), object.Int(e.sequence), object.Int(int64(e.step)), e.keywords, object.NewStr(e.overload), object.Int(e.address)).Ref()
}

// programFrames are the functions of the program that run, as "file(line): name", the innermost first.
func programFrames(th *object.Thread) Value {
	var names []Value
	for f := interp.CurrentFrame(th); f != nil; f = f.Back() {
		if code := f.Code(); !strings.HasPrefix(code.Filename, "<magneto>") {
			names = append(names, object.NewStr(fmt.Sprintf("%s(%d): %s", code.Filename, f.Line(), code.Name)))
		}
	}
	return object.NewList(names...).Ref()
}

// engineObject is Variable._execution_engine, what scripts see of the engine that runs backward passes.
func engineObject() Value {
	queue := func(th *object.Thread, args, kw []Value) (Value, error) {
		if len(args) != 2 {
			return object.Null, object.TypeErrorf("queue_callback() takes exactly one argument (%d given)", len(args)-1)
		}
		f := args[1]
		if !Context(th).QueueCallback(func() error {
			_, err := object.Call(th.Running(), f)
			return err
		}) {
			return object.Null, object.RuntimeErrorf("Final callbacks can only be installed during backward pass.")
		}
		return object.None, nil
	}
	t := object.NewType("_ImperativeEngine", "torch._C", nil, object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: []object.Method{{Name: "queue_callback", Fn: queue}}})
	return object.NewNative(t, struct{}{})
}

// profilerFunctions are the functions of torch._C that ask about backward passes and record.
var profilerFunctions = map[string]object.CallFunc{
	"_profiler_start": func(th *object.Thread, args, kw []Value) (Value, error) {
		shapes, err := object.IsTrue(th, args[0])
		if err != nil {
			return object.Null, err
		}
		stacks, err := object.IsTrue(th, args[1])
		if err != nil {
			return object.Null, err
		}
		p := &profiler{shapes: shapes, start: time.Now()}
		if stacks {
			p.frames = func() Value { return programFrames(th.Running()) }
		}
		profilers.Of(th).active = p
		Context(th).SetProfiler(p)
		return object.None, nil
	},
	"_profiler_stop": func(th *object.Thread, args, kw []Value) (Value, error) {
		s := profilers.Of(th)
		p := s.active
		if p == nil {
			return object.None, nil
		}
		s.active = nil
		Context(th).SetProfiler(nil)
		for len(p.open) > 0 {
			p.Leave(nil)
		}
		list := make([]Value, len(p.events))
		for i, e := range p.events {
			list[i] = e.record()
		}
		return object.NewTuple(object.NewList(list...).Ref(), object.NewList(p.stacks...).Ref()).Ref(), nil
	},
	"_current_graph_task_execution_order": func(th *object.Thread, args, kw []Value) (Value, error) {
		order := Context(th).ExecutionOrder()
		if order == nil {
			return object.Null, object.RuntimeErrorf("_current_graph_task_execution_order should only be called during the backward pass")
		}
		items := make([]Value, len(order))
		for i, n := range order {
			items[i] = nodeObject(n)
		}
		return object.NewList(items...).Ref(), nil
	},
	"_current_graph_task_id": func(th *object.Thread, args, kw []Value) (Value, error) {
		return object.Int(int64(Context(th).BackwardTask())), nil
	},
	"_will_engine_execute_node": func(th *object.Thread, args, kw []Value) (Value, error) {
		if Context(th).BackwardTask() < 0 {
			return object.Null, object.RuntimeErrorf("_get_should_execute_nodes should only be called during the backward pass")
		}
		n, ok := object.AsNative(args[0])
		node, _ := n.V.(*ops.Node)
		if !ok || node == nil {
			return object.Null, object.TypeErrorf("_will_engine_execute_node only supports grad_fn nodes, got %s", args[0].Type().Name)
		}
		return object.Bool(Context(th).Executes(node)), nil
	},
	"_records_plainly": func(th *object.Thread, args, kw []Value) (Value, error) {
		values := make([]ops.Value, len(args))
		for i, a := range args {
			t, ok := Unwrap(a)
			if !ok || a.Type() != TensorType(th) && a.Type().Name != "Parameter" {
				return object.False, nil
			}
			values[i] = t
		}
		return object.Bool(Context(th).RecordsPlainly(values)), nil
	},
	"_profiler_enabled": func(th *object.Thread, args, kw []Value) (Value, error) {
		return object.Bool(profilers.Of(th).active != nil), nil
	},
	"_record_function_enter": func(th *object.Thread, args, kw []Value) (Value, error) {
		name, ok := object.Text(args[0])
		if !ok {
			return object.Null, object.TypeErrorf("record_function: the name must be a str, not %s", args[0].Type().Name)
		}
		p := profilers.Of(th).active
		if p == nil {
			return object.None, nil
		}
		p.Enter(ops.Call{Name: name, Sequence: -1})
		if p.paused {
			return object.Int(-1), nil
		}
		e := &p.events[len(p.events)-1]
		e.user = len(args) < 3
		if len(args) > 1 && p.shapes && !args[1].IsNone() {
			items, _ := object.Items(args[1])
			e.inputs = describeObjects(items)
		}
		if len(args) > 2 {
			e.keywords = args[2]
		}
		return object.Int(int64(len(p.events) - 1)), nil
	},
	"_profiler_pause": func(th *object.Thread, args, kw []Value) (Value, error) {
		on, err := object.IsTrue(th, args[0])
		if p := profilers.Of(th).active; p != nil && err == nil {
			p.paused = on
		}
		return object.None, err
	},
	"_record_function_exit": func(th *object.Thread, args, kw []Value) (Value, error) {
		p := profilers.Of(th).active
		at, ok := args[0].AsInt()
		if p == nil || !ok {
			return object.None, nil
		}
		if n := len(p.open); at < 0 && n > 0 && p.open[n-1] < 0 {
			p.Leave(nil)
		}
		if at < 0 {
			return object.None, nil
		}
		for len(p.open) > 0 && p.open[len(p.open)-1] >= int(at) {
			p.Leave(nil)
		}
		return object.None, nil
	},
}
