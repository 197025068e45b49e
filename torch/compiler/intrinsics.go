package compiler

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// intrinsics are functions that captured graphs call and that scripts rarely
// name: assertions and sizes.
var intrinsics map[string]object.CallFunc

func init() {
	intrinsics = map[string]object.CallFunc{
		"torch._assert_async":              assertAsync,
		"torch.ops.aten._assert_scalar":    assertAsync,
		"torch.ops.aten._assert_async.msg": assertAsync,

		"torch.ops.aten._assert_tensor_metadata": assertMetadata,
		variables.DataOperator: func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
			self := args[0]
			return self, object.SetAttr(th, self, "data", args[1])
		},
	}
}

// dtypeOf reads an optional dtype.
func dtypeOf(th *object.Thread, v object.Value) (tensor.DType, bool) {
	if v.IsNull() {
		return 0, false
	}
	x, err := torch.ToOps(th, v)
	d, ok := x.(tensor.DType)
	return d, ok && err == nil
}

func assertAsync(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
	if len(args) == 0 {
		return object.Null, object.TypeErrorf("_assert_async() missing 1 required positional argument: 'input'")
	}
	if r := states.Of(th).recorder; r != nil {
		if recorded, err := r.assertion(th, args); recorded || err != nil {
			return object.None, err
		}
	}
	ok, err := object.IsTrue(th, args[0])
	if err != nil || ok {
		return object.None, err
	}
	message := "Expected Tensor with single nonzero value, but got zero"
	if len(args) > 1 {
		if s, isText := object.Text(args[1]); isText {
			message = s
		}
	}
	return object.Null, object.RuntimeErrorf("%s", message)
}

// intrinsicAttributes are their objects, which each machine has its own of.
func intrinsicAttributes() map[string]object.Value {
	attributes := map[string]object.Value{}
	for path, fn := range intrinsics {
		name := path[len("torch."):]
		f := object.NewFunc(name[lastDot(name)+1:], fn)
		f.Module = path[:lastDot(path)]
		attributes[path] = f.Ref()
	}
	return attributes
}

// registerIntrinsics makes them attributes of torch where scripts may use them.
func registerIntrinsics() {
	for path := range intrinsics {
		if name := path[len("torch."):]; lastDot(name) < 0 {
			torch.RegisterFunction(name, func(th *object.Thread) object.Value { return attribute(th, path) })
		}
		packet := strings.TrimSuffix(path, ".msg")
		if strings.HasPrefix(path, "torch.ops.") {
			torch.RegisterGraphFunction(packet, func(th *object.Thread) object.Value { return overloads(th, path) })
		}
	}
	// A module without hooks is called through its forward at once: which hooks there are is guarded where skip_nnmodule_hook_guards is off, and
	// where a program calls its __call__ by name.
	variables.RegisterDelegate("torch.nn.modules.module.Module._wrapped_call_impl", callModule)
}

// overloads is a function whose overloads, all of them, are one intrinsic.
func overloads(th *object.Thread, path string) object.Value {
	f := attribute(th, path)
	if _, err := object.GetAttr(th, f, "default"); err == nil {
		return f
	}
	fn := intrinsics[path]
	packet := strings.TrimSuffix(path, ".msg")[len("torch.ops."):]
	if b, ok := object.AsBuiltin(f); ok {
		b.Header.SetType(packetType)
	}
	if object.SetAttr(th, f, "_opname", object.NewStr(packet)) != nil {
		return object.Null
	}
	for _, name := range []string{"default", "msg"} {
		overload := object.NewFunc(packet[lastDot(packet)+1:]+"."+name, fn)
		overload.Module = "torch.ops." + packet[:lastDot(packet)]
		overload.Header.SetType(overloadType)
		v := overload.Ref()
		if object.SetAttr(th, v, "_opname", object.NewStr(packet+"."+name)) != nil || object.SetAttr(th, f, name, v) != nil {
			return object.Null
		}
	}
	return f
}

// overloadType is the class of overloads of operators that are no operators of the table.
var overloadType = object.NewType("OpOverload", "torch._ops", object.BuiltinFunctionType, object.Spec{Slots: object.Slots{
	Str: func(th *object.Thread, v object.Value) (object.Value, error) { return object.GetAttr(th, v, "_opname") },
	Repr: func(th *object.Thread, v object.Value) (object.Value, error) {
		name, err := object.GetAttr(th, v, "_opname")
		if err != nil {
			return object.Null, err
		}
		text, _ := object.Text(name)
		packet, overload := text[:lastDot(text)], text[lastDot(text)+1:]
		return object.NewStr("<OpOverload(op='" + packet + "', overload='" + overload + "')>"), nil
	},
}})

// packetType is the class of the functions that have such overloads.
var packetType = object.NewType("OpOverloadPacket", "torch._ops", object.BuiltinFunctionType, object.Spec{Slots: object.Slots{
	Str: func(th *object.Thread, v object.Value) (object.Value, error) { return object.GetAttr(th, v, "_opname") },
	Repr: func(th *object.Thread, v object.Value) (object.Value, error) {
		name, err := object.GetAttr(th, v, "_opname")
		if err != nil {
			return object.Null, err
		}
		text, _ := object.Text(name)
		return object.NewStr("<OpOverloadPacket(op='" + text + "')>"), nil
	},
}})

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

// hookTables are the attributes of a module that hold hooks.
var hookTables = []string{"_forward_hooks", "_backward_hooks", "_forward_pre_hooks", "_backward_pre_hooks"}

func callModule(th *object.Thread, t *variables.Trace, last bool, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
	self, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	name := "forward"
	o, ok := self.(*variables.Object)
	if !t.TakeCalled(self) || ok && hasHooks(th, t, o) {
		name = "_call_impl"
	}
	m, err := t.GetAttr(th, self, name)
	if err != nil {
		return nil, err
	}
	if ok {
		defer t.EnterModule(o)()
	}
	return t.CallAs(th, last, m, args[1:], kwargs)
}

func hasHooks(th *object.Thread, t *variables.Trace, o *variables.Object) bool {
	if slices.ContainsFunc(hookTables, func(name string) bool { return t.Holds(th, o, name) }) {
		return true
	}
	if t.Config.GuardHooks {
		t.GuardNoHooks(th, o, hookTables)
	}
	globals := attribute(th, "torch.nn.modules.module")
	for _, name := range []string{"_global_forward_hooks", "_global_forward_pre_hooks", "_global_backward_hooks", "_global_backward_pre_hooks"} {
		if v, err := object.GetAttr(th, globals, name); err == nil {
			if n, err := object.Len(th, v); err == nil && n > 0 {
				return true
			}
		}
	}
	return false
}
