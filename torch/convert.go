package torch

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"unsafe"

	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// foreign is a Python object that no operator takes.
type foreign struct {
	v  Value
	th *object.Thread
}

// TypeName is the name that argument errors show.
func (f foreign) TypeName() string { return f.v.Type().Name }

// Index makes it an ops.Index.
func (f foreign) Index() (int64, bool) {
	a, ok := numpy.AsArray(f.v)
	if !ok {
		if !f.v.Type().IsHeap() {
			return 0, false
		}
		v, err := object.Index(f.th, f.v)
		if err != nil {
			return 0, false
		}
		return v.AsInt()
	}
	t, err := a.Tensor()
	if err != nil || t.Dim() > 0 || !t.DType().IsIntegral() || t.DType() == tensor.Bool {
		return 0, false
	}
	n, ok := t.Item().(int64)
	return n, ok
}

// Wrap is the Python object of a tensor; there is one for each. References to one that exists are not counted from here on.
func Wrap(th *object.Thread, t *tensor.Tensor) Value {
	if w := wrapper(t); w != nil {
		return w.Ref()
	}
	return wrapAs(th, t, TensorType(th))
}

// wrapper is the object that a tensor has already, nil if it has none.
func wrapper(t *tensor.Tensor) *object.Native {
	w, _ := t.Wrapper().(*object.Native)
	if w != nil && w.Escape() {
		t.Storage().Hold()
	}
	return w
}

// dropped is called when no script refers to a tensor any more. What else needs its memory holds it.
func dropped(n *object.Native) {
	if t, ok := n.V.(*tensor.Tensor); ok {
		t.Storage().Unhold()
	}
}

// returned is the object of the tensor that an operator called by a script returns. If the operator made it nothing else refers to
// it yet; args are its operands, of which it may be one.
func returned(th *object.Thread, t *tensor.Tensor, args []ops.Value) Value {
	if t.Wrapper() != nil {
		if len(args) > 0 && args[0] == ops.Value(t) {
			n := t.Wrapper().(*object.Native)
			n.Lent()
			return n.Ref()
		}
		return Wrap(th, t)
	}
	return Made(th, t)
}

// Made is the object of a tensor that was just made. If it has none yet, and nothing but the caller will refer to it, it is fresh.
func Made(th *object.Thread, t *tensor.Tensor) Value {
	if t.Wrapper() != nil {
		return Wrap(th, t)
	}
	v := Wrap(th, t)
	if t.Layer == nil && t.Storage().Pooled() && Context(th).IsPlain() {
		n, _ := object.AsNative(v)
		n.MarkFresh()
	}
	return v
}

// wrapAs makes the object of a tensor, with data or without, of a class.
func wrapAs(th *object.Thread, t ops.Value, typ *object.Type) Value {
	n := newNative(typ, t)
	switch t := t.(type) {
	case *tensor.Tensor:
		wrapper(t) // if there was one, it is no more the only one
		t.SetWrapper(n)
		if typ != tensorType {
			answeredBy(th, t, typ)
		}
	case *ops.Fake:
		t.Wrapper = n
	}
	return n.Ref()
}

// roomy is a small tensor in one piece with its object: the results of compiled code, which scripts will look at, are made so.
type roomy struct {
	tensor.SmallPiece
	_      [(tensor.Alignment - roomySize%tensor.Alignment) % tensor.Alignment]byte
	object object.Native
}

const roomySize = tensor.SmallPieceSize + unsafe.Sizeof(object.Native{})

func newRoomy() *tensor.SmallPiece {
	r := new(roomy)
	r.SetRoom(&r.object)
	return &r.SmallPiece
}

// newNative makes an object, in the room that its tensor has for it if there is any.
func newNative(typ *object.Type, t ops.Value) *object.Native {
	if t, ok := t.(*tensor.Tensor); ok {
		if n, ok := t.Room().(*object.Native); ok {
			n.Init(typ, t)
			return n
		}
	}
	n, _ := object.AsNative(object.NewNative(typ, t))
	return n
}

// wrapFake is the Python object of a tensor without data; there is one for each.
func wrapFake(th *object.Thread, f *ops.Fake) Value {
	if w, ok := f.Wrapper.(*object.Native); ok && w.V == any(f) { // metas copy descriptions
		return w.Ref()
	}
	return wrapAs(th, f, TensorType(th))
}

// operand is the tensor of a Python object, with data (*tensor.Tensor) or without (*ops.Fake).
func operand(v Value) (ops.Value, bool) {
	n, ok := object.AsNative(v)
	if !ok {
		return nil, false
	}
	switch n.V.(type) {
	case *tensor.Tensor, *ops.Fake:
		return n.V, true
	}
	return nil, false
}

// Unwrap is the tensor with data of a Python object.
func Unwrap(v Value) (*tensor.Tensor, bool) {
	n, ok := object.AsNative(v)
	if !ok {
		return nil, false
	}
	t, ok := n.V.(*tensor.Tensor)
	return t, ok
}

// IsOperand says whether a Python object is a tensor, with data or without.
func IsOperand(v Value) bool {
	_, ok := operand(v)
	return ok
}

// ToOps turns a Python value into an operator argument. What no operator takes becomes an opaque value whose type
// errors can name.
func ToOps(th *object.Thread, v Value) (ops.Value, error) {
	switch {
	case v.IsNull() || v.IsNone():
		return nil, nil
	case v.IsSmallInt():
		return v.SmallInt(), nil
	case v.IsExactFloat():
		return object.PlainNaN(v.ExactFloat()), nil
	case v.IsBool():
		b, _ := v.AsBool()
		return b, nil
	case v == object.Ellipsis:
		return ops.Ellipsis{}, nil
	}
	switch v.Type().Layout() {
	case object.LayoutNative:
		n, _ := object.AsNative(v)
		switch p := n.V.(type) {
		case tensor.DType:
			if p.IsNameOnly() {
				return nil, object.Raisef(object.NotImplementedError, "magneto has no tensors of %s", p)
			}
			return p, nil
		case tensor.Layout:
			if p != tensor.Strided {
				return nil, object.Raisef(object.NotImplementedError, "magneto has no tensors of layout %s", p)
			}
			return p, nil
		case *tensor.Tensor, tensor.Device, tensor.MemoryFormat, *tensor.Generator, symbolic.Int, symbolic.Bool, symbolic.Float, *ops.Fake:
			return p, nil
		}
		if _, x, ok := numpy.Scalar(v); ok {
			return x, nil
		}
		return foreign{v, th}, nil
	case object.LayoutInt:
		i, ok := v.AsInt()
		if !ok {
			return nil, object.RuntimeErrorf(overflowText)
		}
		return i, nil
	case object.LayoutFloat:
		f, _ := v.AsFloat()
		return object.PlainNaN(f), nil
	case object.LayoutComplex:
		c, _ := object.AsComplex(v)
		return c.V, nil
	case object.LayoutStr:
		s, _ := object.AsStr(v)
		return s.S, nil
	case object.LayoutTuple:
		t, _ := object.AsTuple(v)
		return toList(th, t.Items)
	case object.LayoutList:
		l, _ := object.AsList(v)
		return toList(th, l.Items)
	case object.LayoutType:
		t, _ := object.AsType(v)
		switch t {
		case object.FloatType:
			return tensor.Float64, nil
		case object.IntType:
			return tensor.Int64, nil
		case object.BoolType:
			return tensor.Bool, nil
		case object.ComplexType:
			return tensor.Complex128, nil
		}
		if d, ok, err := legacyTarget(th, v); ok || err != nil {
			return ops.TensorClass{DType: d}, err
		}
	}
	return foreign{v, th}, nil
}

func toList(th *object.Thread, items []Value) (ops.Value, error) {
	if err := object.Enter(th); err != nil { // a list may contain itself
		return nil, err
	}
	defer object.Leave(th)
	out := make([]ops.Value, len(items))
	for i, v := range items {
		x, err := ToOps(th, v)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// FromOps turns an operator result into a Python value.
func FromOps(th *object.Thread, v ops.Value) Value {
	switch v := v.(type) {
	case nil:
		return object.None
	case *tensor.Tensor:
		if v == nil {
			return object.None
		}
		return Wrap(th, v)
	case *ops.Fake:
		if v == nil {
			return object.None
		}
		return wrapFake(th, v)
	case bool:
		return object.Bool(v)
	case int:
		return object.Int(int64(v))
	case int64:
		return object.Int(v)
	case uint64:
		return object.BigInt(new(big.Int).SetUint64(v))
	case float64:
		return object.Float(v)
	case complex128:
		return object.NewComplex(v)
	case string:
		return object.NewStr(v)
	case tensor.DType:
		return DTypeObject(v)
	case tensor.Device:
		return object.NewNative(DeviceType(), v)
	case tensor.Layout:
		return stridedObject(th)
	case tensor.MemoryFormat:
		return memoryFormatObject(v)
	case *tensor.Generator:
		return generatorObject(th, v)
	case []ops.Value:
		return object.NewTuple(fromList(th, v)...).Ref()
	case []Value:
		return object.NewTuple(v...).Ref()
	case foreign:
		return v.v
	case symbolic.Int:
		return symInt(th, v)
	case symbolic.Float:
		return symFloat(v)
	case symbolic.Bool:
		return symBool(v)
	}
	return object.None
}

func fromList(th *object.Thread, list []ops.Value) []Value {
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = FromOps(th, v)
	}
	return out
}

// raise turns an error of the ops package into a Python exception.
func raise(err error) error {
	var e *ops.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Kind == "LinAlgError" {
		return object.NewException(LinAlgError(), e.Msg)
	}
	t, ok := errorTypes[e.Kind]
	if !ok {
		t = object.RuntimeError
	}
	return object.NewException(t, e.Msg)
}

var errorTypes = map[string]*object.Type{
	"RuntimeError": object.RuntimeError, "IndexError": object.IndexError, "TypeError": object.TypeError, "ValueError": object.ValueError,
	"NotImplementedError": object.NotImplementedError, "AssertionError": object.AssertionError, "AttributeError": object.AttributeError, "ModuleNotFoundError": object.ModuleNotFoundError,
}

// splitArgs separates the positional values, which are still borrowed, from the keyword values.
func splitArgs(th *object.Thread, args, kwNames []Value) ([]Value, []ops.KW, error) {
	n := len(args) - len(kwNames)
	if len(kwNames) == 0 {
		return args, nil, nil
	}
	kws := make([]ops.KW, len(kwNames))
	for i, name := range kwNames {
		s, _ := object.AsStr(name)
		v, err := ToOps(th, args[n+i])
		if err != nil {
			return nil, nil, err
		}
		kws[i] = ops.KW{Name: s.S, Value: v}
	}
	return args[:n], kws, nil
}

// callPacket binds and runs an operator for the arguments of a function or method of Python.
func callPacket(th *object.Thread, p *ops.Packet, args, kwNames []Value) (Value, error) {
	return callOperator(th, p, args, kwNames, Context(th).Numbers() != nil || watchedByClasses(th))
}

// callOperator binds and runs an operator; options adds the keywords that functions of Python give it.
func callOperator(th *object.Thread, p *ops.Packet, args, kwNames []Value, options bool) (Value, error) {
	if f, ok := insteadOf(th, p); ok {
		return object.CallArgs(th, f, args, kwNames)
	}
	if len(kwNames) > 0 && hasSparseLayout(args[len(args)-len(kwNames):]) {
		factory, err := importAttribute(th, "torch.sparse._coo", "factory")
		if err != nil {
			return object.Null, err
		}
		return object.CallArgs(th, factory, append([]Value{object.NewStr(p.Name)}, args...), append([]Value(nil), kwNames...))
	}
	list, kws, err := opsArguments(th, args, kwNames)
	if err != nil {
		return object.Null, tooLarge(p, args, kwNames, err)
	}
	requiresGrad := false
	for i := 0; i < len(kws); i++ {
		if kws[i].Name == "requires_grad" && makesTensors(p) {
			requiresGrad, _ = kws[i].Value.(bool)
			kws = append(kws[:i:i], kws[i+1:]...)
			i--
		}
	}
	if err := unpinned(p, kws); err != nil {
		return object.Null, err
	}
	if options {
		kws = factoryOptions(p, kws)
	}
	out, refused, err := tryPacket(th, p, list, kws, requiresGrad)
	if refused {
		if known, err := numbersOf(th, args); err != nil || known != nil {
			if err != nil {
				return object.Null, err
			}
			return callOperator(th, p, known, kwNames, options)
		}
		return object.Null, explainCall(th, p, args, kwNames, err)
	}
	if len(list) == 1 && err == nil && p.Asks() {
		if n, ok := object.AsNative(out); ok {
			noteCount(th, p, list[0], n.V)
		}
	}
	return out, err
}

// numbersOf are arguments of which integral tensors [] without data, among them and in their lists, are the numbers that they stand for; nil where
// there are none.
func numbersOf(th *object.Thread, args []Value) ([]Value, error) {
	var out []Value
	for i, v := range args {
		var number Value
		var err error
		if x, ok := operand(v); ok {
			if t, ok := x.(*tensor.Tensor); !ok || t.Dim() != 0 || !t.DType().IsIntegral() || t.IsMeta() || t.Storage().Size() > 0 {
				continue
			}
			number, err = object.CallMethod(th, v, "item")
		} else if items, ok := listed(v); ok {
			var numbers []Value
			if numbers, err = numbersOf(th, items); numbers != nil {
				number = object.NewTuple(numbers...).Ref()
			}
		}
		if err != nil {
			return nil, err
		}
		if number.IsNull() {
			continue
		}
		if out == nil {
			out = slices.Clone(args)
		}
		out[i] = number
	}
	return out, nil
}

// unpinned refuses memory that an accelerator could read itself: there is none.
func unpinned(p *ops.Packet, kws []ops.KW) error {
	pin, place := false, tensor.CPU
	for _, kw := range kws {
		if on, ok := kw.Value.(bool); ok && kw.Name == "pin_memory" {
			pin = on
		}
		if d, ok := kw.Value.(tensor.Device); ok {
			place = d
		}
	}
	if !pin || place != tensor.CPU || !makesTensors(p) {
		return nil
	}
	return object.RuntimeErrorf(pinnedRefusal)
}

// pinnedRefusal is the error of pin_memory=True where a tensor is made.
const pinnedRefusal = "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available on this system."

// factoryOptions adds the keywords that PyTorch's functions give operators that make tensors, for those who see the calls.
func factoryOptions(p *ops.Packet, kws []ops.KW) []ops.KW {
	params := p.Ops[0].Schema().Params
	kws = slices.DeleteFunc(kws, func(kw ops.KW) bool { return kw.Value == nil && (kw.Name == "device" || kw.Name == "pin_memory") })
	given := func(name string) bool {
		return slices.ContainsFunc(kws, func(kw ops.KW) bool { return kw.Name == name })
	}
	takes := func(name string) bool {
		return slices.ContainsFunc(params, func(q ops.Param) bool { return q.KwOnly && q.Name == name })
	}
	if !makesTensors(p) || !takes("pin_memory") || given("out") {
		return kws
	}
	if takes("device") && !given("device") && (len(params) == 0 || params[0].Type.Base != "Tensor") {
		kws = append(kws, ops.KW{Name: "device", Value: tensor.CPU})
	}
	if !given("pin_memory") {
		kws = append(kws, ops.KW{Name: "pin_memory", Value: false})
	}
	return kws
}

// explainCall is the error of a call that no overload takes, in which lists are not called tuples.
func explainCall(th *object.Thread, p *ops.Packet, args, kwNames []Value, refusal error) error {
	list, kws, err := opsArguments(th, args, kwNames)
	if err != nil {
		return err
	}
	for i := range list {
		list[i] = namedList(args[i], list[i])
	}
	for i := range kws {
		kws[i].Value = namedList(args[len(list)+i], kws[i].Value)
	}
	if makesTensors(p) {
		kws = slices.DeleteFunc(kws, func(kw ops.KW) bool { return kw.Name == "requires_grad" })
	}
	if _, _, err := p.Bind(list, kws); err != nil {
		return raise(err)
	}
	return refusal
}

// namedList is an argument in which lists, also within others, are not called tuples.
func namedList(v Value, as ops.Value) ops.Value {
	items, ok := as.([]ops.Value)
	if !ok {
		return as
	}
	if elements, ok := object.Items(v); ok && len(elements) == len(items) {
		items = slices.Clone(items)
		for i := range items {
			items[i] = namedList(elements[i], items[i])
		}
	}
	if _, isList := object.AsList(v); isList {
		return ops.ListArg(items)
	}
	return items
}

// opsArguments converts the arguments of a call.
func opsArguments(th *object.Thread, args, kwNames []Value) ([]ops.Value, []ops.KW, error) {
	positional, kws, err := splitArgs(th, args, kwNames)
	if err != nil {
		return nil, nil, err
	}
	list := make([]ops.Value, len(positional))
	for i, v := range positional {
		if list[i], err = ToOps(th, v); err != nil {
			return nil, nil, err
		}
	}
	return list, kws, nil
}

// makesTensors tells whether a function takes the options of new tensors, of which requires_grad is not in the schema.
func makesTensors(p *ops.Packet) bool {
	for _, op := range p.Ops {
		for _, param := range op.Schema().Params {
			if param.Name == "pin_memory" {
				return true
			}
		}
	}
	return false
}

func runPacket(th *object.Thread, p *ops.Packet, list []ops.Value, kws []ops.KW, requiresGrad bool) (Value, error) {
	v, _, err := tryPacket(th, p, list, kws, requiresGrad)
	return v, err
}

// tryPacket binds and runs; refused says that no overload takes the arguments.
func tryPacket(th *object.Thread, p *ops.Packet, list []ops.Value, kws []ops.KW, requiresGrad bool) (v Value, refused bool, err error) {
	op, bound, err := p.BindFollowing(list, kws, following(th))
	if err != nil {
		if op, bound, err = readNumbers(th, p, list, kws, err); err != nil {
			return object.Null, true, raise(err)
		}
	}
	if text := p.OldForm(list, kws); text != "" {
		if err := Context(th).Warnings.OnceAs("old form", text); err != nil {
			return object.Null, false, err
		}
	}
	out, err := Context(th).CallNamed(p, op, bound)
	if err != nil {
		return object.Null, false, raise(err)
	}
	if requiresGrad {
		if err := beginGradient(th, out[0]); err != nil {
			return object.Null, false, err
		}
	}
	if len(out) == 1 {
		if t, ok := out[0].(*tensor.Tensor); ok && t != nil {
			return returned(th, t, list), false, nil
		}
	}
	return results(th, op, out), false, nil
}

// results is the Python value of what an operator returned.
func results(th *object.Thread, op *ops.Op, out []ops.Value) Value {
	switch len(out) {
	case 0:
		return object.None
	case 1:
		if list, ok := out[0].([]ops.Value); ok && op.Schema().Returns[0].Type.Base == "Size" {
			return NewSize(th, fromList(th, list))
		}
		return FromOps(th, out[0])
	}
	items := fromList(th, out)
	for i, v := range out {
		if list, ok := v.([]ops.Value); ok && strings.Contains(op.Name, "::") { // as the script has given it
			items[i] = object.NewList(fromList(th, list)...).Ref()
		}
	}
	if len(op.Schema().Returns) == len(out) && op.Schema().Returns[0].Name != "" {
		return NamedResult(op, items)
	}
	return object.NewTuple(items...).Ref()
}

// ListResult is the value of an operator that returns a list of tensors; it keeps items.
func ListResult(op *ops.Op, items []Value) Value { return object.NewTuple(items...).Ref() }

// callOp runs an overload for values of the ops package.
func callOp(th *object.Thread, name string, args ...ops.Value) (ops.Value, error) {
	op := ops.Lookup(name)
	full := args
	if params := op.Schema().Params; len(args) < len(params) {
		full = make([]ops.Value, len(params))
		copy(full, args)
		for i := len(args); i < len(params); i++ {
			full[i] = params[i].Default
		}
	}
	out, err := Context(th).Call(op, full)
	if err != nil {
		return nil, raise(err)
	}
	return out[0], nil
}
