package compiler

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// host gives the tracer what it needs of the torch module.
type host struct{}

// connect says what packages below need of this one (start: by Register).
func connect() {
	dynamo.Install(host{})
	fx.Register(fx.Above{Attribute: attribute, FunctionPath: functionPath, Fake: seenTensor, Number: torch.NumberObject, Value: valueOf})
	guards.GlobalState = guards.State{Read: globalState, Items: globalItems}
	guards.FunctionModes = torch.FunctionModes
	torch.RegisterFunction("compile", func(th *object.Thread) object.Value { return attribute(th, "torch._dynamo.eval_frame.compile") })
	for name, path := range map[string]string{"cond": "cond", "while_loop": "while_loop"} {
		torch.RegisterFunction(name, func(th *object.Thread) object.Value { return attribute(th, "torch._higher_order_ops."+path) })
	}
	registerFunctions()
	registerIntrinsics()
	registerComptime()
}

// globalState is what compiled code depends on, packed as globalItems says.
func globalState(th *object.Thread) uint64 {
	ctx := torch.Context(th)
	bit := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	autocast := uint64(0)
	if a := ctx.Autocast(); a.On {
		autocast = 1 + uint64(a.DType)
	}
	deterministic := ctx.Deterministic()
	classesOff, modesOff := torch.PassedOver(th)
	modes := uint64(min(len(torch.FunctionModes(th)), 255))
	return bit(ctx.GradEnabled()) | bit(deterministic.On)<<1 | bit(deterministic.WarnOnly)<<2 | bit(ctx.InferenceMode())<<3 |
		bit(classesOff)<<guards.StateClassesOff | bit(modesOff)<<guards.StateModesOff | autocast<<8 | uint64(ctx.DefaultDType())<<16 | modes<<guards.StateModes | uint64(ctx.Threads())<<32
}

var globalItems = []guards.StateItem{
	{Name: "grad_mode", First: 0, Bits: 1, Text: truthText},
	{Name: "autocast_state", First: 8, Bits: 8, Text: func(v uint64) string {
		if v == 0 {
			return "false"
		}
		return tensor.DType(v - 1).String()
	}},
	{Name: "torch_function", First: guards.StateClassesOff, Bits: 1, Text: falsehoodText},
	{Name: "torch_function_all_disabled", First: guards.StateModesOff, Bits: 1, Text: truthText},
	{Name: "deterministic_algorithms", First: 1, Bits: 1, Text: truthText},
	{Name: "deterministic_algorithms_warn_only", First: 2, Bits: 1, Text: truthText},
	{Name: "num_threads", First: 32, Bits: 31, Text: func(v uint64) string { return strconv.FormatUint(v, 10) }},
	{Name: "inference_mode", First: 3, Bits: 1, Text: truthText},
	{Name: "default_dtype", First: 16, Bits: 8, Text: func(v uint64) string { return tensor.DType(v).String() }},
}

func falsehoodText(v uint64) string { return strconv.FormatBool(v == 0) }

func truthText(v uint64) string { return strconv.FormatBool(v != 0) }

// attribute is the object at a dotted path; absent if there is none.
func attribute(th *object.Thread, path string) object.Value {
	attributes := states.Of(th).attributes
	if v, ok := attributes[path]; ok {
		return v
	}
	parts := strings.Split(path, ".")
	v, err := interp.ImportModule(th, parts[0])
	if err != nil {
		return object.Null
	}
	for i, p := range parts[1:] {
		next, err := object.GetAttr(th, v, p)
		if err != nil {
			if next, err = interp.ImportModule(th, strings.Join(parts[:i+2], ".")); err != nil {
				return object.Null
			}
		}
		v = next
	}
	attributes[path] = v
	return v
}

func (host) SizesApart(th *object.Thread) bool { return sizesApart(th) }

func (host) Ops(th *object.Thread) *ops.Context { return torch.Context(th) }

// Fault tells of a fault of the compiler, with the stack of ours where somebody looks for it.
func (host) Fault(th *object.Thread, message, stack string) {
	w := builtins.Diagnostics(th)
	fmt.Fprintln(w, "magneto:", message)
	if stack != "" && os.Getenv("MAGNETO_DEBUG") != "" {
		fmt.Fprintln(w, stack)
	}
}

func (host) WrapTensor(th *object.Thread, t *tensor.Tensor) object.Value { return torch.Wrap(th, t) }
func (host) TensorType(th *object.Thread) *object.Type                   { return torch.TensorType(th) }
func (host) FromOps(th *object.Thread, v any) object.Value               { return torch.FromOps(th, v) }
func (host) ToOps(th *object.Thread, v object.Value) (any, error)        { return torch.ToOps(th, v) }
func (host) Attribute(th *object.Thread, path string) object.Value       { return attribute(th, path) }
func (host) Disallowed(th *object.Thread, fn object.Value) bool {
	disallowed := states.Of(th).disallowed
	return len(disallowed) > 0 && disallowed[fn]
}
func (host) Substitute(th *object.Thread, fn object.Value) object.Value {
	return states.Of(th).substitutes[fn]
}
func (host) FunctionPath(th *object.Thread, fn object.Value) string { return functionPath(th, fn) }

// Size is a torch.Size; it keeps items.
func (host) Size(th *object.Thread, items []object.Value) object.Value {
	return torch.NewSize(th, items)
}

// Results is the value of an operator with several results; it keeps items.
func (host) Results(op *ops.Op, items []object.Value, named bool) object.Value {
	if !named || op.Schema().Returns[0].Name == "" {
		return torch.ListResult(op, items)
	}
	return torch.NamedResult(op, items)
}

func (host) Sample(th *object.Thread, t *object.Type) object.Value {
	v := torch.Wrap(th, tensor.New(tensor.Float32))
	v.Head().SetType(t)
	return v
}

// shapeMethods change sizes or storage in place.
var shapeMethods = map[string]bool{"resize_": true, "resize_as_": true, "set_": true}

func (host) MutatesShape(method string) bool { return shapeMethods[method] }

func (host) ModuleType(th *object.Thread) *object.Type {
	if _, loaded := interp.MachineOf(th).Modules.Lookup("torch.nn"); !loaded {
		return nil
	}
	t, _ := object.AsType(attribute(th, "torch.nn.Module"))
	return t
}

func (host) GraphModule(g *fxgraph.Graph, children map[string]object.Value, order []string, env ops.Env) object.Value {
	v := fx.NewModule(g, children)
	m, _ := fx.AsModule(v)
	m.Env, m.Order = env, order
	return v
}

func (host) KeepInBody(body, contexts object.Value) {
	if m, ok := fx.AsModule(body); ok {
		m.Kept = contexts
	}
}

// keptBy is (graph) → the context_fn of a checkpointed body, or None.
func keptBy(_ *object.Thread, args, _ []object.Value) (object.Value, error) {
	if m, ok := fx.AsModule(args[0]); ok && !m.Kept.IsNull() {
		return m.Kept, nil
	}
	return object.None, nil
}

// functionPath is how FX prints a callable.
func functionPath(th *object.Thread, fn object.Value) string {
	b, ok := object.AsBuiltin(fn)
	if !ok {
		name, _ := object.GetAttr(th, fn, "__name__")
		module, _ := object.GetAttr(th, fn, "__module__")
		n, _ := object.Text(name)
		m, _ := object.Text(module)
		return m + "." + n
	}
	if p, ok := b.Tag.(*ops.Packet); ok && p.PyName != "" {
		return p.PyName
	}
	if b.Module == "" || b.Module == "builtins" {
		return "builtins." + b.Name
	}
	return strings.TrimPrefix(b.Module, "_") + "." + b.Name
}

func (host) Logs(th *object.Thread) dynamo.TraceLogs {
	return dynamo.TraceLogs{Steps: logging(th, "dynamo_info"), Lines: logging(th, "trace_source"), Instructions: logging(th, "trace_bytecode"), Calls: logging(th, "trace_call"), Shapes: logging(th, "dynamic_info"),
		Breaks: logging(th, "graph_breaks") || structured(th), Inputs: structured(th)}
}

func (host) Log(th *object.Thread, name, id, text string) { emit(th, name, id, text) }

// knowSizes has a backend of the program know the environment of the sizes that it gets, which it gives; None where all are numbers.
func knowSizes(th *object.Thread, shapes *guards.ShapeEnv) (object.Value, error) {
	if len(shapes.Symbols()) == 0 {
		return object.None, nil
	}
	env := traceEnv(th, shapes)
	known, err := object.Call(th, attribute(th, "torch.fx.experimental._recorded_env.RecordedEnv"), env.asked())
	if err != nil {
		return object.Null, err
	}
	torch.Context(th).SetOuterEnv(env)
	return known, nil
}

// CallBackend runs the backend on a graph; it keeps inputs.
func (host) CallBackend(th *object.Thread, c *dynamo.Compile, id dynamo.TraceID, module object.Value, inputs []object.Value, shapes *guards.ShapeEnv) (object.Value, error) {
	s := states.Of(th)
	outer := s.compilation
	s.compiled++
	s.compilation = compilation{s.compiled, id, object.None}
	defer func() { s.compilation = outer }()
	backend := c.Backend
	if forced := states.Of(th).stance.backend; !forced.IsNone() {
		backend = forced
	}
	scripts, deduplicates := !own(th, backend), s.settings.bool(th, "use_graph_deduplication", false)
	if scripts {
		inputs = shownSizes(th, module, inputs, shapes)
		known, err := knowSizes(th, shapes)
		if err != nil {
			return object.Null, err
		}
		s.compilation.sizes = known
	}
	if scripts || deduplicates {
		shown, err := fx.Show(th, module)
		if err == nil && deduplicates {
			shown, err = object.Call(th, attribute(th, "torch._dynamo.graph_deduplication._deduplicate"), shown)
		}
		if err != nil {
			return object.Null, err
		}
		module = shown
	}
	fn, err := object.Call(th, backend, module, object.NewList(inputs...).Ref())
	if err == nil && s.settings.bool(th, "verify_correctness", false) {
		fn, err = object.Call(th, attribute(th, "torch._dynamo.eval_frame._verified"), module, object.NewList(inputs...).Ref(), fn)
	}
	if err != nil {
		if exc, ok := err.(*object.Exception); ok {
			return object.Null, backendFailed(th, backendName(th, backend), exc)
		}
		return object.Null, err
	}
	if !object.IsCallable(fn) {
		inner := object.NewException(object.TypeError, "compiler_fn did not return callable")
		if ae, ok := object.AsType(attribute(th, "builtins.AssertionError")); ok {
			inner = object.NewException(ae, "compiler_fn did not return callable")
		}
		return object.Null, backendFailed(th, backendName(th, backend), inner)
	}
	return fn, nil
}

// Converted calls torch._dynamo.convert_frame._converted, once that is imported.
func (host) Converted(th *object.Thread, old, code *object.Code) (*object.Code, error) {
	module, loaded := interp.MachineOf(th).Modules.Lookup("torch._dynamo.convert_frame")
	if !loaded {
		return code, nil
	}
	other, err := object.CallMethod(th, module, "_converted", old.Ref(), code.Ref())
	if err != nil {
		return nil, err
	}
	if hooked, ok := object.AsCode(other); ok {
		return hooked, nil
	}
	return code, nil
}

// own tells whether a backend is one of the table of backends, which take graphs as they are and show them to nobody: unless passes of the program are
// configured.
func own(th *object.Thread, backend object.Value) bool {
	f, ok := object.AsFunction(backend)
	if !ok {
		return false
	}
	name, _ := f.Globals.Lookup("__name__")
	s, _ := object.Text(name)
	return s == "torch._dynamo.backends.registry" && !(f.Name.S == "inductor" && passesConfigured(th))
}

// passesConfigured tells whether the program has passes of its own in torch._inductor.config.
func passesConfigured(th *object.Thread) bool {
	if _, loaded := interp.MachineOf(th).Modules.Lookup("torch._inductor.config"); !loaded {
		return false
	}
	v, err := object.Call(th, attribute(th, "torch._inductor.custom_graph_pass._configured"))
	if err != nil {
		return false
	}
	configured, err := object.IsTrue(th, v)
	return err == nil && configured
}

// Direct is a compiled graph as a function in Go, whose results are fresh where nothing else refers to them and which keeps none of
// its arguments; nil for all but those that this package has compiled.
func (host) Direct(fn object.Value) dynamo.DirectFunc {
	if b, ok := object.AsBuiltin(fn); ok {
		if c, ok := b.Tag.(*captured); ok {
			return c.run
		}
	}
	return nil
}

// AheadOfTime tells whether a function is of a backend that captures graphs ahead of time, whether it could this one or not.
func (host) AheadOfTime(fn object.Value) bool {
	b, ok := object.AsBuiltin(fn)
	if !ok {
		return false
	}
	switch b.Tag.(type) {
	case *captured, nodeByNode:
		return true
	}
	return false
}

func backendName(th *object.Thread, backend object.Value) string {
	for {
		inner, err := object.GetAttr(th, backend, "_torchdynamo_orig_callable")
		if err != nil {
			break
		}
		backend = inner
	}
	if v, err := object.GetAttr(th, backend, "__name__"); err == nil {
		if s, ok := object.Text(v); ok {
			return s
		}
	}
	s, _ := object.Repr(th, backend)
	return s
}

// Skippable tells whether frames of a code object are library code.
func (host) Skippable(code *object.Code, globals *object.Dict) bool {
	if strings.HasPrefix(code.Filename, "<magneto>") || strings.HasPrefix(code.Filename, "<frozen") || strings.Contains(code.Filename, "<lib") {
		name := ""
		if v, ok := globals.Lookup("__name__"); ok {
			name, _ = object.Text(v)
		}
		switch {
		case name == "torch.optim.lr_scheduler", name == "torch.optim.swa_utils", code.Name == "_use_grad": // which has no tensors in it
			return true
		}
		return name != "torch._dynamo.external_utils" && name != "torch.nn.attention.flex_attention" && !strings.HasPrefix(name, "torch.optim.")
	}
	return false
}

func (h host) Tensorial(th *object.Thread, v object.Value) bool {
	if v.Type().IsSubtype(torch.TensorType(th)) {
		return true
	}
	if module := h.ModuleType(th); module != nil {
		if class, ok := object.AsType(v); ok && class.IsSubtype(module) || v.Type().IsSubtype(module) {
			return true
		}
	}
	if h.Config(th).TraceNumpy {
		if _, array := numpy.AsArray(v); array {
			return true
		}
		_, _, scalar := numpy.Scalar(v)
		return scalar
	}
	return false
}

// Dispatching tells whether a TorchDispatchMode of a script is entered.
func (host) Dispatching(th *object.Thread) bool { return torch.Dispatching(th) }

// SuspendDispatch takes modes that belong to the machinery off the stack.
func (host) SuspendDispatch(th *object.Thread) (resume func()) { return torch.SuspendDispatch(th) }

// Sources are those that a setting lists by commas, as names or as regular expressions.
func (host) Sources(th *object.Thread, setting string) func(source string) bool {
	none := func(string) bool { return false }
	list := interp.MachineOf(th).Getenv("TORCH_COMPILE_" + strings.ToUpper(setting))
	if config, loaded := interp.MachineOf(th).Modules.Lookup("torch.compiler.config"); loaded {
		value, err := object.GetAttr(th, config, setting)
		if err != nil {
			return none
		}
		list, _ = object.Text(value)
	}
	if strings.TrimSpace(list) == "" {
		return none
	}
	var patterns []string
	for _, p := range strings.Split(list, ",") {
		patterns = append(patterns, strings.TrimSpace(p))
	}
	return func(source string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool {
			if p == source {
				return true
			}
			expression, err := regexp.Compile("^(?:" + p + ")$")
			return err == nil && expression.MatchString(source)
		})
	}
}

// Transform is the innermost transform of torch.func that is entered, "" for none. The dual levels of a script are none.
func (host) Transform(th *object.Thread) string {
	names := torch.Context(th).TransformNames()
	if len(names) == 0 {
		return ""
	}
	dual := 0
	if levels := attribute(th, "torch.autograd.forward_ad._levels"); !levels.IsNull() {
		dual, _ = object.Len(th, levels)
	}
	if dual == len(names) {
		return ""
	}
	return names[len(names)-1]
}

// FilterGuards asks the guard_filter_fn option which guards to keep.
func (host) FilterGuards(th *object.Thread, filter object.Value, list []*guards.Guard, frame *guards.Frame) ([]*guards.Guard, error) {
	var entries []object.Value
	shown := map[*guards.Guard]int{}
	tensors := map[string]*guards.Guard{}
	for _, g := range list {
		if g.Kind == guards.DynamicIndices || g.Kind == guards.NoTensorAliasing { // these go with the guards of their tensors
			continue
		}
		if isOfCall(g) {
			continue
		}
		if g.Kind == guards.TensorMatch {
			tensors[g.Text()] = g
		}
		shown[g] = len(entries)
		entry, err := filterEntry(th, g, frame)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	result, err := object.Call(th, filter, object.NewList(entries...).Ref())
	if err != nil {
		return nil, err
	}
	keep, err := object.ToSlice(th, result)
	if err != nil {
		return nil, err
	}
	if len(keep) != len(entries) {
		return nil, fmt.Errorf("guard_filter_fn returned %d values for %d guards", len(keep), len(entries))
	}
	kept := func(g *guards.Guard) (bool, error) {
		i, known := shown[g]
		if !known {
			return !isOfCall(g), nil
		}
		return object.IsTrue(th, keep[i])
	}
	var out []*guards.Guard
	for _, g := range list {
		decided := g
		switch g.Kind {
		case guards.DynamicIndices:
			decided = tensors[g.Text()]
		case guards.NoTensorAliasing:
			if g, err = amongKept(g, tensors, kept); err != nil {
				return nil, err
			}
			if g == nil {
				continue
			}
		}
		if yes, err := kept(decided); err != nil {
			return nil, err
		} else if yes {
			out = append(out, g)
		}
	}
	return out, nil
}

// isOfCall tells whether a guard says that the class of a module calls it in the usual way, which PyTorch takes for granted: filters do not see it, and it does not last.
func isOfCall(g *guards.Guard) bool {
	return g.Kind == guards.ClosureMatch && strings.HasPrefix(g.Text(), "type(") && strings.HasSuffix(g.Text(), ").__call__")
}

// filterEntry is a guard as filters see it.
func filterEntry(th *object.Thread, g *guards.Guard, frame *guards.Frame) (object.Value, error) {
	value, has := object.None, g.Source != nil
	if has {
		if v := g.Source.Resolve(th, frame); !v.IsNull() {
			value = v
		}
	}
	owned := func(owners ...guards.Owner) object.Value {
		return object.Bool(has && slices.Contains(owners, g.Source.Owner))
	}
	return object.Call(th, attribute(th, "torch._dynamo.types._filter_entry"), object.NewStr(localName(g)), object.Bool(has), value, object.NewStr(g.Kind.Name()),
		object.Bool(has && (g.Source.IsGlobal() || g.Other != nil && g.Other.IsGlobal())), object.Bool(has && g.Source.ModuleMember()), owned(guards.OwnerLocalBuiltin, guards.OwnerGlobalBuiltin))
}

// amongKept is the guard that tensors are different ones, for those whose guards are kept; nil if they are fewer than two.
func amongKept(g *guards.Guard, tensors map[string]*guards.Guard, kept func(*guards.Guard) (bool, error)) (*guards.Guard, error) {
	fewer := *g
	fewer.Group = nil
	for _, s := range g.Group {
		if t := tensors[s.Text()]; t != nil {
			if yes, err := kept(t); err != nil {
				return nil, err
			} else if !yes {
				continue
			}
		}
		fewer.Group = append(fewer.Group, s)
	}
	if len(fewer.Group) < 2 {
		return nil, nil
	}
	return &fewer, nil
}

// localName is a guard's source as filters see it: x for L['x'].
func localName(g *guards.Guard) string {
	text := g.Text()
	if strings.HasPrefix(text, "L['") {
		if i := strings.Index(text, "']"); i > 0 {
			return text[3:i] + text[i+2:]
		}
	}
	return text
}

// shownSizes are the example inputs as backends of scripts see them: numbers that are symbolic in the graph are so here, too.
func shownSizes(th *object.Thread, module object.Value, inputs []object.Value, shapes *guards.ShapeEnv) []object.Value {
	shown, i := slices.Clone(inputs), 0
	m, ok := fx.AsModule(module)
	if !ok {
		return shown
	}
	for _, n := range m.Graph.Nodes() {
		if n.Op != fxgraph.Placeholder || i >= len(shown) {
			continue
		}
		if size, ok := n.Meta.Example.(symbolic.Int); ok && size.IsSymbolic() && shapes.HasHint(size) {
			shown[i] = torch.NumberObject(size)
		}
		i++
	}
	return shown
}
