// Package ir is the loop IR: what a kernel computes, apart from how, on which machine and over which sizes.
//
// A kernel is one function of an element, applied over an iteration space whose sizes and strides come at run time. The
// space has kept dimensions and reduced ones, any number of each; a row is all elements that share their kept indices.
// The kernel runs over each row in passes. A pass stores elements (pointwise) and reduces values over the row; the
// results of a reduction are row values, which later passes use, as do softmax and the norms. Stores of row values come last.
//
//	kernel softmax
//	in x float32
//	out y float32
//	pass
//	%1 = load x
//	%2 = reduce max %1
//	pass
//	%3 = sub %1 %2
//	...
//
// Values form a hash-consed graph of immutable nodes; a value is computed where it is demanded: once per call if it
// depends on nothing but constants and scalars, once per row if on row values and row buffers, else for each element of each
// pass that needs it. A load reads what the buffer holds when its pass comes to the element; within one pass and vector
// of elements all loads come before all stores, so a kernel may write over its inputs at the same index.
//
// The meaning is exact, so that all executors give the same bits (NaNs are equal whatever their payload): floating-point
// operations round once, fma is the only fused one, and a reduction combines in a fixed order (Partials) that
// depends on the sizes and strides of the call alone, never on threads or the machine.
//
// It is a part of this module; package magneto is for use from outside.
package ir

import "math"

// Type is the type of a value in a kernel.
type Type uint8

const (
	Bool Type = iota
	I32
	I64
	F32
	F64
	numTypes
)

var typeNames = [numTypes]string{"bool", "i32", "i64", "f32", "f64"}

func (t Type) String() string { return typeNames[t] }

// Float tells whether t is a floating-point type.
func (t Type) Float() bool { return t >= F32 }

// Wide tells whether values of t take 64 bits.
func (t Type) Wide() bool { return t == I64 || t == F64 }

// Elem is the element type of a buffer. Loading gives a value of Value(), storing rounds or wraps back.
type Elem uint8

const (
	Bool8 Elem = iota // 0 or 1
	Uint8
	Int8
	Int16
	Int32
	Int64
	Float16  // IEEE binary16, rounded to nearest even
	BFloat16 // the upper half of a float32, rounded to nearest even
	Float32
	Float64
	Index64 // an int64 that becomes the nearest value of i32: indices, so that 64 bits take no room where all else has 32; only read
	numElems
)

var elems = [numElems]struct {
	name  string
	size  int // bytes
	value Type
}{
	{"bool", 1, Bool}, {"uint8", 1, I32}, {"int8", 1, I32}, {"int16", 2, I32}, {"int32", 4, I32}, {"int64", 8, I64},
	{"float16", 2, F32}, {"bfloat16", 2, F32}, {"float32", 4, F32}, {"float64", 8, F64}, {"index64", 8, I32},
}

func (e Elem) String() string { return elems[e].name }

// Size is the number of bytes of one element.
func (e Elem) Size() int { return elems[e].size }

// Value is the type that elements have in a kernel.
func (e Elem) Value() Type { return elems[e].value }

// Float32Bits and its like make the Imm of a constant and the words of scalars: floats as their bits, integers as their
// two's complement, bools as 0 and 1.
func Float32Bits(f float32) uint64 { return uint64(math.Float32bits(f)) }
func Float64Bits(f float64) uint64 { return math.Float64bits(f) }
func IntBits(t Type, n int64) uint64 {
	if t == I32 {
		return uint64(uint32(n))
	}
	return uint64(n)
}
