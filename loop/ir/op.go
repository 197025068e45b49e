package ir

// Op is the operation of a value.
type Op uint8

const (
	Invalid  Op = iota
	Load        // element of buffer Imm
	Iota        // index of buffer Imm: start + Σ index·stride
	Const       // Imm
	ScalarOf    // scalar Imm
	Reduced     // result of reduction Imm, counted over all passes
	Gather      // element of buffer Imm, moved by a times its index stride; 0, and an error, where a is out of range

	Add
	Sub
	Mul
	Div // floats; integers truncate, by zero give 0
	Rem // integers: sign of the dividend, by zero give 0
	Min // NaN if either operand is
	Max
	PMin // b < a ? b : a, as WebAssembly's pmin: a NaN in b is dropped
	PMax // a < b ? b : a
	FMA  // a·b + c, rounded once
	FNMA // c − a·b, rounded once
	Neg
	Abs
	Sqrt
	Floor
	Ceil
	Trunc
	Round  // to nearest even
	Scale2 // a·2^b for integral b in −250…250 (f32), −2000…2000 (f64), and |a| in [½, 4), or NaN
	And
	Or
	Xor
	Not // bools only
	Shl // by Imm bits
	Shr // zeros shifted in
	Sar // the sign shifted in
	Lt
	Le
	Eq
	Ne
	Select // a ? b : c
	Reject // a; and an error where b is true
	To     // conversion of value; floats to integers truncate, and give the least integer for what does not fit
	Bits   // the same bits as another type of that size
	Half   // rounded to float16 and back
	// ScanAdd and ScanMul combine the elements of the row up to this one, in order, each pass beginning anew with the identity.
	ScanAdd
	ScanMul
	numOps
)

// class says which types an operation takes.
type class uint8

const (
	leaf     class = iota // no operands
	number                // i32, i64, f32, f64; operands and result alike
	float                 // f32, f64
	integer               // i32, i64
	bits                  // i32, i64, bool
	boolean               // bool
	compare               // numbers, gives bool
	choose                // bool, then two alike
	reject                // a number, then bool; the result is the number
	convert               // one operand; the result type is given
	float32s              // f32 only
	gather                // an index; the result is that of the buffer
)

// ops is the table of operations: name in texts, number of operands, types, whether Imm is a shift count.
var ops = [numOps]struct {
	name   string
	arity  int
	class  class
	shift  bool
	reduce bool // may reduce rows
}{
	Load: {"load", 0, leaf, false, false}, Iota: {"iota", 0, leaf, false, false}, Const: {"const", 0, leaf, false, false},
	ScalarOf: {"scalar", 0, leaf, false, false}, Reduced: {"reduce", 0, leaf, false, false}, Gather: {"gather", 1, gather, false, false},
	Add: {"add", 2, number, false, true}, Sub: {"sub", 2, number, false, false}, Mul: {"mul", 2, number, false, true},
	Div: {"div", 2, number, false, false}, Rem: {"rem", 2, integer, false, false},
	Min: {"min", 2, number, false, true}, Max: {"max", 2, number, false, true},
	PMin: {"pmin", 2, float, false, false}, PMax: {"pmax", 2, float, false, false},
	FMA: {"fma", 3, float, false, false}, FNMA: {"fnma", 3, float, false, false},
	Neg: {"neg", 1, number, false, false}, Abs: {"abs", 1, number, false, false},
	Sqrt: {"sqrt", 1, float, false, false}, Floor: {"floor", 1, float, false, false}, Ceil: {"ceil", 1, float, false, false},
	Trunc: {"trunc", 1, float, false, false}, Round: {"round", 1, float, false, false}, Scale2: {"scale2", 2, float, false, false},
	And: {"and", 2, bits, false, true}, Or: {"or", 2, bits, false, true}, Xor: {"xor", 2, bits, false, false},
	Not: {"not", 1, boolean, false, false},
	Shl: {"shl", 1, integer, true, false}, Shr: {"shr", 1, integer, true, false}, Sar: {"sar", 1, integer, true, false},
	Lt: {"lt", 2, compare, false, false}, Le: {"le", 2, compare, false, false}, Eq: {"eq", 2, compare, false, false}, Ne: {"ne", 2, compare, false, false},
	Select: {"select", 3, choose, false, false}, Reject: {"reject", 2, reject, false, false}, To: {"to", 1, convert, false, false}, Bits: {"bits", 1, convert, false, false},
	Half:    {"half", 1, float32s, false, false},
	ScanAdd: {"scanadd", 1, number, false, false}, ScanMul: {"scanmul", 1, number, false, false},
}

func (o Op) String() string { return ops[o].name }

// Scan is the operation that a scan combines elements by; ok is false for what is no scan.
func (o Op) Scan() (by Op, ok bool) {
	switch o {
	case ScanAdd:
		return Add, true
	case ScanMul:
		return Mul, true
	}
	return Invalid, false
}

// Arity is the number of operands.
func (o Op) Arity() int { return ops[o].arity }

// opNamed finds an operation by its name in texts.
var opNamed = func() map[string]Op {
	m := map[string]Op{}
	for o := Load; o < numOps; o++ {
		m[ops[o].name] = o
	}
	return m
}()

// takes tells whether an operation of class c takes operands of type t, the result type being given by result.
func (c class) takes(t Type) bool {
	switch c {
	case number, compare, reject:
		return t != Bool
	case float:
		return t.Float()
	case integer:
		return t == I32 || t == I64
	case bits:
		return !t.Float()
	case boolean:
		return t == Bool
	case float32s:
		return t == F32
	}
	return true
}
