package compiler

import (
	"fmt"
	"os"
	"strings"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// host gives the tracer what it needs of the torch module.
type host struct{}

func connect() {
	dynamo.Install(host{})
	dynamo.FilterGuards = filterGuards
	dynamo.ImportModule = func(name string, globals *object.Dict, fromlist, level object.Value) (object.Value, error) {
		n, _ := level.AsInt()
		return interp.Import(name, globals, fromlist, int(n))
	}
	variables.BuiltinFunction = func(name string) object.Value { return attribute("builtins." + name) }
	variables.OperatorFunction = func(name string) object.Value { return attribute("operator." + name) }
	fx.FunctionPath = functionPath
	fx.DTypeObject = torch.FromOps
	fx.Print = func(text string) error {
		_, err := object.Call(attribute("builtins.print"), object.NewStr(text))
		return err
	}
	guards.GlobalState = []guards.StateItem{
		{Name: "grad_mode", Read: func() any { return torch.Context().GradEnabled() }},
		{Name: "inference_mode", Read: func() any { return torch.Context().InferenceMode() }},
		{Name: "default_dtype", Read: func() any { return torch.Context().DefaultDType() }},
	}
	torch.RegisterFunction("compile", func() object.Value { return attribute("torch._dynamo.eval_frame.compile") })
	for name, path := range map[string]string{"cond": "cond", "while_loop": "while_loop"} {
		torch.RegisterFunction(name, func() object.Value { return attribute("torch._higher_order_ops." + path) })
	}
	registerFunctions()
	registerIntrinsics()
	registerComptime()
	readEnvironment()
}

// attributes remembers objects found by dotted path.
var attributes = map[string]object.Value{}

// attribute is the object at a dotted path; absent if there is none.
func attribute(path string) object.Value {
	if v, ok := attributes[path]; ok {
		return v
	}
	parts := strings.Split(path, ".")
	v, err := interp.ImportModule(parts[0])
	if err != nil {
		return object.Null
	}
	for i, p := range parts[1:] {
		next, err := object.GetAttr(v, p)
		if err != nil {
			if next, err = interp.ImportModule(strings.Join(parts[:i+2], ".")); err != nil {
				return object.Null
			}
		}
		v = next
	}
	attributes[path] = v
	return v
}

func (host) Ops() *ops.Context { return torch.Context() }

func (host) WrapTensor(t *tensor.Tensor) object.Value { return torch.Wrap(t) }
func (host) TensorType() *object.Type                 { return torch.TensorType() }
func (host) FromOps(v any) object.Value               { return torch.FromOps(v) }
func (host) ToOps(v object.Value) (any, error)        { return torch.ToOps(v) }
func (host) Attribute(path string) object.Value       { return attribute(path) }
func (host) Disallowed(fn object.Value) bool          { return len(disallowed) > 0 && disallowed[fn] }
func (host) Substitute(fn object.Value) object.Value  { return substitutes[fn] }
func (host) FunctionPath(fn object.Value) string      { return functionPath(fn) }

// Size is a torch.Size; it keeps items.
func (host) Size(items []object.Value) object.Value { return torch.NewSize(items) }

// Results is the value of an operator with several results; it keeps items.
func (host) Results(op *ops.Op, items []object.Value, named bool) object.Value {
	if !named {
		return torch.ListResult(op, items)
	}
	return torch.NamedResult(op, items)
}

func (host) Sample(t *object.Type) object.Value {
	v := torch.Wrap(tensor.New(tensor.Float32))
	v.Head().SetType(t)
	return v
}

// shapeMethods change sizes or storage in place.
var shapeMethods = map[string]bool{"resize_": true, "resize_as_": true, "set_": true}

func (host) MutatesShape(method string) bool { return shapeMethods[method] }

func (host) ModuleType() *object.Type {
	if _, loaded := interp.Modules.Lookup("torch.nn"); !loaded {
		return nil
	}
	t, _ := object.AsType(attribute("torch.nn.Module"))
	return t
}

func (host) GraphModule(g *fxgraph.Graph, children map[string]object.Value, env ops.Env) object.Value {
	v := fx.NewModule(g, children)
	m, _ := fx.AsModule(v)
	m.Env = env
	return v
}

// functionPath is how FX prints a callable.
func functionPath(fn object.Value) string {
	b, ok := object.AsBuiltin(fn)
	if !ok {
		name, _ := object.GetAttr(fn, "__name__")
		module, _ := object.GetAttr(fn, "__module__")
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

// CallBackend runs the backend on a graph; it keeps inputs.
func (host) CallBackend(c *dynamo.Compile, module object.Value, inputs []object.Value) (object.Value, error) {
	backend := c.Backend
	if !forceBackend.IsNone() {
		backend = forceBackend
	}
	fn, err := object.Call(backend, module, object.NewList(inputs...).Ref())
	if err != nil {
		name := backendName(backend)
		if exc, ok := err.(*object.Exception); ok {
			return object.Null, newException("torch._dynamo.exc.BackendCompilerFailed", err, object.NewStr(name), exc.Ref())
		}
		return object.Null, err
	}
	if !object.IsCallable(fn) {
		inner := object.NewException(object.TypeError, "compiler_fn did not return callable")
		if ae, ok := object.AsType(attribute("builtins.AssertionError")); ok {
			inner = object.NewException(ae, "compiler_fn did not return callable")
		}
		return object.Null, newException("torch._dynamo.exc.BackendCompilerFailed", inner, object.NewStr(backendName(backend)), inner.Ref())
	}
	return fn, nil
}

// Direct is a compiled graph as a function in Go, whose results are fresh where nothing else refers to them and which keeps none of
// its arguments; nil for all but those that this package has compiled.
func (host) Direct(fn object.Value) func(args []object.Value) ([]object.Value, error) {
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

func backendName(backend object.Value) string {
	for {
		inner, err := object.GetAttr(backend, "_torchdynamo_orig_callable")
		if err != nil {
			break
		}
		backend = inner
	}
	if v, err := object.GetAttr(backend, "__name__"); err == nil {
		if s, ok := object.Text(v); ok {
			return s
		}
	}
	s, _ := object.Repr(backend)
	return s
}

// Skippable tells whether frames of a code object are library code.
func (host) Skippable(code *object.Code, globals *object.Dict) bool {
	if strings.HasPrefix(code.Filename, "<magneto>") || strings.HasPrefix(code.Filename, "<frozen") || strings.Contains(code.Filename, "<lib") {
		name := ""
		if v, ok := globals.Lookup("__name__"); ok {
			name, _ = object.Text(v)
		}
		return name != "torch._dynamo.external_utils"
	}
	return false
}

// configValues are the values of torch._dynamo.config, once it was imported.
var configValues *object.Dict

func configBool(name string, def bool) bool {
	if configValues == nil {
		return def
	}
	v, ok := configValues.Lookup(name)
	if !ok {
		return def
	}
	b, err := object.IsTrue(v)
	return err == nil && b
}

func configInt(name string, def int) int {
	if configValues == nil {
		return def
	}
	v, ok := configValues.Lookup(name)
	if !ok {
		return def
	}
	n, ok := v.AsInt()
	if !ok {
		return def
	}
	return int(n)
}

// member tells whether a config set holds an object.
func member(name string) func(object.Value) bool {
	return func(v object.Value) bool {
		if configValues == nil {
			return false
		}
		set, ok := configValues.Lookup(name)
		if !ok {
			return false
		}
		in, err := object.Contains(set, v)
		return err == nil && in
	}
}

func (host) Config() *dynamo.Config {
	c := &lastConfig
	if c.config == nil || configValues == nil || c.values != configValues || c.version != configValues.Version() || c.stance != stance || c.skip != skipGuardEval {
		c.values, c.stance, c.skip, c.config = configValues, stance, skipGuardEval, readConfig()
		if configValues != nil {
			c.version = configValues.Version()
		}
	}
	return c.config
}

// lastConfig is what Config gave last, and what it depends on.
var lastConfig struct {
	config  *dynamo.Config
	values  *object.Dict
	version uint64
	stance  string
	skip    bool
}

func readConfig() *dynamo.Config {
	return &dynamo.Config{
		Config: variables.Config{
			AssumeStatic: configBool("assume_static_by_default", true), AutomaticDynamic: configBool("automatic_dynamic_shapes", true),
			SpecializeInt: configBool("specialize_int", false), SpecializeFloat: configBool("specialize_float", false),
			CaptureScalarOutputs: configBool("capture_scalar_outputs", false), CaptureDynamicOutputs: configBool("capture_dynamic_output_shape_ops", false),
			ForceParameterStatic: configBool("force_parameter_static_shapes", true), RewriteAssert: configBool("rewrite_assert_with_torch_assert", true),
			Reorderable: member("reorderable_logging_functions"), Ignored: member("ignore_logging_functions"),
		},
		RecompileLimit: configInt("recompile_limit", 8), AccumulatedRecompileLimit: configInt("accumulated_recompile_limit", 256),
		FailOnRecompileLimitHit: configBool("fail_on_recompile_limit_hit", false), ErrorOnRecompile: configBool("error_on_recompile", false),
		SuppressErrors: configBool("suppress_errors", false), Disable: configBool("disable", false) || os.Getenv("TORCHDYNAMO_DISABLE") == "1" || os.Getenv("TORCH_COMPILE_DISABLE") == "1",
		Stance: stance, SkipGuardEval: skipGuardEval,
	}
}

// filterGuards asks the guard_filter_fn option which guards to keep.
func filterGuards(filter object.Value, list []*guards.Guard) ([]*guards.Guard, error) {
	var entries []object.Value
	shown := map[*guards.Guard]int{} // the guards that the filter sees; the marks of a tensor go with its guard
	tensors := map[string]*guards.Guard{}
	for _, g := range list {
		if g.Kind == guards.DynamicIndices {
			continue
		}
		if g.Kind == guards.TensorMatch {
			tensors[g.Text()] = g
		}
		shown[g] = len(entries)
		d := object.NewDict()
		d.Put("name", object.NewStr(strings.ReplaceAll(localName(g), "", "")))
		d.Put("guard_type", object.NewStr(g.Kind.Name()))
		d.Put("is_global", object.Bool(g.Source != nil && g.Source.IsGlobal()))
		d.Put("orig_guard_module", object.Bool(g.Source != nil && g.Source.ModuleMember()))
		d.Put("orig_guard_builtin_module", object.Bool(g.Source != nil && (g.Source.Owner == guards.OwnerLocalBuiltin || g.Source.Owner == guards.OwnerGlobalBuiltin)))
		d.Put("has_value", object.Bool(!g.Value.IsNull()))
		if g.Value.IsNull() {
			d.Put("value", object.None)
		} else {
			d.Put("value", g.Value)
		}
		entry, err := object.CallMethod(attribute("types.SimpleNamespace"), "__call__")
		if err != nil {
			return nil, err
		}
		if err := d.Each(func(k, v object.Value) error {
			s, _ := object.Text(k)
			return object.SetAttr(entry, s, v)
		}); err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	result, err := object.Call(filter, object.NewList(entries...).Ref())
	if err != nil {
		return nil, err
	}
	keep, err := object.ToSlice(result)
	if err != nil {
		return nil, err
	}
	if len(keep) != len(entries) {
		return nil, fmt.Errorf("guard_filter_fn returned %d values for %d guards", len(keep), len(entries))
	}
	var out []*guards.Guard
	for _, g := range list {
		decided := g
		if g.Kind == guards.DynamicIndices {
			decided = tensors[g.Text()]
		}
		i, known := shown[decided]
		if !known {
			out = append(out, g)
			continue
		}
		if yes, err := object.IsTrue(keep[i]); err != nil {
			return nil, err
		} else if yes || g.Source == nil {
			out = append(out, g)
		}
	}
	return out, nil
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
