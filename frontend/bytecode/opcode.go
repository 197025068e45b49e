// Package bytecode defines the instruction set of the virtual machine: the
// opcode table, code objects, an assembler and a disassembler.
//
// The instruction set is CPython 3.14's, by name and by meaning, so that
// listings can be read by people who know CPython's. It is a stack machine
// without a block stack: exceptions find their handler in a table of
// instruction ranges (Handler).
//
// What differs from CPython:
//
//   - An instruction is one fixed-width slot (Instr), so there is no
//     EXTENDED_ARG and no CACHE, and indices count instructions, not code units.
//   - Jump arguments are absolute instruction indices.
//   - Instructions that CPython's compiler adds only for speed are absent:
//     NOT_TAKEN, LOAD_FAST_BORROW, and the pairs such as LOAD_FAST_LOAD_FAST.
//
// Stack pictures below are written "before -- after", top of stack to the right.
//
// It is a part of this module; package magneto is for use from outside.
package bytecode

// Opcode names an instruction. Its properties are in Table.
type Opcode uint8

const (
	NOP Opcode = iota
	RESUME

	POP_TOP
	PUSH_NULL
	COPY
	SWAP

	UNARY_NEGATIVE
	UNARY_NOT
	UNARY_INVERT
	TO_BOOL
	BINARY_OP
	BINARY_SLICE
	STORE_SLICE
	STORE_SUBSCR
	DELETE_SUBSCR
	COMPARE_OP
	IS_OP
	CONTAINS_OP

	LOAD_CONST
	LOAD_SMALL_INT
	LOAD_COMMON_CONSTANT

	LOAD_FAST
	LOAD_FAST_CHECK
	LOAD_FAST_AND_CLEAR
	STORE_FAST
	DELETE_FAST
	MAKE_CELL
	COPY_FREE_VARS
	LOAD_DEREF
	STORE_DEREF
	DELETE_DEREF
	LOAD_FROM_DICT_OR_DEREF
	LOAD_FROM_DICT_OR_GLOBALS
	LOAD_LOCALS
	LOAD_NAME
	STORE_NAME
	DELETE_NAME
	LOAD_GLOBAL
	STORE_GLOBAL
	DELETE_GLOBAL
	LOAD_BUILD_CLASS
	SETUP_ANNOTATIONS

	LOAD_ATTR
	STORE_ATTR
	DELETE_ATTR
	LOAD_SUPER_ATTR
	LOAD_SPECIAL

	IMPORT_NAME
	IMPORT_FROM

	BUILD_TUPLE
	BUILD_LIST
	BUILD_SET
	BUILD_MAP
	BUILD_STRING
	BUILD_SLICE
	LIST_APPEND
	SET_ADD
	MAP_ADD
	LIST_EXTEND
	SET_UPDATE
	DICT_UPDATE
	DICT_MERGE
	UNPACK_SEQUENCE
	UNPACK_EX

	FORMAT_SIMPLE
	FORMAT_WITH_SPEC
	CONVERT_VALUE

	GET_ITER
	FOR_ITER
	END_FOR
	POP_ITER
	GET_YIELD_FROM_ITER
	SEND
	END_SEND
	YIELD_VALUE
	RETURN_GENERATOR
	RETURN_VALUE
	CLEANUP_THROW
	GET_AWAITABLE
	GET_AITER
	GET_ANEXT
	END_ASYNC_FOR

	JUMP_FORWARD
	JUMP_BACKWARD
	JUMP_BACKWARD_NO_INTERRUPT
	POP_JUMP_IF_TRUE
	POP_JUMP_IF_FALSE
	POP_JUMP_IF_NONE
	POP_JUMP_IF_NOT_NONE

	CALL
	CALL_KW
	CALL_FUNCTION_EX
	CALL_INTRINSIC_1
	CALL_INTRINSIC_2
	MAKE_FUNCTION
	SET_FUNCTION_ATTRIBUTE

	RAISE_VARARGS
	RERAISE
	PUSH_EXC_INFO
	POP_EXCEPT
	CHECK_EXC_MATCH
	CHECK_EG_MATCH
	WITH_EXCEPT_START

	MATCH_MAPPING
	MATCH_SEQUENCE
	MATCH_KEYS
	MATCH_CLASS
	GET_LEN

	// OpcodeCount is the number of opcodes; every smaller Opcode is valid.
	OpcodeCount
)

// Operand says what an instruction's argument means.
type Operand uint8

const (
	OperandNone       Operand = iota // the argument is not used
	OperandInt                       // a count, a depth, or flags; see the opcode's doc
	OperandConst                     // index into Consts
	OperandName                      // index into Names
	OperandGlobal                    // index into Names << 1 | push NULL after the value
	OperandAttr                      // index into Names << 1 | method lookup
	OperandSuper                     // index into Names << 2 | two-argument super << 1 | method lookup
	OperandLocal                     // index into LocalsPlus
	OperandDeref                     // index into LocalsPlus, of a cell or free variable
	OperandJump                      // absolute index of the target instruction
	OperandBinary                    // BinaryOperators index
	OperandCompare                   // CompareOperators index << 5 | mask, bit 4: convert to bool
	OperandInvert                    // 0, or 1 for the negated test
	OperandConvert                   // ConversionNames index
	OperandCommon                    // CommonConstants index
	OperandSpecial                   // SpecialMethods index
	OperandIntrinsic1                // Intrinsics1 index
	OperandIntrinsic2                // Intrinsics2 index
	OperandFuncAttr                  // one of the FuncAttr flags
)

// Info describes one opcode.
type Info struct {
	Name    string
	Operand Operand
	// Pops and Pushes count stack entries where they do not depend on the
	// argument; otherwise Vary is set and returns them.
	Pops, Pushes int
	Vary         func(arg int32) (pops, pushes int)
	// Jumps: the argument is an instruction index. Ends: control never falls
	// through to the next instruction.
	Jumps, Ends bool
	Doc         string
}

// Effect returns how many entries op with arg removes from the stack and then
// adds. It is the same whether or not a jump is taken; see FOR_ITER.
func (op Opcode) Effect(arg int32) (pops, pushes int) {
	info := &Table[op]
	if info.Vary != nil {
		return info.Vary(arg)
	}
	return info.Pops, info.Pushes
}

func (op Opcode) String() string {
	if op < OpcodeCount {
		return Table[op].Name
	}
	return "<invalid opcode>"
}

// Jumps reports whether the argument of op is an instruction index.
func (op Opcode) Jumps() bool { return Table[op].Jumps }

// Ends reports whether control never continues behind op.
func (op Opcode) Ends() bool { return Table[op].Ends }

// HasArg reports whether op uses its argument.
func (op Opcode) HasArg() bool { return Table[op].Operand != OperandNone }

// OpcodeByName returns the opcode with the given name.
func OpcodeByName(name string) (Opcode, bool) {
	for op := Opcode(0); op < OpcodeCount; op++ {
		if Table[op].Name == name {
			return op, true
		}
	}
	return 0, false
}
