// Package torch is what a script imports as torch: bindings of the operator table and of tensors to the object model
// of the virtual machine, and modules written in the Python subset (lib/), loaded on first use.
//
// The module object is built lazily: a name is looked up among the special functions of this package, the operator
// packets, the constants, the functions registered by packages above, and last among the submodules. So importing
// torch costs little, whatever the size of the operator table.
//
// It is a part of this module; package magneto is for use from outside.
package torch

import (
	"embed"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Value is a Python value.
type Value = object.Value

// context is what a machine's operators run in.
type context struct {
	*ops.Context
	firsts []any // what each part that belongs to threads begins with
}

// firsts read those parts of a new context, see perThread.
var firsts []func(*ops.Context) any

var contexts = object.NewState(func(th *object.Thread) *context {
	c := &context{Context: ops.NewContext()}
	c.Generator.SeedFrom(interp.MachineOf(th).Seeds())
	c.Small = newRoomy
	c.Warnings.Show = func(text string) error { return warnUser(th.Running(), text) }
	for _, first := range firsts {
		c.firsts = append(c.firsts, first(c.Context))
	}
	return c
})

// Context is the state that the operators of scripts run in, for the packages above.
func Context(th *object.Thread) *ops.Context { return contexts.Of(th).Context }

//go:embed all:lib
var library embed.FS

//go:embed all:spare
var spares embed.FS

// Version is what torch.__version__ shows.
const Version = "2.14.1"

// Register makes torch and its submodules importable, once for all machines. It is called before programs run.
func Register() { registration.Do(register) }

var registration sync.Once

func register() {
	tensor.Memory.OnPressure(interp.RequestSweeps)
	interp.RegisterPackages(library, "lib", "<magneto>/lib")
	interp.RegisterSpares(spares, "spare", "<magneto>/lib")
	interp.RegisterHint(absentName)
	interp.RegisterStandIn(standIn)
	interp.RegisterWhole("torch")
	interp.RegisterWhole("functorch")
	interp.RegisterNative("torch", buildModule)
	numpy.Register()
	for name, prefix := range operatorModules {
		interp.RegisterNative("torch."+name, func(th *object.Thread) *object.Module { return operatorModule("torch."+name, prefix) })
	}
	interp.RegisterNative("torch._C", buildC)
	interp.RegisterNative("torch._C._nn", func(th *object.Thread) *object.Module { return operatorModule("torch._C._nn", "_C._nn.") })
	interp.RegisterNative("torch._C._functional", buildFunctional)
	interp.RegisterNative("torch._C._functions", nodeClasses)
	interp.RegisterNative("torch.return_types", buildReturnTypes)
	interp.RegisterNative("torch.ops", buildOps)
	interp.RegisterNative("torch.functional", buildTorchFunctional)
	registerTransforms()
}

// operatorModules are the submodules that hold operators and nothing else: the prefix of their packets.
var operatorModules = map[string]string{"linalg": "linalg.", "special": "special.", "fft": "fft."}

// registered are functions that packages above attach to the torch module.
var registered = map[string]func(*object.Thread) Value{}

// RegisterFunction attaches torch.<name>; make runs on first access.
func RegisterFunction(name string, make func(*object.Thread) Value) {
	registered[name] = make // start: by Register
}

func buildModule(th *object.Thread) *object.Module {
	shareTypes(th)
	makeSparse(th)
	m := object.NewModule("torch")
	m.Set("__path__", object.StrList([]string{"<magneto>/lib/torch"}))
	m.Set("__file__", object.NewStr("<magneto>/lib/torch/__init__.py"))
	m.Lazy = func(th *object.Thread, name *object.Str) (Value, error) { return torchAttribute(th, m, name.S) }
	m.Dir = torchNames
	return m
}

// pythonNames are attributes of torch that are defined in Python modules.
var pythonNames = map[string]string{
	"lstm_cell": "torch.nn.modules.rnn", "gru_cell": "torch.nn.modules.rnn", "rnn_tanh_cell": "torch.nn.modules.rnn", "rnn_relu_cell": "torch.nn.modules.rnn",
	"no_grad": "torch.autograd.grad_mode", "enable_grad": "torch.autograd.grad_mode", "set_grad_enabled": "torch.autograd.grad_mode",
	"inference_mode": "torch.autograd.grad_mode", "save": "torch.serialization", "load": "torch.serialization",
	"vmap": "torch._functorch.apis", "typename": "torch._utils", "autocast": "torch.amp.autocast_mode", "is_deterministic_algorithms_warn_only_enabled": "torch._utils",
	"are_deterministic_algorithms_enabled": "torch._utils", "use_deterministic_algorithms": "torch._utils",
	"set_float32_matmul_precision": "torch._utils", "get_float32_matmul_precision": "torch._utils",
	"set_num_interop_threads": "torch._utils", "get_num_interop_threads": "torch._utils", "set_deterministic_debug_mode": "torch._utils",
	"classes": "torch._classes", "_assert": "torch._utils", "_check": "torch._utils", "_check_is_size": "torch._utils", "_check_value": "torch._utils", "_check_index": "torch._utils",
	"_check_type": "torch._utils", "_check_with": "torch._utils", "is_warn_always_enabled": "torch._utils", "set_warn_always": "torch._utils",
	"sym_int": "torch._utils", "set_default_tensor_type": "torch._utils", "sym_float": "torch._utils", "sym_max": "torch._utils", "sym_min": "torch._utils", "sym_not": "torch._utils", "sym_sum": "torch._utils",
}

func torchAttribute(th *object.Thread, m *object.Module, name string) (Value, error) {
	set := func(v Value, err error) (Value, error) {
		if err == nil && !v.IsNull() {
			m.Set(name, v)
		}
		return v, err
	}
	if name == "torch" { // which names as "torch.special.gammainc" are looked up in
		return set(m.Ref(), nil)
	}
	if f, ok := specialFunctions[name]; ok {
		var v Value
		switch {
		case takesData[name]:
			f = overridableByModes(func() Value { return v }, f)
		case !notOverridable[name]:
			f = overridable(func() Value { return v }, f)
		}
		v = builtin("torch", name, f)
		if b, ok := object.AsBuiltin(v); ok && (writtenInPython[name] || ofClass[name]) {
			b.Tag = shownAs(writtenInPython[name])
		}
		return set(v, nil)
	}
	if p := ops.Function(name); p != nil {
		return set(packetFunction(th, p), nil)
	}
	if v := constant(th, name); !v.IsNull() {
		return set(v, nil)
	}
	if f, ok := registered[name]; ok {
		return set(f(th), nil)
	}
	if module, ok := pythonNames[name]; ok {
		home, err := interp.ImportModule(th, module)
		if err != nil {
			return object.Null, err
		}
		return set(object.GetAttr(th, home, name))
	}
	if strings.Contains(namesOfC, " "+name+" ") {
		c, err := interp.ImportModule(th, "torch._C")
		if err != nil {
			return object.Null, err
		}
		v, err := object.LookupAttr(th, c, object.Intern(name))
		if err != nil || v.IsNull() {
			return object.Null, err
		}
		return set(v, nil)
	}
	if strings.HasPrefix(name, "_foreach_") {
		return set(pythonAttribute(th, "torch._foreach", name))
	}
	if hasSubmodule(name) {
		v, err := interp.ImportModule(th, "torch."+name)
		if missing := "torch." + name; err != nil && object.ErrorIs(err, object.ModuleNotFoundError) && !interp.HasModule(th, missing) {
			return object.Null, nil // there is no such attribute, as hasattr is to see it
		}
		return v, err
	}
	return object.Null, nil
}

// lazySubmodules are what `torch.<name>` finds without an import statement.
var lazySubmodules = map[string]bool{
	"nn": true, "optim": true, "autograd": true, "utils": true, "random": true, "linalg": true, "special": true, "fft": true, "fx": true, "jit": true,
	"func": true, "compiler": true, "_dynamo": true, "distributions": true, "distributed": true, "export": true, "library": true, "ops": true, "_C": true, "testing": true,
	"cuda": true, "backends": true, "amp": true, "types": true, "overrides": true, "_inductor": true, "_logging": true, "_higher_order_ops": true,
	"return_types": true, "serialization": true, "hub": true, "onnx": true, "multiprocessing": true, "cpu": true, "mps": true, "_utils": true, "_VF": true, "profiler": true,
	"_tensor": true, "_functorch": true, "functional": true, "sparse": true, "storage": true, "_ops": true, "version": true, "xpu": true, "accelerator": true, "__config__": true, "__future__": true,
	"masked": true, "nested": true, "signal": true, "quasirandom": true, "futures": true, "package": true, "quantization": true, "ao": true, "mtia": true,
	"torch_version": true, "_decomp": true, "_refs": true, "_prims": true, "_prims_common": true, "_library": true, "_subclasses": true, "_guards": true, "_jit_internal": true,
	"_tensor_str": true, "_linalg_utils": true, "_lowrank": true, "_lobpcg": true, "_namedtensor_internals": true, "_custom_op": true, "_custom_ops": true, "_dispatch": true, "_weights_only_unpickler": true, "_custom_class_base": true, "_classes": true, "monitor": true, "_vmap_internals": true, "_utils_internal": true,
}

func hasSubmodule(name string) bool { return lazySubmodules[name] }

// constant makes the dtypes, formats, types and numbers of the torch module.
func constant(th *object.Thread, name string) Value {
	if d, ok := tensor.DTypeByName(name); ok {
		return DTypeObject(d)
	}
	if f, ok := constants[name]; ok {
		return f(th)
	}
	if l, ok := tensor.LayoutByName(name); ok {
		return layoutObject(l)
	}
	if d, ok := legacyTypeNames[name]; ok {
		return legacyClass(th, "torch", name, d)
	}
	return object.Null
}

// torchNames lists what torchAttribute finds.
func torchNames(th *object.Thread) []string {
	names := map[string]bool{}
	for _, name := range ops.FunctionNames() {
		names[name] = !strings.Contains(name, ".")
	}
	for _, d := range append(tensor.AllDTypes(), tensor.NamedDTypes()...) {
		names[d.Name()] = true
	}
	for _, name := range tensor.DTypeAliases() {
		names[name] = true
	}
	for _, table := range []iter.Seq[string]{maps.Keys(specialFunctions), maps.Keys(constants), maps.Keys(registered), maps.Keys(pythonNames), maps.Keys(legacyTypeNames)} {
		for name := range table {
			names[name] = true
		}
	}
	for name := range lazySubmodules {
		names[name] = interp.HasModule(th, "torch."+name)
	}
	maps.DeleteFunc(names, func(_ string, there bool) bool { return !there })
	return slices.Sorted(maps.Keys(names))
}

// builtin makes a function object that knows its module.
func builtin(module, name string, f object.CallFunc) Value {
	b := object.NewFunc(name, f)
	b.Module = module
	return b.Ref()
}

// packetFunction is the one function object of a packet; the tracer recognises it by its Tag.
func packetFunction(th *object.Thread, p *ops.Packet) Value {
	if v, ok := objectsOf.Of(th).packets[p]; ok {
		return v
	}
	module, name := splitName(p.PyName)
	var b *object.Builtin
	b = object.NewFunc(name, overridable(func() Value { return b.Ref() }, func(th *object.Thread, args, kwNames []Value) (Value, error) { return callPacket(th, p, args, kwNames) }))
	b.Module = module
	b.Tag, b.Borrows = p, true
	b.Sig = signatureText(p.PyName)
	objectsOf.Of(th).packets[p] = b.Ref()
	return b.Ref()
}

func splitName(qual string) (module, name string) {
	for i := len(qual) - 1; i >= 0; i-- {
		if qual[i] == '.' {
			return qual[:i], qual[i+1:]
		}
	}
	return "", qual
}

// operatorModule is a module whose attributes are packets.
func operatorModule(name, prefix string) *object.Module {
	m := object.NewModule(name)
	if name == "torch.linalg" {
		m.Set("LinAlgError", LinAlgError().Ref())
	}
	m.Lazy = func(th *object.Thread, attr *object.Str) (Value, error) {
		if p := ops.Function(prefix + attr.S); p != nil {
			v := packetFunction(th, p)
			m.Set(attr.S, v)
			return v, nil
		}
		if name == "torch._C._nn" && attr.S == "_parse_to" {
			return pythonAttribute(th, "torch._moves", attr.S)
		}
		return object.Null, nil
	}
	m.Dir = func(th *object.Thread) (names []string) {
		for _, name := range ops.FunctionNames() {
			if rest, ok := strings.CutPrefix(name, prefix); ok {
				names = append(names, rest)
			}
		}
		return names
	}
	return m
}

// buildFunctional is what torch/nn/functional.py takes its functions from.
func buildFunctional(th *object.Thread) *object.Module {
	m := object.NewModule("torch._C._functional")
	for _, name := range ops.FunctionalNames() {
		if p := ops.Functional(name); p != nil {
			m.Set(name, packetFunction(th, p))
		}
	}
	return m
}

// buildTorchFunctional is torch.functional: the functions that graphs print as its own.
func buildTorchFunctional(th *object.Thread) *object.Module {
	m := object.NewModule("torch.functional")
	for _, name := range ops.FunctionNames() {
		if p := ops.Function(name); p.PyName == "torch.functional."+name {
			m.Set(name, packetFunction(th, p))
		}
	}
	return m
}

// scriptAttribute is what torch._C has of TorchScript under a name; Null for other names.
func scriptAttribute(th *object.Thread, name *object.Str) Value {
	public := !strings.HasPrefix(name.S, "_") || strings.HasPrefix(name.S, "_jit_") || strings.HasPrefix(name.S, "_create_") ||
		slices.Contains([]string{"_freeze_module", "_new_symbolic_shape_symbol", "_propagate_shapes"}, name.S)
	if !public {
		return object.Null
	}
	script, err := interp.ImportModule(th, "torch._C._script")
	if err != nil {
		return object.Null
	}
	if v, err := object.LookupAttr(th, script, name); err == nil {
		return v
	}
	return object.Null
}

// buildC is torch._C: what other modules reach below the public names.
func buildC(th *object.Thread) *object.Module {
	m := object.NewModule("torch._C")
	m.Set("__path__", object.NewList().Ref())
	m.Set("TensorBase", TensorType(th).Ref())
	m.Set("_VERSION", object.NewStr(Version))
	m.Set("_LinAlgError", LinAlgError().Ref())
	m.Lazy = func(th *object.Thread, name *object.Str) (Value, error) {
		f, ok := cFunctions[name.S]
		if !ok {
			f, ok = overrideFunctions[name.S]
		}
		if !ok {
			f, ok = profilerFunctions[name.S]
		}
		if ok {
			v := builtin("torch._C", name.S, f)
			m.Set(name.S, v)
			return v, nil
		}
		if name.S == "DisableTorchFunction" || name.S == "DisableTorchFunctionSubclass" {
			return importAttribute(th, "torch.overrides", name.S)
		}
		if name.S == "FileCheck" {
			return importAttribute(th, "torch.testing", name.S)
		}
		if name.S == "Generator" {
			return GeneratorType().Ref(), nil
		}
		if interp.IsNative("torch._C." + name.S) { // generated code names what is in them
			return interp.ImportModule(th, "torch._C."+name.S)
		}
		if f := transformNamed("torch._C." + name.S); f != nil {
			return transformFunction(th, f), nil
		}
		if slices.Contains(transformModules, "torch._C."+name.S) {
			return interp.ImportModule(th, "torch._C."+name.S)
		}
		if v := scriptAttribute(th, name); !v.IsNull() {
			return v, nil
		}
		if v, err := pythonC(th, name.S); err != nil || !v.IsNull() {
			return v, err
		}
		// Asked last, since it brings the whole of torch.jit.
		if settings, err := interp.ImportModule(th, "torch.jit._settings"); err == nil {
			if v, err := object.CallMethod(th, settings, "function", object.NewStr(name.S)); err != nil || !v.IsNone() {
				return v, err
			}
		}
		return object.Null, nil
	}
	return m
}
