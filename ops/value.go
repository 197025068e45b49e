package ops

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Value is an operator argument or result: *tensor.Tensor, *Fake, symbolic.Int, int64, float64, bool, complex128,
// string, tensor.DType, tensor.Device, tensor.Layout, tensor.MemoryFormat, *tensor.Generator, nil, []Value.
type Value = any

// KW is a keyword argument.
type KW struct {
	Name  string
	Value Value
}

// Error is an error of the script: the exception class and its text.
type Error struct {
	Kind string // RuntimeError, IndexError, TypeError, ValueError, NotImplementedError, ...
	Msg  string
}

func (e *Error) Error() string { return e.Kind + ": " + e.Msg }

// throw stops the current operator with a script error.
func throw(kind, format string, args ...any) {
	if len(args) > 0 {
		for i, v := range args {
			if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
				args[i] = noNumber(f)
			}
		}
		format = fmt.Sprintf(format, args...)
	}
	panic(&Error{kind, format})
}

// noNumber is a float as C++ writes it: nan, inf, -inf.
type noNumber float64

func (f noNumber) Format(s fmt.State, _ rune) {
	switch {
	case math.IsNaN(float64(f)):
		io.WriteString(s, "nan")
	case f > 0:
		io.WriteString(s, "inf")
	default:
		io.WriteString(s, "-inf")
	}
}

func throwRuntime(format string, args ...any) { throw("RuntimeError", format, args...) }

// check throws a RuntimeError when ok is false.
func check(ok bool, format string, args ...any) {
	if !ok {
		throw("RuntimeError", format, args...)
	}
}

// thrown carries an error of another kind (from a hook, a custom function) through the package unchanged.
type thrown struct{ err error }

// catch turns a thrown script error into err; other panics go on.
func catch(err *error) {
	if e := recover(); e != nil {
		*err = scriptError(e)
	}
}

// Interruption is what an environment of sizes panics with where it cannot decide. Calls of operators give it back as their error, so that
// code of scripts between them is left as by other errors.
type Interruption interface {
	error
	Interrupts()
}

// scriptError is the error that a panic carries; other panics go on.
func scriptError(e any) error {
	switch e := e.(type) {
	case *Error:
		return e
	case Interruption:
		return e
	case thrown:
		return e.err
	case deciding:
		return e.scriptError()
	case *tensor.AllocationError:
		return &Error{"RuntimeError", e.Text}
	}
	panic(e)
}

// rethrow continues an error that came back as a value.
func rethrow(err error) {
	if err == nil {
		return
	}
	if e, ok := err.(*Error); ok {
		panic(e)
	}
	panic(thrown{err})
}

// Throw raises the error of an environment where an operator asks it.
func Throw(err error) { rethrow(err) }

// must throws the error that came with a value.
func must(v Value, err error) Value {
	rethrow(err)
	return v
}

// Fake is a tensor without data: what metas compute with. Sizes, strides and offset may be symbolic.
type Fake struct {
	Sizes, Strides []symbolic.Int
	Offset         symbolic.Int
	DType          tensor.DType
	Device         tensor.Device
	Conj, Neg      bool
	Base           *Fake // the tensor that this one is a view of

	// Class is the name of the class that answers for the tensor by the tensors it wraps, "" for others: texts of graphs show it.
	Class string
	// Node is where a recording mode keeps the graph node that made this value.
	Node any
	// Wrapper is what the layer above keeps for the tensor: the object that scripts see.
	Wrapper any
	// GradFake is the accumulated gradient, for leaves.
	GradFake *Fake
	// writes counts the operators that have changed the memory, where it is not that of a base.
	writes int
	found  remembered // how many elements are not zero
	read   remembered // the element, where there is one
	tensor.Autograd
}

// remembered is a number of the data of a tensor, as an environment has named it, as long as nothing writes to it.
type remembered struct {
	env    Env
	number symbolic.Int
	writes int
}

// memory is the tensor that this one is a view of, else itself.
func (f *Fake) memory() *Fake {
	if f.Base != nil {
		return f.Base
	}
	return f
}

// nonzero is the number of elements that are not zero: the same for the same tensor.
func (f *Fake) nonzero(env Env) symbolic.Int { return f.remember(&f.found, env, "nonzero") }

// remember is the number that is kept in a tensor, made anew where another environment asks or something has written to the tensor.
func (f *Fake) remember(number *remembered, env Env, why string) symbolic.Int {
	if env == nil { // nothing names such numbers here
		env = constEnv{}
	}
	if now := f.memory().writes; number.env != env || number.writes != now {
		*number = remembered{env, env.FreshUnbacked(why), now}
	}
	return number.number
}

// KnowItem tells what an environment calls the element of a tensor.
func (f *Fake) KnowItem(env Env, number symbolic.Int) {
	f.read = remembered{env, number, f.memory().writes}
}

// IsLeaf says whether no recorded operation made the tensor.
func (f *Fake) IsLeaf() bool { return f.GradFn == nil }

// NeedsGrad is what scripts see as requires_grad.
func (f *Fake) NeedsGrad() bool { return f.RequiresGrad || f.GradFn != nil }

// Numel is the product of the sizes.
func (f *Fake) Numel() symbolic.Int { return symbolic.Product(f.Sizes) }

// Dim is the number of dimensions.
func (f *Fake) Dim() int { return len(f.Sizes) }

// FakeOf describes a tensor with constants.
func FakeOf(t *tensor.Tensor) *Fake {
	f := &Fake{Sizes: symbolic.Ints(t.Sizes()), Strides: symbolic.Ints(t.Strides()), Offset: symbolic.IntOf(int64(t.Offset())),
		DType: t.DType(), Device: t.Device(), Conj: t.Conj, Neg: t.Neg}
	f.RequiresGrad = t.NeedsGrad()
	return f
}

// NewFake is a contiguous fake tensor on the CPU.
func NewFake(dtype tensor.DType, sizes []symbolic.Int) *Fake {
	return &Fake{Sizes: sizes, Strides: contiguousStrides(sizes), DType: dtype, Device: tensor.CPU}
}

// Env is the shape environment that metas consult for conditions on symbolic sizes.
type Env interface {
	Decide(symbolic.Bool) bool             // the truth for this run; adds a guard
	Hint(symbolic.Int) int64               // the value in this run, without a guard
	FreshUnbacked(why string) symbolic.Int // a size that depends on data
}

// Asserter is an Env that records assertions of a program on tensors.
type Asserter interface {
	// Asserted says whether it is an assertion that asks for the truth of a tensor without data, which is recorded and then holds.
	Asserted(v Value) bool
}

// Follower is a NumberEnv that may follow conversions by int, float and bool, whose results are symbolic then.
type Follower interface {
	FollowsConversions() bool
}

// NumberEnv is the Env of a recording of a program: what the program computes of sizes, and its conditions on them, stay symbolic until
// it needs a number, and elements of tensors without data are numbers of their own.
type NumberEnv interface {
	Env
	FreshFloat() symbolic.Float
	FreshBool() symbolic.Bool
	// Computed sees a function of numbers, by its path, that the program has called: args and result are symbolic or plain.
	Computed(function string, args []Value, result Value)
	// Assume takes a condition for granted, which is checked when the recording runs; false where it is known not to hold.
	Assume(b symbolic.Bool) bool
	// Whole tells that composite operators are recorded as they are called.
	Whole() bool
	// DecideExactly is Decide for a condition of the program, which does not take numbers that depend on data for sizes.
	DecideExactly(b symbolic.Bool) bool
	// Bound tells that a number that depends on data is at least one number, and at most another one.
	Bound(n, least, most symbolic.Int)
	// Fix is the number that a symbolic one is in this run.
	Fix(v Value) Value
}

// Numbers is the environment of the recording that is being made, else that of symbolic numbers that scripts have; nil if neither is there.
func (ctx *Context) Numbers() NumberEnv {
	env, _ := ctx.sizeEnv().(NumberEnv)
	return env
}

// Recording is Numbers but for what scripts have made outside of recordings.
func (ctx *Context) Recording() NumberEnv {
	env, _ := ctx.traceEnv().(NumberEnv)
	return env
}

// metaOf is the description of any tensor value.
func metaOf(v Value) *Fake {
	switch v := v.(type) {
	case *Fake:
		return v
	case *tensor.Tensor:
		return FakeOf(v)
	}
	if d, ok := scalarDType(v); ok {
		return &Fake{DType: d, Device: tensor.CPU}
	}
	return nil
}

// isTensor says whether v is a tensor of some kind.
func isTensor(v Value) bool {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v != nil
	case *Fake:
		return v != nil
	}
	return false
}

// isNumber says whether v is a Python number.
func isNumber(v Value) bool {
	_, ok := scalarDType(v)
	return ok
}

// scalarDType is the type of a number when it is made a tensor; of floats and complex numbers only the kind is right, since their
// type is that of the context (Context.scalarDType).
func scalarDType(v Value) (tensor.DType, bool) {
	switch v.(type) {
	case bool, symbolic.Bool:
		return tensor.Bool, true
	case int64, int, symbolic.Int:
		return tensor.Int64, true
	case float64, symbolic.Float:
		return tensor.Float32, true
	case complex128:
		return tensor.Complex64, true
	}
	return tensor.Undefined, false
}

// dtypeOf is the element type of a tensor value.
func dtypeOf(v Value) tensor.DType {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v.DType()
	case *Fake:
		return v.DType
	}
	d, _ := scalarDType(v)
	return d
}

// dimOf is the rank of a tensor value.
func dimOf(v Value) int {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v.Dim()
	case *Fake:
		return len(v.Sizes)
	}
	return 0
}

// sizesOf are the sizes of a tensor value.
func sizesOf(v Value) []symbolic.Int {
	switch v := v.(type) {
	case *tensor.Tensor:
		return symbolic.Ints(v.Sizes())
	case *Fake:
		return v.Sizes
	}
	return nil
}

// sizeOf is one size; d may be negative.
func sizeOf(v Value, d int) symbolic.Int {
	s := sizesOf(v)
	if len(s) == 0 {
		knownDim(d, 0)
	}
	if d < 0 {
		d += len(s)
	}
	return s[d]
}

// numelOf is the number of elements.
func numelOf(v Value) symbolic.Int { return symbolic.Product(sizesOf(v)) }

// sizeList makes an operator argument of sizes.
func sizeList(sizes []symbolic.Int) []Value {
	out := make([]Value, len(sizes))
	for i, s := range sizes {
		out[i] = intValue(s)
	}
	return out
}

// intValue is a constant as int64, else the expression.
func intValue(s symbolic.Int) Value {
	if c, ok := s.Const(); ok {
		return c
	}
	return s
}

// ints makes an operator argument of plain integers.
func ints(values ...int) []Value {
	out := make([]Value, len(values))
	for i, v := range values {
		out[i] = int64(v)
	}
	return out
}

// Args are the arguments of one call, one for each parameter of the schema.
type Args []Value

func (a Args) fake(i int) *Fake { return metaOf(a[i]) }

func (a Args) tensor(i int) *tensor.Tensor {
	switch v := a[i].(type) {
	case nil:
		return nil
	case *tensor.Tensor:
		return v
	default:
		d, ok := scalarDType(v)
		if !ok {
			panic(fmt.Sprintf("ops: argument %d is %T, not a tensor", i, v))
		}
		// a kernel computes with all digits of a number, whatever type it stands for in promotion
		switch {
		case d.IsFloat():
			d = tensor.Float64
		case d.IsComplex():
			d = tensor.Complex128
		}
		return tensor.Scalar(d, plainNumber(v))
	}
}

// tensors are the elements of a list of tensors.
func (a Args) tensors(i int) []*tensor.Tensor {
	list := a.list(i)
	out := make([]*tensor.Tensor, len(list))
	for k := range list {
		out[k] = Args(list).tensor(k)
	}
	return out
}

func (a Args) list(i int) []Value {
	list, _ := a[i].([]Value)
	return list
}

func (a Args) none(i int) bool { return i >= len(a) || a[i] == nil }

func (a Args) bool(i int) bool {
	switch v := a[i].(type) {
	case bool:
		return v
	case int64:
		return v != 0
	}
	return false
}

// sym is an integer argument that may be symbolic.
func (a Args) sym(i int) symbolic.Int { return toSym(a[i]) }

func toSym(v Value) symbolic.Int {
	switch v := v.(type) {
	case symbolic.Int:
		return v
	case int64:
		return symbolic.IntOf(v)
	case int:
		return symbolic.IntOf(int64(v))
	case bool:
		if v {
			return symbolic.IntOf(1)
		}
		return symbolic.IntOf(0)
	case float64:
		return symbolic.IntOf(int64(v))
	case *tensor.Tensor:
		return toSym(v.Item())
	}
	panic(fmt.Sprintf("ops: %T is not an integer", v))
}

// int is an integer argument that must be a constant.
func (a Args) int(i int) int {
	c, ok := a.sym(i).Const()
	if !ok {
		throwRuntime("magneto: a symbolic size where a constant is needed")
	}
	return int(c)
}

func (a Args) intOr(i, def int) int {
	if a.none(i) {
		return def
	}
	return a.int(i)
}

// syms is a list of integers; a single integer counts as a list of one.
func (a Args) syms(i int) []symbolic.Int {
	switch v := a[i].(type) {
	case nil:
		return nil
	case []Value:
		out := make([]symbolic.Int, len(v))
		for k, e := range v {
			out[k] = toSym(e)
		}
		return out
	default:
		return []symbolic.Int{toSym(v)}
	}
}

func (a Args) ints(i int) []int {
	s := a.syms(i)
	out := make([]int, len(s))
	for k, v := range s {
		c, ok := v.Const()
		if !ok {
			throwRuntime("magneto: a symbolic size where a constant is needed")
		}
		out[k] = int(c)
	}
	return out
}

// float is a number argument as float64.
func (a Args) float(i int) float64 { return toFloat(a[i]) }

// toComplex reads a number as a complex one.
func toComplex(v Value) complex128 {
	if c, ok := v.(complex128); ok {
		return c
	}
	return complex(toFloat(v), 0)
}

func toFloat(v Value) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	case int:
		return float64(v)
	case bool:
		if v {
			return 1
		}
		return 0
	case complex128:
		return real(v)
	case symbolic.Int:
		if c, ok := v.Const(); ok {
			return float64(c)
		}
		panic(deciding{v})
	case *tensor.Tensor:
		return toFloat(v.Item())
	case nil:
		return math.NaN()
	}
	return math.NaN()
}

func (a Args) floatOr(i int, def float64) float64 {
	if a.none(i) {
		return def
	}
	return a.float(i)
}

func (a Args) str(i int) string {
	s, _ := a[i].(string)
	return s
}

// dtype is an optional ScalarType argument.
func (a Args) dtype(i int, def tensor.DType) tensor.DType {
	if i < len(a) {
		if d, ok := a[i].(tensor.DType); ok && d != tensor.Undefined {
			return d
		}
	}
	return def
}

// plainNumber makes int an int64, and a 0-d tensor its item.
func plainNumber(v Value) Value {
	switch v := v.(type) {
	case int:
		return int64(v)
	case *tensor.Tensor:
		return v.Item()
	case symbolic.Int:
		if c, ok := v.Const(); ok {
			return c
		}
	}
	return v
}

// sizesText prints sizes as error texts do: [2, 3].
func sizesText(sizes []symbolic.Int) string {
	parts := make([]string, len(sizes))
	for i, s := range sizes {
		parts[i] = s.String()
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
