package numpy

import (
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// kernel computes chunks of a function: in each domain that it works in, or in the second row to booleans. y is nil for
// functions of one argument. out may be x or y.
type kernel struct {
	i func(x, y, out []int64)
	u func(x, y, out []uint64)
	f func(x, y, out []float64)
	c func(x, y, out []complex128)

	ib func(x, y []int64, out []uint8)
	ub func(x, y []uint64, out []uint8)
	fb func(x, y []float64, out []uint8)
	cb func(x, y []complex128, out []uint8)

	c64 func(x, y, out []complex128) // where rounding once at the end is not enough for complex64
	cf  func(x []complex128, out []float64)

	narrow func(c code) func(x, y, out []float64) // where floats of fewer bits have neighbours of their own
}

// rule says which type a function works in, given the promoted type of its arguments.
type rule func(u *ufunc, dt DType) (DType, bool)

type ufunc struct {
	name string
	nin  int
	rule rule
	kernel
	boolAs   *kernel // on booleans
	identity any     // of reduction; nil for none
	divides  bool    // infinities are divisions by zero
	obj      func(th *object.Thread, x, y Value) (Value, error)
	exact    bool // associative and commutative in every bit, so that reductions may be cut anywhere
	quiet    bool // sets no flags
	toBool   bool
	toBytes  bool // the result is uint8
	relation relation
}

// relation is what a comparison tells of its operands.
type relation uint8

const (
	noRelation relation = iota
	equality
	ordering
)

// value is the Python object of the ufunc; there is one in each process, as for builtins.
func ufuncValue(name string) (Value, bool) {
	u, ok := ufuncs()[name]
	if !ok {
		return object.Null, false
	}
	return object.NewNative(kinds().ufunc, u), true
}

// operand is an argument of a ufunc: an array, weak where it is one of Python's numbers.
type operand struct {
	a    *Array
	weak byte // 0, or the kind: 'b' is never weak, 'i', 'f', 'c'
	v    Value
}

func operandOf(th *object.Thread, v Value) (operand, error) {
	if a, ok := AsArray(v); ok {
		return operand{a: a, v: v}, nil
	}
	switch {
	case v.IsSmallInt():
		return operand{weak: 'i', v: v}, nil
	case v.IsExactFloat():
		return operand{weak: 'f', v: v}, nil
	}
	switch v.Type() {
	case object.IntType:
		return operand{weak: 'i', v: v}, nil
	case object.ComplexType:
		return operand{weak: 'c', v: v}, nil
	}
	a, err := toArray(th, v, nil)
	return operand{a: a, v: v}, err
}

// weakened is the type of a promotion with Python's numbers of a kind; strong false: there are only those.
func weakened(dt DType, strong bool, weak byte) DType {
	if !strong {
		return of(map[byte]code{'i': Int64, 'f': Float64, 'c': Complex128}[weak])
	}
	switch {
	case weak == 0 || !dt.isNumber():
		return dt
	case weak == 'i':
		if dt.C == Bool {
			return int64Type
		}
		return dt
	case weak == 'f':
		if dt.C < Float16 {
			return float64Type
		}
		return dt
	}
	switch {
	case dt.isComplex():
		return dt
	case dt.C == Float16 || dt.C == Float32:
		return of(Complex64)
	}
	return of(Complex128)
}

// common is the promoted type of operands.
func common(ops []operand) DType {
	var dt DType
	strong := false
	weak := byte(0)
	for _, o := range ops {
		if o.weak != 0 {
			if weak == 0 || o.weak == 'c' || o.weak == 'f' && weak == 'i' {
				weak = o.weak
			}
			continue
		}
		if strong {
			dt = promote(dt, o.a.dt)
		} else {
			dt, strong = o.a.dt, true
		}
	}
	return weakened(dt, strong, weak)
}

// in is the operand as an array that loads into a loop type.
func (o operand) in(th *object.Thread, loop DType) (*Array, error) {
	if o.weak != 0 {
		if loop.C == Object {
			a := newArray(loop)
			a.mem.objs[0] = o.v
			return a, nil
		}
		a := newArray(loop)
		return a, a.set(th, 0, o.v)
	}
	if loop.dom() != objects && o.a.dt.isNumber() {
		if o.a.dt.dom() == loop.dom() && o.a.dt.size() <= loop.size() || o.a.dt.isInt() && loop.C == Float64 || o.a.dt.C == Bool || loop.C == Complex128 ||
			o.a.dt.dom() != floats && o.a.dt.dom() != complexNumbers && canCast(o.a.dt, loop, "safe") {
			return o.a, nil
		}
	}
	return o.a.to(th, loop)
}

// ufuncArgs are what a call gives besides the operands.
type ufuncArgs struct {
	out     *Array
	outV    Value
	where   *Array
	dtype   *DType
	casting string
	scalar  bool // of scalars, as messages say
}

// apply computes a ufunc of Python values.
func (u *ufunc) apply(th *object.Thread, vals []Value, opt *ufuncArgs) (Value, error) {
	ops := make([]operand, len(vals))
	for i, v := range vals {
		o, err := operandOf(th, v)
		if err != nil {
			return object.Null, err
		}
		ops[i] = o
	}
	a, err := u.compute(th, ops, opt)
	if err != nil {
		return object.Null, err
	}
	if opt != nil && opt.out != nil {
		return opt.outV, nil
	}
	if u.name == "add" && a.dt.C == Object && ops[0].weak == 0 && ops[1].weak == 0 && ops[0].a.dt.isText() && ops[0].a.dt.C == ops[1].a.dt.C { // joined as objects
		if a, err = a.astype(th, DType{C: ops[0].a.dt.C, N: ops[0].a.dt.N + ops[1].a.dt.N}); err != nil {
			return object.Null, err
		}
	}
	return result(a), nil
}

// loopType resolves the type that the function works in.
func (u *ufunc) loopType(th *object.Thread, ops []operand, opt *ufuncArgs) (DType, error) {
	dt := common(ops)
	if u.name == "ldexp" && ops[0].weak == 0 && ops[0].a.dt.isNumber() { // the exponents have a type of their own
		if e := ops[1]; e.weak == 0 && !e.a.dt.isInt() && e.a.dt.C != Bool || e.weak != 0 && e.weak != 'i' {
			return dt, u.unsupported()
		}
		dt = floatOf(ops[0].a.dt)
	}
	if apart[u.name] && dt.isInt() {
		each := slices.Clone(ops)
		weak := false
		for i, o := range each {
			if o.weak == 0 {
				each[i].a = &Array{dt: floatOf(o.a.dt)}
			}
			weak = weak || o.weak != 0
		}
		if !weak {
			dt = common(each)
		}
	}
	if opt != nil && opt.dtype != nil {
		if !u.toBool {
			dt = *opt.dtype
		} else if c := opt.dtype.C; c != Bool && c != Object {
			return dt, u.noLoop()
		}
	}
	if dt.isText() && (u.relation != noRelation || u.name == "add") {
		allText := true
		for _, o := range ops {
			allText = allText && o.weak == 0 && o.a.dt.isText()
		}
		if allText {
			return objectType, nil
		}
	}
	if dt.C == Object {
		return dt, nil
	}
	loop, ok := u.rule(u, dt)
	if opt != nil && opt.dtype != nil && (!ok || loop != dt) {
		return dt, u.noLoop()
	}
	if ok {
		return loop, nil
	}
	if dt.isText() && u.nin == 2 && !slices.Contains(textNames, u.name) {
		return dt, u.unsupported()
	}
	if dt.isNumber() && u.nin == 1 && u.name != "negative" && u.name != "positive" && u.name != "sign" || dt.isNumber() && u.name != "gcd" && u.name != "lcm" && (dt.isComplex() || dt.isFloat()) {
		return dt, u.unsupported()
	}
	types := ""
	for i, o := range ops {
		if i > 0 {
			types += ", "
		}
		switch {
		case o.weak != 0:
			types += "<class 'numpy.dtypes._Py" + map[byte]string{'i': "Long", 'f': "Float", 'c': "Complex"}[o.weak] + "DType'>"
		default:
			types += "<class 'numpy.dtypes." + dtypeClass(o.a.dt) + "DType'>"
		}
	}
	if dt.isText() && u.name == "multiply" && (opt == nil || opt.out == nil) && slices.ContainsFunc(ops, func(o operand) bool { return o.weak == 'i' || o.weak == 0 && o.a.dt.isInt() }) {
		return dt, object.TypeErrorf("The 'out' kwarg is necessary when using the string multiply ufunc directly. Use numpy.strings.multiply to multiply strings without specifying 'out'.")
	}
	if dt.isText() && u.nin == 2 && !u.toBool {
		types = ""
		for i, o := range ops {
			if i > 0 {
				types += ", "
			}
			var d DType
			if o.a != nil {
				d = o.a.dt
			} else {
				d = leafType(o.v)
			}
			types += d.repr()
		}
		return dt, object.Raisef(kinds().noLoopError, "ufunc '%s' did not contain a loop with signature matching types (%s) -> None", u.name, types)
	}
	if u.name == "positive" || u.name == "sign" || dt.isText() && (u.name == "absolute" || u.name == "negative" || u.name == "conjugate") {
		return dt, object.Raisef(kinds().noLoopError, "ufunc '%s' did not contain a loop with signature matching types %s -> None", u.name, types)
	}
	if u.name == "gcd" || u.name == "lcm" || dt.isText() && u.nin == 2 {
		return dt, object.Raisef(kinds().noLoopError, "ufunc '%s' did not contain a loop with signature matching types (%s) -> None", u.name, types)
	}
	if u.name == "subtract" {
		return dt, object.TypeErrorf("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.")
	}
	if u.name == "negative" {
		return dt, object.TypeErrorf("The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.")
	}
	return dt, u.unsupported()
}

// textNames are the functions of two operands that have loops for texts, if not for each pair.
var textNames = []string{"add", "subtract", "multiply", "maximum", "minimum", "fmax", "fmin", "gcd", "lcm", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal"}

// noLoop refuses a type that the call names and the function does not work in.
func (u *ufunc) noLoop() error {
	return object.TypeErrorf("No loop matching the specified signature and casting was found for ufunc %s", u.name)
}

// unsupported refuses the types of the operands.
func (u *ufunc) unsupported() error {
	return object.TypeErrorf("ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''", u.name)
}

func dtypeClass(d DType) string {
	switch d.C {
	case Text:
		return "Str"
	case Bytes:
		return "Bytes"
	}
	n := d.name()
	if d.kind() == 'u' {
		return "UI" + n[2:]
	}
	return string(n[0]-32) + n[1:]
}

// outType is the type of the result of a loop.
func (u *ufunc) outType(loop DType) DType {
	switch {
	case u.logical() && loop.C == Object: // which gives one of the operands
		return objectType
	case u.toBool:
		return boolType
	case u.toBytes:
		return DType{C: Uint8}
	case u.cf != nil && loop.isComplex():
		return realOf(loop)
	}
	return loop
}

// logical says whether the ufunc asks only whether values are true.
func (u *ufunc) logical() bool { return strings.HasPrefix(u.name, "logical_") }

// compute is the ufunc on operands.
func (u *ufunc) compute(th *object.Thread, ops []operand, opt *ufuncArgs) (*Array, error) {
	if u.logical() && u.nin == 2 {
		for i, o := range ops {
			if o.weak != 0 || o.a.dt.C != Text && o.a.dt.C != Bytes {
				continue
			}
			truths, err := o.a.to(th, boolType)
			if err != nil {
				return nil, err
			}
			ops[i].a = truths
		}
	}
	if u.toBool && u.nin == 2 && u.ib != nil {
		ops = u.comparable(th, ops)
	}
	loop, err := u.loopType(th, ops, opt)
	if err != nil {
		return nil, err
	}
	ins := make([]*Array, len(ops), len(ops)+1)
	shapes := make([][]int, len(ops))
	for i, o := range ops {
		if opt != nil && opt.dtype != nil && o.weak == 0 && !canCast(o.a.dt, loop, opt.castingRule()) {
			return nil, object.Raisef(kinds().castingError, "Cannot cast ufunc '%s' input %d from %s to %s with casting rule '%s'", u.name, i, o.a.dt.repr(), loop.repr(), opt.castingRule())
		}
		if ins[i], err = o.in(th, loop); err != nil {
			return nil, err
		}
		shapes[i] = ins[i].shape
	}
	if opt != nil && opt.where != nil {
		shapes = append(shapes, opt.where.shape)
	}
	shape, ok := broadcastShape(shapes...)
	if !ok {
		text := ""
		for _, s := range shapes {
			text += shapeText(s) + " "
		}
		if opt != nil && opt.out != nil {
			text += shapeText(opt.out.shape) + " "
		}
		return nil, object.ValueErrorf("operands could not be broadcast together with shapes %s", text)
	}
	outType := u.outType(loop)
	var out *Array
	if opt != nil && opt.out != nil {
		out = opt.out
		if err := out.writable("output array is read-only"); err != nil {
			return nil, err
		}
		if !slices.Equal(out.shape, shape) {
			if s, ok := broadcastShape(shape, out.shape); !ok || !slices.Equal(s, out.shape) {
				text := ""
				for _, s := range shapes {
					text += shapeText(s) + " "
				}
				if !ok {
					return nil, object.ValueErrorf("operands could not be broadcast together with shapes %s%s ", text, shapeText(out.shape))
				}
				return nil, object.ValueErrorf("non-broadcastable output operand with shape %s doesn't match the broadcast shape %s", shapeText(out.shape), shapeText(s))
			}
			shape = out.shape
		}
		if !canCast(outType, out.dt, opt.castingRule()) {
			return nil, object.Raisef(kinds().castingError, "Cannot cast ufunc '%s' output from %s to %s with casting rule '%s'", u.name, outType.repr(), out.dt.repr(), opt.castingRule())
		}
		for i, in := range ins {
			if overlaps(in, out) && !(slices.Equal(in.shape, shape) && slices.Equal(in.strides, out.strides) && in.off == out.off && in.dt == out.dt) {
				ins[i] = newArray(in.dt, in.shape...)
				copyElements(ins[i], in)
			}
		}
	} else if outType.C == Object {
		out = newArray(objectType, shape...)
	} else {
		if err := checkSize(th, outType, shape); err != nil {
			return nil, err
		}
		out = &Array{dt: outType, shape: slices.Clone(shape), strides: orderOf(shape, ins...), fresh: true}
		if opt != nil && opt.where != nil || !u.laterMemory(loop, out) {
			out.mem = newMemory(outType, product(shape), opt != nil && opt.where != nil)
		}
	}
	target := out
	if opt != nil && opt.where != nil {
		target = newArray(outType, shape...)
	}
	for i := range ins {
		if !slices.Equal(ins[i].shape, shape) {
			ins[i] = ins[i].expanded(shape)
		}
	}
	if loop.C == Object {
		err = u.onObjects(th, ins, target)
	} else {
		err = u.run(th, loop, ins, target, opt)
	}
	if err != nil {
		return nil, err
	}
	out.fresh = false
	if target != out {
		mask := opt.where.expanded(shape)
		return out, assignWhere(th, out, target, mask)
	}
	return out, nil
}

func (opt *ufuncArgs) castingRule() string {
	if opt.casting == "" {
		return "same_kind"
	}
	return opt.casting
}

// laterMemory says whether an operator may bring the memory of the result.
func (u *ufunc) laterMemory(loop DType, out *Array) bool {
	return (loop.C == Float32 || loop.C == Float64) && out.dt == loop && out.size() >= large && operatorOf[u.name] != ""
}

// comparable makes integers that the other operand's type does not hold operands of a type that does, since comparing
// them is no error.
func (u *ufunc) comparable(th *object.Thread, ops []operand) []operand {
	out := slices.Clone(ops)
	for i, o := range ops {
		other := ops[1-i]
		if o.weak != 'i' || other.weak != 0 || !other.a.dt.isInt() {
			continue
		}
		n, small := o.v.AsInt()
		if small && fits(n, other.a.dt.C) {
			continue
		}
		a := newArray(float64Type)
		switch b := object.BigOf(o.v); {
		case small && other.a.dt.C != Uint64:
			a = newArray(int64Type)
			a.put(0, n)
		case b.IsUint64() && other.a.dt.kind() == 'u':
			a = newArray(of(Uint64))
			a.put(0, b.Uint64())
		default:
			f := math.Inf(b.Sign())
			a.put(0, f)
		}
		out[i] = operand{a: a, v: o.v}
	}
	return out
}

// assignWhere writes the elements that a mask picks.
func assignWhere(th *object.Thread, dst, src, mask *Array) error {
	m := view[uint8](mask)
	tmp := src
	if dst.dt != src.dt {
		tmp = newArray(dst.dt, src.shape...)
		if err := assign(th, tmp, src); err != nil {
			return err
		}
	}
	d, s, k := positions(dst), positions(tmp), positions(mask)
	for i := range d {
		if m[k[i]] != 0 {
			copyOne(dst, d[i], tmp, s[i])
		}
	}
	return nil
}

// copyOne copies one element between arrays of one type.
func copyOne(dst *Array, i int, src *Array, j int) {
	if dst.dt.dom() == objects {
		dst.mem.objs[i] = src.mem.objs[j]
		return
	}
	size := dst.dt.size()
	copy(dst.mem.st.Bytes()[i*size:(i+1)*size], src.mem.st.Bytes()[j*size:(j+1)*size])
}

// Flags that floating arithmetic raises.
const (
	flagDivide = 1 << iota
	flagOver
	flagUnder
	flagInvalid
)

// run computes rows of chunks.
func (u *ufunc) run(th *object.Thread, loop DType, ins []*Array, out *Array, opt *ufuncArgs) error {
	k := &u.kernel
	name := u.name
	if opt != nil && opt.scalar {
		name = "scalar " + name
	}
	if loop.C == Bool && u.boolAs != nil {
		k = u.boolAs
	}
	if loop.C == Float64 || loop.C == Float32 {
		if ok, err := u.byOperator(th, loop, ins, out); ok || err != nil {
			return err
		}
		if out.mem == nil {
			out.mem = newMemory(out.dt, out.size(), false)
		}
		if loop.C == Float64 || k.narrow == nil {
			if ok, err := u.small(th, k, ins, out, name); ok || err != nil {
				return err
			}
		}
	}
	arrays := append([]*Array{out}, ins...)
	flags := 0
	switch loop.dom() {
	case ints:
		runDomain(arrays, loop, Int64, k.i, k.ib, loadReal[int64], storeInts[int64], u.intFlags(&flags))
	case uints:
		runDomain(arrays, loop, Uint64, k.u, k.ub, loadReal[uint64], storeInts[uint64], u.uintFlags(&flags))
	case floats:
		f := k.f
		if loop.C != Float64 && f != nil {
			plain := f
			if k.narrow != nil {
				plain = k.narrow(loop.C)
			}
			f = func(x, y, out []float64) {
				plain(x, y, out)
				if loop.C == Float32 {
					for i, x := range out {
						out[i] = float64(float32(x))
					}
				} else {
					for i, x := range out {
						out[i] = rounded(x, Float16)
					}
				}
			}
		}
		var check func(x, y, out []float64)
		if !u.quiet {
			check = func(x, y, out []float64) { flags |= u.floatFlags(x, y, out) }
		}
		runDomain(arrays, loop, Float64, f, k.fb, loadReal[float64], storeFloats, check)
	case complexNumbers:
		if k.cf != nil {
			runToReal(arrays, k.cf)
			break
		}
		c := k.c
		if loop.C == Complex64 && k.c64 != nil {
			c = k.c64
		}
		runDomain(arrays, loop, Complex128, c, k.cb, loadComplex, storeComplex, u.complexFlags(&flags))
	}
	if flags != 0 {
		return floatingError(th, flags, name)
	}
	return nil
}

func runDomain[D int64 | uint64 | float64 | complex128](arrays []*Array, loop DType, direct code, f func(x, y, out []D), fb func(x, y []D, out []uint8),
	load func(*Array, int, int, []D), store func(*Array, int, int, []D), check func(x, y, out []D)) {
	out := arrays[0]
	var bx, by, bo [chunk]D
	var bb [chunk]uint8
	binary := len(arrays) == 3
	rows(arrays, func(pos []int, n int, step []int) {
		p0, p1, p2 := pos[0], pos[1], 0
		if binary {
			p2 = pos[2]
		}
		// An operand that does not move along the row is loaded once.
		var x, y []D
		for first := true; n > 0; first = false {
			m := min(n, chunk)
			if first || step[1] != 0 || len(x) > m {
				x = loaded(arrays[1], p1, step[1], direct, bx[:m], load)
			}
			if binary && (first || step[2] != 0 || len(y) > m) {
				y = loaded(arrays[2], p2, step[2], direct, by[:m], load)
			}
			if fb != nil {
				b := bb[:m]
				if out.dt.C == Bool && step[0] == 1 {
					b = view[uint8](out)[p0 : p0+m]
				}
				fb(x, y, b)
				if out.dt.C != Bool || step[0] != 1 {
					storeBools(out, p0, step[0], b)
				}
			} else {
				o := bo[:m]
				inPlace := out.dt.C == direct && step[0] == 1
				if inPlace && check == nil {
					o = tensorSlice[D](out, p0, m)
				}
				f(x, y, o)
				if check != nil {
					check(x, y, o)
				}
				if !inPlace || check != nil {
					store(out, p0, step[0], o)
				}
			}
			p0 += m * step[0]
			p1 += m * step[1]
			if binary {
				p2 += m * step[2]
			}
			n -= m
		}
	})
}

// loaded is a chunk of an operand: its memory where that is of the domain already.
func loaded[D int64 | uint64 | float64 | complex128](a *Array, pos, step int, direct code, buf []D, load func(*Array, int, int, []D)) []D {
	if a.dt.C == direct && step == 1 {
		return tensorSlice[D](a, pos, len(buf))
	}
	if step == 0 {
		load(a, pos, 0, buf[:1])
		for i := 1; i < len(buf); i++ {
			buf[i] = buf[0]
		}
		return buf
	}
	load(a, pos, step, buf)
	return buf
}

func tensorSlice[D int64 | uint64 | float64 | complex128](a *Array, pos, n int) []D {
	return view[D](a)[pos : pos+n : pos+n]
}

func storeBools(a *Array, pos, step int, in []uint8) {
	if a.dt.C == Object {
		for _, b := range in {
			a.mem.objs[pos] = object.Bool(b != 0)
			pos += step
		}
		return
	}
	var buf [chunk]uint64
	for i, b := range in {
		buf[i] = uint64(b)
	}
	storeInts(a, pos, step, buf[:len(in)])
}

func runToReal(arrays []*Array, f func(x []complex128, out []float64)) {
	out, in := arrays[0], arrays[1]
	rows(arrays, func(pos []int, n int, step []int) {
		var x [chunk]complex128
		var o [chunk]float64
		for i, j := pos[0], pos[1]; n > 0; n -= chunk {
			m := min(n, chunk)
			loadComplex(in, j, step[1], x[:m])
			f(x[:m], o[:m])
			storeFloats(out, i, step[0], o[:m])
			i += m * step[0]
			j += m * step[1]
		}
	})
}

// floatFlags finds out which exceptions a chunk raised, from what went in and came out.
func (u *ufunc) floatFlags(x, y, out []float64) int {
	finite := 0.0
	for _, v := range out {
		finite += v * 0
	}
	if finite == 0 {
		return 0
	}
	flags := 0
	for i, v := range out {
		if v-v == 0 {
			continue
		}
		b := 0.0
		if y != nil {
			b = y[i]
		}
		switch {
		case v != v:
			if x[i] == x[i] && b == b {
				flags |= flagInvalid
			}
		case math.IsInf(x[i], 0) || math.IsInf(b, 0):
		case u.divides && (y == nil || b == 0 || u.name == "power" && x[i] == 0):
			flags |= flagDivide
		default:
			flags |= flagOver
		}
	}
	return flags
}

func isFinite(c complex128) bool { return !cmplx.IsNaN(c) && !cmplx.IsInf(c) }

func (u *ufunc) complexFlags(flags *int) func(x, y, out []complex128) {
	if u.quiet {
		return nil
	}
	return func(x, y, out []complex128) {
		for i, v := range out {
			if isFinite(v) {
				continue
			}
			in := x[i]
			if y != nil {
				in += y[i]
			}
			if !isFinite(in) {
				continue
			}
			switch {
			case u.divides && y != nil && y[i] == 0:
				*flags |= flagDivide | flagInvalid
			case u.divides && y == nil:
				*flags |= flagDivide
			case math.IsNaN(real(v)) || math.IsNaN(imag(v)):
				*flags |= flagInvalid
			default:
				*flags |= flagOver
			}
		}
	}
}

func (u *ufunc) intFlags(flags *int) func(x, y, out []int64) {
	if !u.divides || u.nin != 2 {
		return nil
	}
	return func(x, y, out []int64) {
		if slices.Contains(y, 0) {
			*flags |= flagDivide
		}
	}
}

func (u *ufunc) uintFlags(flags *int) func(x, y, out []uint64) {
	if !u.divides || u.nin != 2 {
		return nil
	}
	return func(x, y, out []uint64) {
		if slices.Contains(y, 0) {
			*flags |= flagDivide
		}
	}
}

// onObjects calls the operation of Python's objects.
func (u *ufunc) onObjects(th *object.Thread, ins []*Array, out *Array) error {
	byMethod := u.nin == 1 || slices.Contains([]string{"fmod", "arctan2", "hypot", "logical_xor"}, u.name)
	if u.obj == nil && !byMethod {
		return u.unsupported()
	}
	pos := make([][]int, len(ins))
	for i, a := range ins {
		pos[i] = positions(a)
	}
	for i, p := range positions(out) {
		x := ins[0].item(pos[0][i])
		var y Value
		if len(ins) > 1 {
			y = ins[1].item(pos[1][i])
		}
		var r Value
		var err error
		if u.obj != nil {
			r, err = u.obj(th, x, y)
		} else {
			f, e := object.LookupAttr(th, x, object.Intern(u.name))
			if e != nil {
				return e
			}
			if f.IsNull() && u.nin == 2 {
				return object.AttributeErrorf(x, object.Intern(u.name), "'%s' object has no attribute '%s'", x.Type().ShortName(), u.name)
			}
			if f.IsNull() {
				return object.TypeErrorf("loop of ufunc does not support argument %d of type %s which has no callable %s method", i, x.Type().ShortName(), u.name)
			}
			if u.nin == 2 {
				r, err = object.Call(th, f, y)
			} else {
				r, err = object.Call(th, f)
			}
		}
		if err != nil {
			return err
		}
		if err := out.set(th, p, r); err != nil {
			return err
		}
	}
	return nil
}

// writable refuses arrays that may not be written to.
func (a *Array) writable(text string) error {
	if a.readOnly {
		return object.ValueErrorf("%s", text)
	}
	return nil
}
