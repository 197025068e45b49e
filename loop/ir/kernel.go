package ir

import (
	"fmt"
	"math"
)

// ID names a value of a kernel; 0 is none.
type ID int32

// Value is a node of the expression graph. Operands come before it in Kernel.Values.
type Value struct {
	Op   Op
	Type Type
	Args [3]ID
	Imm  uint64
}

// Mode says how a kernel uses a buffer.
type Mode uint8

const (
	In Mode = iota
	Out
	InOut
	Index // no memory: the value of an affine function of the indices, see Iota
)

var modeNames = [...]string{"in", "out", "inout", "iota"}

// Buf declares a buffer. Row buffers have one element a row: their strides along reduced dimensions are 0.
type Buf struct {
	Name string
	Elem Elem // of iotas int32 or int64
	Mode Mode
	Row  bool
}

// Scalar declares a parameter that is the same for all elements.
type Scalar struct {
	Name string
	Type Type
}

// Store writes Value into buffer Buf. With an Index it is a scatter: the element is Index times the buffer's index stride further on, where
// the value is put, or added to what is there. Scatters are done in the order of elements; one out of range is not done, and is an
// error.
type Store struct {
	Buf   int
	Value ID
	Index ID
	Add   bool
}

// Reduction combines Value over the row by Op: Add, Mul, Min, Max, And, Or. Result is its Reduced value. A sum of products adds Value times By, fused, if there is a By.
type Reduction struct {
	Op     Op
	Value  ID
	By     ID
	Result ID
}

// Order is in which order the reductions of a kernel combine the elements of a row.
type Order uint8

const (
	Spread  Order = iota // into many partial results, which is fastest: Schedule.Partials
	InLanes              // into as many as 64 bytes hold
	InOrder              // one after the other
	numOrders
)

var orderNames = [numOrders]string{InLanes: "lanes", InOrder: "inorder"}

// Pass is one run over the row.
type Pass struct {
	Stores     []Store
	Reductions []Reduction
}

// Kernel is a kernel, complete or under construction. A complete one is immutable.
type Kernel struct {
	Name     string
	Bufs     []Buf
	Scalars  []Scalar
	Values   []Value // Values[0] is no value
	Passes   []Pass
	Final    []Store // into row buffers, after the passes
	Order    Order
	CLibrary bool // elementary functions of float32 are built as those of the C library

	known   map[Value]ID
	reduced int
	err     error
}

// New starts a kernel with one empty pass.
func New(name string) *Kernel {
	return &Kernel{Name: name, Values: make([]Value, 1, 32), Passes: make([]Pass, 1), known: map[Value]ID{}}
}

// Err is the first mistake made in building, or nil. Verify reports it too.
func (k *Kernel) Err() error { return k.err }

func (k *Kernel) fail(format string, args ...any) ID {
	if k.err == nil {
		k.err = fmt.Errorf("kernel %s: "+format, append([]any{k.Name}, args...)...)
	}
	return 0
}

// In, Out, InOut and Iota declare buffers, RowIn and RowOut row buffers; the results name them in Load and Store.
func (k *Kernel) In(name string, e Elem) int  { return k.buffer(Buf{Name: name, Elem: e, Mode: In}) }
func (k *Kernel) Out(name string, e Elem) int { return k.buffer(Buf{Name: name, Elem: e, Mode: Out}) }
func (k *Kernel) InOut(name string, e Elem) int {
	return k.buffer(Buf{Name: name, Elem: e, Mode: InOut})
}
func (k *Kernel) Iota(name string, e Elem) int {
	return k.buffer(Buf{Name: name, Elem: e, Mode: Index})
}
func (k *Kernel) RowIn(name string, e Elem) int {
	return k.buffer(Buf{Name: name, Elem: e, Mode: In, Row: true})
}
func (k *Kernel) RowOut(name string, e Elem) int {
	return k.buffer(Buf{Name: name, Elem: e, Mode: Out, Row: true})
}

func (k *Kernel) buffer(b Buf) int {
	if b.Mode == Index && b.Elem != Int32 && b.Elem != Int64 {
		k.fail("iota %s is %s, not int32 or int64", b.Name, b.Elem)
	}
	if b.Elem == Index64 && b.Mode != In {
		k.fail("%s is %s, which is only read", b.Name, b.Elem)
	}
	k.Bufs = append(k.Bufs, b)
	return len(k.Bufs) - 1
}

// Scalar declares a parameter and gives its value.
func (k *Kernel) Scalar(name string, t Type) ID {
	k.Scalars = append(k.Scalars, Scalar{name, t})
	return k.intern(Value{Op: ScalarOf, Type: t, Imm: uint64(len(k.Scalars) - 1)})
}

// ScalarAt is the value of a parameter that has been declared, by number.
func (k *Kernel) ScalarAt(i int) ID {
	return k.intern(Value{Op: ScalarOf, Type: k.Scalars[i].Type, Imm: uint64(i)})
}

func (k *Kernel) intern(v Value) ID {
	if id, ok := k.known[v]; ok {
		return id
	}
	k.Values = append(k.Values, v)
	id := ID(len(k.Values) - 1)
	k.known[v] = id
	return id
}

// TypeOf is the type of a value.
func (k *Kernel) TypeOf(id ID) Type { return k.Values[id].Type }

// Load is an element of a buffer, or the index if that is an iota.
func (k *Kernel) Load(buf int) ID {
	if buf < 0 || buf >= len(k.Bufs) {
		return k.fail("load of buffer %d of %d", buf, len(k.Bufs))
	}
	b := k.Bufs[buf]
	if b.Mode == Index {
		return k.intern(Value{Op: Iota, Type: b.Elem.Value(), Imm: uint64(buf)})
	}
	return k.intern(Value{Op: Load, Type: b.Elem.Value(), Imm: uint64(buf)})
}

// Gather is an element of a buffer, index (an integer) times the buffer's index stride further on.
func (k *Kernel) Gather(buf int, index ID) ID {
	if buf < 0 || buf >= len(k.Bufs) || k.Bufs[buf].Mode == Index {
		return k.fail("gather from buffer %d", buf)
	}
	if index <= 0 || !integer.takes(k.TypeOf(index)) {
		return k.fail("gather by what is no integer")
	}
	return k.intern(Value{Op: Gather, Type: k.Bufs[buf].Elem.Value(), Args: [3]ID{index}, Imm: uint64(buf)})
}

// Scatter stores v, or adds it, index times the buffer's index stride further on.
func (k *Kernel) Scatter(buf int, index, v ID, add bool) {
	if buf < 0 || buf >= len(k.Bufs) || index <= 0 || !integer.takes(k.TypeOf(index)) {
		k.fail("scatter into buffer %d", buf)
		return
	}
	p := &k.Passes[len(k.Passes)-1]
	p.Stores = append(p.Stores, Store{buf, v, index, add})
}

// Const is a constant of type t; f must be a value of it.
func (k *Kernel) Const(t Type, f float64) ID {
	switch t {
	case F32:
		return k.ConstBits(t, uint64(math.Float32bits(float32(f))))
	case F64:
		return k.ConstBits(t, math.Float64bits(f))
	}
	return k.ConstBits(t, IntBits(t, int64(f)))
}

// ConstBits is a constant given by its bits.
func (k *Kernel) ConstBits(t Type, word uint64) ID {
	if t == Bool {
		word &= 1
	} else if !t.Wide() {
		word = uint64(uint32(word))
	}
	return k.intern(Value{Op: Const, Type: t, Imm: word})
}

// Do applies an operation that takes values alone: all but leaves, shifts and conversions.
func (k *Kernel) Do(o Op, args ...ID) ID {
	if o >= numOps || ops[o].class == leaf || ops[o].class == gather || ops[o].class == convert || ops[o].shift {
		return k.fail("%d is no operation on values alone", o)
	}
	return k.node(o, 0, 0, args...)
}

// Shift shifts by a constant number of bits.
func (k *Kernel) Shift(o Op, a ID, count int) ID {
	if !ops[o].shift || count < 0 || count >= 64 || count >= 32 && k.TypeOf(a) == I32 {
		return k.fail("%s by %d", o, count)
	}
	return k.node(o, 0, uint64(count), a)
}

// To converts to type t; BitsAs reads the same bits as t.
func (k *Kernel) To(t Type, a ID) ID {
	if k.TypeOf(a) == t {
		return a
	}
	return k.node(To, t, 0, a)
}

func (k *Kernel) BitsAs(t Type, a ID) ID { return k.node(Bits, t, 0, a) }

// node checks types and enters the value.
func (k *Kernel) node(o Op, t Type, imm uint64, args ...ID) ID {
	row := &ops[o]
	if len(args) != row.arity {
		return k.fail("%s of %d values", o, len(args))
	}
	v := Value{Op: o, Imm: imm}
	for i, a := range args {
		if a <= 0 || int(a) >= len(k.Values) {
			return k.fail("operand %d of %s is no value", i+1, o)
		}
		v.Args[i] = a
	}
	result, err := k.infer(v, t)
	if err != nil {
		return k.fail("%v", err)
	}
	v.Type = result
	return k.intern(v)
}

// infer finds the result type; want is that of conversions.
func (k *Kernel) infer(v Value, want Type) (Type, error) {
	row := &ops[v.Op]
	first := k.TypeOf(v.Args[0])
	operands := v.Args[:row.arity]
	switch row.class {
	case choose:
		if first != Bool {
			return 0, fmt.Errorf("select by %s", first)
		}
		operands, first = operands[1:], k.TypeOf(v.Args[1])
	case reject:
		if condition := k.TypeOf(v.Args[1]); condition != Bool {
			return 0, fmt.Errorf("reject by %s", condition)
		}
		operands = operands[:1]
	case convert:
		switch {
		case v.Op == Bits && (first == Bool || want == Bool || first.Wide() != want.Wide() || first == want):
			return 0, fmt.Errorf("bits of %s as %s", first, want)
		case v.Op == To && (want == Bool || want == first):
			return 0, fmt.Errorf("conversion of %s to %s", first, want)
		}
		return want, nil
	}
	for _, a := range operands {
		if t := k.TypeOf(a); t != first || !row.class.takes(t) {
			return 0, fmt.Errorf("%s of %s and %s", v.Op, first, t)
		}
	}
	if row.class == compare {
		return Bool, nil
	}
	return first, nil
}

// Store writes v into buf, in the current pass; into a row buffer, at the end.
func (k *Kernel) Store(buf int, v ID) {
	switch {
	case buf < 0 || buf >= len(k.Bufs):
		k.fail("store into buffer %d of %d", buf, len(k.Bufs))
	case k.Bufs[buf].Row:
		k.Final = append(k.Final, Store{Buf: buf, Value: v})
	default:
		p := &k.Passes[len(k.Passes)-1]
		p.Stores = append(p.Stores, Store{Buf: buf, Value: v})
	}
}

// Reduce combines v over the row, in the current pass. Its result can be used in later passes and final stores.
func (k *Kernel) Reduce(o Op, v ID) ID {
	if o >= numOps || !ops[o].reduce || v <= 0 || !ops[o].class.takes(k.TypeOf(v)) {
		return k.fail("reduction by %d", o)
	}
	result := k.intern(Value{Op: Reduced, Type: k.TypeOf(v), Imm: uint64(k.reduced)})
	k.reduced++
	p := &k.Passes[len(k.Passes)-1]
	p.Reductions = append(p.Reductions, Reduction{Op: o, Value: v, Result: result})
	return result
}

// ReduceProducts is the sum of v times by over the row, of floats, each product being added without rounding it first.
func (k *Kernel) ReduceProducts(v, by ID) ID {
	result := k.Reduce(Add, v)
	if result == 0 || by <= 0 || k.TypeOf(by) != k.TypeOf(v) || k.TypeOf(v) != F32 && k.TypeOf(v) != F64 {
		return k.fail("sum of products of %%%d and %%%d", v, by)
	}
	list := k.Passes[len(k.Passes)-1].Reductions
	list[len(list)-1].By = by
	return result
}

// NextPass starts another pass over the row.
func (k *Kernel) NextPass() { k.Passes = append(k.Passes, Pass{}) }

// Identity is the bits that a reduction by o of type t starts with.
func Identity(o Op, t Type) uint64 {
	word := uint64(0)
	switch o {
	case Mul:
		word = [numTypes]uint64{1, 1, 1, Float32Bits(1), Float64Bits(1)}[t]
	case Max:
		word = [numTypes]uint64{0, 1 << 31, 1 << 63, Float32Bits(float32(math.Inf(-1))), Float64Bits(math.Inf(-1))}[t]
	case Min:
		word = [numTypes]uint64{1, 1<<31 - 1, 1<<63 - 1, Float32Bits(float32(math.Inf(1))), Float64Bits(math.Inf(1))}[t]
	case And:
		word = [numTypes]uint64{1, 1<<32 - 1, 1<<64 - 1, 0, 0}[t]
	}
	return word
}
