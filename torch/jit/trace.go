package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// tracer writes the operators of one run into a graph.
type tracer struct {
	th     *object.Thread
	frame  *traceFrame
	level  ops.Level
	paused int
	// held are the tensors of the trace, which must not be made anew at the same place.
	held []*tensor.Tensor
	// numbers are the values of the graph behind symbolic sizes, by their names.
	numbers map[string]tracedNumber
	// outside are the values that inputs of submodules are outside of them, inside what the calls of submodules give is in them.
	outside, inside map[*ir.Value]*ir.Value
	// methods are the methods of submodules that the trace has made.
	methods []*ir.Function
	left    []*leftModule // the calls of submodules, in the order of their ends
	layout  traceLayout
	// stash are the values behind numbers that the next operator gets, by its parameters.
	stash map[string]*ir.Value
	// params are the parameters and buffers of the traced module, by their paths.
	params map[*tensor.Tensor][]string
	// objects are values of native classes that its modules hold, by their paths.
	objects map[Value][]string
	root    *exec.Object
	// forks are the calls that the trace has forked, by the futures that Python has.
	forks map[*exec.Future]forkedCall
	// outOfPlace writes what changes a tensor in place as the operator that makes a new one.
	outOfPlace bool
	above      int // how far above the function that calls an operator the one stands whose variables name values
	err        error
}

// traceFrame is the graph of a function or of a module's method that is being traced.
type traceFrame struct {
	g      *ir.Graph
	values map[*tensor.Tensor]*ir.Value
	parent *traceFrame
	self   *ir.Value
	object *exec.Object
	path   []string
	// captured are values of the frame around that this one reads beside its arguments.
	captured []*ir.Value
	left     []*leftModule // the calls of submodules that have been traced
	getattrs map[string]*ir.Value
}

// Tracing says whether torch.jit takes a trace.
func Tracing(th *object.Thread) bool { return tracing(th) }

// tracing says whether a trace is being taken.
func tracing(th *object.Thread) bool {
	return active(th) != nil
}

// Record writes an operator down.
func (t *tracer) Record(op *ops.Op, args, outs []ops.Value) {
	if t.paused > 0 || t.err != nil {
		return
	}
	if op.Name == "item" {
		t.err = warnConversion(t.th, "number")
		return
	}
	defer func() { t.stash = nil }()
	t.frame.g.Where = callerRange(t.th)
	if t.convolution(op, args, outs) {
		return
	}
	if t.outOfPlace && t.withoutChange(op, args, outs) {
		return
	}
	kind, schema := traceSchema(t.th, op, args)
	if op.Name == "_to_copy" && len(args) > 1 && args[1] != nil { // what x.to(dtype) comes down to
		g := t.frame.g
		n := g.Create("aten::to", []*ir.Value{t.operand(args[0], true, nil), t.operand(args[1], false, nil)}, 0)
		n.AddInput(g.Constant(ir.Constant{V: false}, nil))
		n.AddInput(g.Constant(ir.Constant{V: false}, nil))
		n.AddInput(g.Constant(ir.Constant{}, nil))
		ir.MatchSchema(n)
		g.Insert(n)
		t.result(n, outs[0])
		return
	}
	makes := schema != nil // no tensor goes in
	for i := 0; makes && i < len(schema.Args); i++ {
		makes = schema.Args[i].Type.Kind != ir.TensorKind
	}
	n := t.frame.g.Create(kind, nil, 0)
	params := op.Schema().Params
	value := func(name string) (ops.Value, bool, bool) { // the operand, whether it is of a tensor's parameter, whether there is one
		for i := range params {
			if params[i].Name == name && i < len(args) {
				return args[i], params[i].Type.Base == "Tensor" && !params[i].Type.List, true
			}
		}
		return nil, false, false
	}
	if schema == nil {
		for i := range params {
			if i < len(args) {
				n.AddInput(t.operand(args[i], params[i].Type.Base == "Tensor" && !params[i].Type.List, nil))
			}
		}
	} else {
		for i := range schema.Args {
			a := &schema.Args[i]
			v, isTensor, ok := value(a.Name)
			if !ok && i < len(params) && i < len(args) && params[i].Type.List == (a.Type.Kind == ir.ListKind) && schema.Find(params[i].Name) < 0 {
				v, isTensor, ok = args[i], params[i].Type.Base == "Tensor" && !params[i].Type.List, true
			}
			switch {
			case a.Name == "pin_memory" && v == nil && kind != "aten::to":
				v, ok = false, true
			case a.Name == "device" && v == nil && makes:
				v, ok = tensor.CPU, true
			}
			if !ok {
				n.AddInput(t.frame.g.Constant(a.Default, nil))
				continue
			}
			if stashed := t.stash[a.Name]; stashed != nil && !isTensor {
				n.AddInput(t.reach(t.frame, stashed))
				continue
			}
			n.AddInput(t.operand(v, isTensor, a.Type))
		}
	}
	n.Schema = schema
	t.frame.g.Insert(n)
	for _, o := range outs {
		t.result(n, o)
	}
}

// callerRange is the line that the innermost function in Python is at.
func callerRange(th *object.Thread) ir.Range {
	f := interp.CurrentFrame(th)
	for f != nil && (strings.HasSuffix(f.Code().Filename, "/torch/jit/_trace.py") || strings.Contains(f.Code().Filename, "/torch/_quantized/")) { // what follows calls
		f = f.Back()
	}
	if f == nil {
		return ir.Range{}
	}
	return ir.Range{Source: &ir.Source{File: f.Code().Filename, FirstLine: f.Line()}}
}

// warnConversion says that a trace does not follow a tensor that becomes a value of Python.
func warnConversion(th *object.Thread, kind string) error {
	if !tracing(th) {
		return nil
	}
	f, err := helper(th, "torch.jit._trace", "_warn_conversion")
	if err == nil {
		t := states.Of(th).tracer
		t.paused++
		_, err = object.Call(th, f, object.NewStr(kind))
		t.paused--
	}
	return err
}

// traceSchema is the name of an operator in graphs and its schema there, that of its overload or, where this one cannot take the operands, the first that
// can; nil where graphs have none with its overload.
func traceSchema(th *object.Thread, op *ops.Op, args []ops.Value) (string, *ir.Schema) {
	full := op.Name
	if !hasNamespace(full) {
		full = "aten::" + full
	}
	list := ir.Overloads(full)
	if list == nil {
		list = customSchemas(th, full)
	}
	i := slices.IndexFunc(list, func(s *ir.Schema) bool { return s.Overload == op.Overload })
	if i < 0 {
		return full, nil
	}
	if !takes(list[i], op, args) {
		if k := slices.IndexFunc(list, func(s *ir.Schema) bool { return takes(s, op, args) }); k >= 0 {
			i = k
		}
	}
	return full, list[i]
}

// takes says whether a schema has a parameter for every operand that is given, and needs none that is not.
func takes(s *ir.Schema, op *ops.Op, args []ops.Value) bool {
	given := func(name string) bool {
		i := slices.IndexFunc(op.Schema().Params, func(p ops.Param) bool { return p.Name == name })
		return i >= 0 && i < len(args) && args[i] != nil
	}
	for i, p := range op.Schema().Params {
		if i > 0 && given(p.Name) && s.Find(p.Name) < 0 {
			return false
		}
	}
	for i := range s.Args {
		if a := &s.Args[i]; i > 0 && !a.HasDef && a.Type.Kind != ir.OptionalKind && !given(a.Name) {
			return false
		}
	}
	return true
}

func hasNamespace(name string) bool {
	for i := 0; i+1 < len(name); i++ {
		if name[i] == ':' && name[i+1] == ':' {
			return true
		}
	}
	return false
}
