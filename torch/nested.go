package torch

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// sequence gives the elements of a list, tuple, range or deque.
func sequence(th *object.Thread, v Value) ([]Value, bool) {
	if items, ok := listed(v); ok {
		return items, true
	}
	switch v.Type().Layout() {
	case object.LayoutRange:
		items, err := object.ToSlice(th, v)
		return items, err == nil
	case object.LayoutStr:
		return nil, false
	case object.LayoutNative:
		if n, ok := object.AsNative(v); !ok || !isExporter(n.V) {
			return nil, false
		}
		items, err := object.ToSlice(th, v) // of an array of numbers
		return items, err == nil
	}
	if v.Type().IsSubtype(object.ByteArrayType) {
		items, err := object.ToSlice(th, v)
		return items, err == nil
	}
	if v.Type().IsSequence() { // a deque
		items, err := object.ToSlice(th, v)
		return items, err == nil
	}
	return itemsByIndex(th, v)
}

// listed are the items of a list or a tuple, which alone are lists for functions of tensors: other sequences are not asked for theirs.
func listed(v Value) ([]Value, bool) {
	switch v.Type().Layout() {
	case object.LayoutList:
		l, _ := object.AsList(v)
		return l.Items, true
	case object.LayoutTuple:
		t, _ := object.AsTuple(v)
		return t.Items, true
	}
	return nil, false
}

func isExporter(v any) bool {
	_, ok := v.(object.Exporter)
	return ok
}

var itemsProtocol = [...]*object.Str{object.Intern("__len__"), object.Intern("__getitem__")}

// itemsByIndex are the items of an object of a class in Python that has a length and items.
func itemsByIndex(th *object.Thread, v Value) ([]Value, bool) {
	t := v.Type()
	if t.Layout() == object.LayoutDict || t.IsSubtype(tensorType) {
		return nil, false
	}
	for _, name := range itemsProtocol {
		if f := t.Lookup(th, name); f.IsNull() || f.Type() != object.FunctionType {
			return nil, false
		}
	}
	n, err := object.Len(th, v)
	if err != nil {
		return nil, false
	}
	items := make([]Value, n)
	for i := range items {
		if items[i], err = object.GetItem(th, v, object.Int(int64(i))); err != nil {
			return nil, false
		}
	}
	return items, true
}

// withoutType is the error for data of a class that stands for no number.
func withoutType(th *object.Thread, v Value) error {
	if a, err := object.LookupAttr(th, v, object.Intern("__cuda_array_interface__")); err == nil && !a.IsNull() {
		if _, ok := object.AsDict(a); !ok {
			return object.TypeErrorf("`__cuda_array_interface__` must be a dict")
		}
	}
	name := v.Type().Name
	if full := v.Type().FullName(); full == "collections.OrderedDict" || full == "collections.defaultdict" { // built into CPython, with longer names
		name = full
	}
	return object.RuntimeErrorf("Could not infer dtype of %s", name)
}

// nestedSizes are the sizes of a nested list, read from its first elements.
func nestedSizes(th *object.Thread, v Value) ([]int, error) {
	var sizes []int
	for {
		if t, ok := Unwrap(v); ok { // a number
			if t.Numel() != 1 {
				return nil, object.ValueErrorf("only one element tensors can be converted to Python scalars")
			}
			return sizes, nil
		}
		if _, ok := operand(v); ok {
			return nil, object.RuntimeErrorf("data of a tensor without data is asked for")
		}
		items, ok := sequence(th, v)
		if !ok {
			return sizes, nil
		}
		sizes = append(sizes, len(items))
		if len(sizes) > 128 {
			return nil, object.ValueErrorf("too many dimensions '%s'", v.Type().Name)
		}
		if len(items) == 0 {
			return sizes, nil
		}
		v = items[0]
	}
}

// inferDType is the type that holds all elements of a nested list.
func inferDType(th *object.Thread, v Value) (tensor.DType, error) {
	if d, _, ok := numpy.Scalar(v); ok {
		return d.TensorDType()
	}
	switch {
	case v.IsBool():
		return tensor.Bool, nil
	case v.IsInt() || isSymInt(v):
		return tensor.Int64, nil
	case v.IsFloat():
		return Context(th).DefaultDType(), nil
	}
	if _, ok := object.AsComplex(v); ok {
		return Context(th).DefaultDType().ComplexNumber(), nil
	}
	if t, ok := Unwrap(v); ok {
		return t.DType(), nil
	}
	if _, ok := object.AsStr(v); ok {
		return 0, object.ValueErrorf("too many dimensions 'str'")
	}
	if v.Type().IsSubtype(object.BytesType) {
		return 0, object.TypeErrorf("new(): invalid data type '%s'", v.Type().Name)
	}
	items, ok := sequence(th, v)
	if !ok {
		return 0, withoutType(th, v)
	}
	if len(items) == 0 {
		return Context(th).DefaultDType(), nil
	}
	if err := object.Enter(th); err != nil {
		return 0, err
	}
	defer object.Leave(th)
	d := tensor.Undefined
	for i, x := range items {
		if x == v {
			return 0, object.TypeErrorf("new(): self-referential lists are incompatible")
		}
		if _, ok := object.AsStr(x); ok && i > 0 {
			return 0, object.TypeErrorf("new(): invalid data type 'str'")
		}
		e, err := inferDType(th, x)
		if err != nil {
			return 0, err
		}
		if d = tensor.PromoteTypes(d, e); d == tensor.Undefined {
			return 0, object.RuntimeErrorf("Could not infer dtype of %s", v.Type().Name)
		}
	}
	return d, nil
}

// fromNested builds a tensor from a number or nested lists.
func fromNested(th *object.Thread, v Value, dtype tensor.DType) (*tensor.Tensor, error) {
	if t, ok := Unwrap(v); ok {
		d := t.DType()
		if dtype != tensor.Undefined {
			d = dtype
		}
		return t.To(d), nil
	}
	if t, ok, err := fromArray(th, v, dtype); ok {
		return t, err
	}
	if t, err := tensorOfStorage(th, v, dtype); t != nil || err != nil {
		if err != nil {
			return nil, err
		}
		return t.Compact(), nil
	}
	if _, ok := object.AsStr(v); ok {
		return nil, object.TypeErrorf("new(): invalid data type 'str'")
	}
	if holdsArrays(v) {
		if err := Context(th).Warnings.Once(slowArrays); err != nil {
			return nil, err
		}
		a, err := numpy.ToArray(th, v)
		if err != nil {
			return nil, err
		}
		t, err := a.CopyTensor()
		if err == nil && dtype != tensor.Undefined && dtype != t.DType() {
			t = t.To(dtype)
		}
		return t, err
	}
	sizes, err := nestedSizes(th, v)
	if err != nil {
		return nil, err
	}
	if dtype == tensor.Undefined {
		if dtype, err = inferDType(th, v); err != nil {
			return nil, err
		}
	}
	t := tensor.NewUninit(dtype, sizes...)
	b := &builder{dtype: dtype}
	if err := b.fill(th, v, sizes, 0); err != nil {
		return nil, err
	}
	switch {
	case dtype.IsComplex():
		tensor.StoreComplexes(t, b.complexes)
	case dtype.IsIntOrBool():
		tensor.StoreInts(t, b.ints)
	default:
		tensor.StoreFloats(t, b.floats)
	}
	return t, nil
}

type builder struct {
	dtype     tensor.DType
	ints      []int64
	floats    []float64
	complexes []complex128
}

func (b *builder) fill(th *object.Thread, v Value, sizes []int, dim int) error {
	if t, ok := Unwrap(v); ok {
		if t.Numel() != 1 || dim != len(sizes) {
			return object.ValueErrorf("only one element tensors can be converted to Python scalars")
		}
		if t.Storage().Size() == 0 {
			return object.RuntimeErrorf(tensor.NotAllocated)
		}
		return b.tensor(t)
	}
	if dim == len(sizes) {
		if isSymInt(v) {
			fixed, err := fixedInt(th, v)
			if err != nil {
				return err
			}
			v = fixed
		}
		return b.number(th, numpy.Item(v))
	}
	items, ok := sequence(th, v)
	if !ok {
		return object.TypeErrorf("not a sequence")
	}
	if len(items) != sizes[dim] {
		return object.ValueErrorf("expected sequence of length %d at dim %d (got %d)", sizes[dim], dim, len(items))
	}
	for _, x := range items {
		if err := b.fill(th, x, sizes, dim+1); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) tensor(t *tensor.Tensor) error {
	switch {
	case b.dtype.IsComplex():
		b.complexes = append(b.complexes, t.Complexes()...)
	case b.dtype.IsIntOrBool():
		b.ints = append(b.ints, t.Ints()...)
	default:
		b.floats = append(b.floats, t.Floats()...)
	}
	return nil
}

func (b *builder) number(th *object.Thread, v Value) error {
	switch {
	case b.dtype.IsComplex():
		c, ok, err := object.ToComplex(th, v)
		if err != nil || !ok {
			return object.TypeErrorf("must be complex number, not %s", v.Type().Name)
		}
		b.complexes = append(b.complexes, c)
	case b.dtype == tensor.Bool:
		on, err := object.IsTrue(th, v)
		if err != nil {
			return err
		}
		i := int64(0)
		if on {
			i = 1
		}
		b.ints = append(b.ints, i)
	case b.dtype == tensor.Uint64 && v.IsInt():
		big := object.BigOf(v)
		if !big.IsUint64() {
			return object.RuntimeErrorf("value cannot be converted to type %s without overflow", b.dtype.Name())
		}
		b.ints = append(b.ints, int64(big.Uint64()))
	case b.dtype.IsIntOrBool():
		i, err := integer(th, v)
		if err != nil {
			return err
		}
		if f, ok := v.AsFloat(); ok && !(math.Abs(f) < 1<<63) || !fits(i, b.dtype) {
			return object.RuntimeErrorf("value cannot be converted to type %s without overflow", b.dtype.Name())
		}
		b.ints = append(b.ints, i)
	default:
		f, err := object.ToFloat(th, v)
		if err != nil {
			return object.TypeErrorf("must be real number, not %s", v.Type().Name)
		}
		b.floats = append(b.floats, object.PlainNaN(f))
	}
	return nil
}

func fits(i int64, d tensor.DType) bool {
	switch d {
	case tensor.Uint8:
		return i >= -255 && i <= 255
	case tensor.Int8:
		return i >= -128 && i <= 127
	case tensor.Int16:
		return i >= -32768 && i <= 32767
	case tensor.Int32:
		return i >= -1<<31 && i < 1<<31
	case tensor.Uint16:
		return i >= -1<<16 && i < 1<<16
	case tensor.Uint32:
		return i >= -1<<32 && i < 1<<32
	}
	return true
}

func integer(th *object.Thread, v Value) (int64, error) {
	if i, ok := v.AsInt(); ok {
		return i, nil
	}
	if v.IsInt() {
		return 0, object.ValueErrorf("Overflow when unpacking long long")
	}
	if f, ok := v.AsFloat(); ok {
		return tensor.FloatToInt(f), nil
	}
	if _, ok := object.AsComplex(v); ok {
		return 0, object.TypeErrorf("can't convert complex to int")
	}
	x, err := object.Index(th, v)
	if err != nil {
		return 0, object.TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().Name)
	}
	i, _ := x.AsInt()
	return i, nil
}

// legacyTensor is torch.Tensor(...) and its like: sizes, or the data of a tensor of type d.
func legacyTensor(th *object.Thread, d tensor.DType, args, kwNames []Value) (*tensor.Tensor, error) {
	n := len(args) - len(kwNames)
	for i, name := range kwNames {
		if key, _ := object.Text(name); key != "device" || args[n+i].IsNone() {
			continue
		}
		place, err := object.StrOf(th, args[n+i])
		if err != nil {
			return nil, err
		}
		if kind, _, _ := strings.Cut(place, ":"); kind != "cpu" {
			return nil, object.RuntimeErrorf("legacy constructor expects device type: cpu but device type: %s was passed", kind)
		}
	}
	args = args[:n]
	if n == 0 {
		return tensor.New(d, 0), nil
	}
	if n == 1 {
		if t, ok := Unwrap(args[0]); ok {
			return t.Detached(), nil
		}
		if t, ok, err := fromArray(th, args[0], d); ok {
			if _, isArray := numpy.AsArray(args[0]); isArray {
				return t, err
			}
		}
		if _, ok := sequence(th, args[0]); ok {
			if args[0].Type() == SizeType(th) {
				items, _ := sequence(th, args[0])
				return sizedTensor(th, d, items)
			}
			return fromNested(th, args[0], d)
		}
		if t, err := tensorOfStorage(th, args[0], d); t != nil || err != nil {
			return t, err
		}
	}
	return sizedTensor(th, d, args)
}

func sizedTensor(th *object.Thread, d tensor.DType, items []Value) (*tensor.Tensor, error) {
	sizes := make([]int, len(items))
	for i, v := range items {
		if isSymInt(v) {
			fixed, err := fixedInt(th, v)
			if err != nil {
				return nil, err
			}
			v = fixed
		}
		k, ok := v.AsInt()
		if _, isText := object.AsStr(v); isText {
			return nil, object.TypeErrorf("new(): invalid data type 'str'")
		}
		if !ok {
			return nil, object.TypeErrorf("new(): data must be a sequence (got %s)", v.Type().Name)
		}
		sizes[i] = int(k)
	}
	for _, n := range sizes {
		if n < 0 {
			return nil, object.RuntimeErrorf("Trying to create tensor with negative dimension %d: %s", n, strings.ReplaceAll(fmt.Sprint(sizes), " ", ", "))
		}
	}
	return tensor.New(d, sizes...), nil
}

// toNested is Tensor.tolist.
func toNested(th *object.Thread, t *tensor.Tensor) Value {
	c := t.Contiguous()
	n := t.Numel()
	var at func(i int) Value
	switch d := t.DType(); {
	case d == tensor.Bool:
		v := tensor.LoadInts(c, n)
		at = func(i int) Value { return object.Bool(v[i] != 0) }
	case d.IsIntegral():
		v := tensor.LoadInts(c, n)
		at = func(i int) Value { return object.Int(v[i]) }
		if d == tensor.Uint64 {
			at = func(i int) Value { return object.BigInt(new(big.Int).SetUint64(uint64(v[i]))) }
		}
	case d.IsComplex():
		v := tensor.LoadComplexes(c, n)
		at = func(i int) Value { return object.NewComplex(v[i]) }
	default:
		v := tensor.LoadFloats(c, n)
		at = func(i int) Value { return object.Float(v[i]) }
	}
	pos := 0
	var build func(dim int) Value
	build = func(dim int) Value {
		if dim == t.Dim() {
			pos++
			return at(pos - 1)
		}
		items := make([]Value, t.Size(dim))
		for i := range items {
			items[i] = build(dim + 1)
		}
		return object.NewList(items...).Ref()
	}
	return build(0)
}
