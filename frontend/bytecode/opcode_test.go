package bytecode

import (
	"strings"
	"testing"
)

func TestTableIsComplete(t *testing.T) {
	seen := map[string]Opcode{}
	for op := Opcode(0); op < OpcodeCount; op++ {
		info := &Table[op]
		if info.Name == "" {
			t.Errorf("opcode %d has no name", op)
			continue
		}
		if other, twice := seen[info.Name]; twice {
			t.Errorf("%s is the name of opcodes %d and %d", info.Name, other, op)
		}
		seen[info.Name] = op
		if got, ok := OpcodeByName(info.Name); !ok || got != op {
			t.Errorf("OpcodeByName(%s) = %d, %v", info.Name, got, ok)
		}
		if !strings.Contains(info.Doc, "--") {
			t.Errorf("%s: the doc has no stack picture: %q", info.Name, info.Doc)
		}
		if info.Jumps != (info.Operand == OperandJump) {
			t.Errorf("%s: Jumps and Operand disagree", info.Name)
		}
		if info.Vary != nil && (info.Pops != 0 || info.Pushes != 0) {
			t.Errorf("%s: both a fixed and a varying stack effect", info.Name)
		}
		if info.Vary != nil && info.Operand == OperandNone {
			t.Errorf("%s: the stack effect depends on an argument that it does not have", info.Name)
		}
	}
}

// TestStackEffects compares the net effect with values recorded from CPython 3.14
// (dis.stack_effect).
func TestStackEffects(t *testing.T) {
	for _, c := range []struct {
		op   Opcode
		arg  int32
		want int
	}{
		{CALL, 0, -1}, {CALL, 3, -4}, {CALL_KW, 2, -4}, {CALL_FUNCTION_EX, 0, -3},
		{LOAD_ATTR, 4, 0}, {LOAD_ATTR, 5, 1}, {LOAD_GLOBAL, 0, 1}, {LOAD_GLOBAL, 1, 2},
		{LOAD_SUPER_ATTR, 4, -2}, {LOAD_SUPER_ATTR, 5, -1}, {LOAD_SPECIAL, 0, 1},
		{BUILD_MAP, 3, -5}, {BUILD_TUPLE, 3, -2}, {BUILD_SLICE, 3, -2},
		{UNPACK_SEQUENCE, 4, 3}, {UNPACK_EX, 2 | 3<<8, 5},
		{STORE_SLICE, 0, -4}, {BINARY_SLICE, 0, -2}, {STORE_SUBSCR, 0, -3},
		{FOR_ITER, 0, 1}, {SEND, 0, 0}, {END_SEND, 0, -1}, {CLEANUP_THROW, 0, -1},
		{RAISE_VARARGS, 2, -2}, {RERAISE, 1, -1}, {PUSH_EXC_INFO, 0, 1}, {WITH_EXCEPT_START, 0, 1},
		{CHECK_EXC_MATCH, 0, 0}, {CHECK_EG_MATCH, 0, 0}, {MATCH_CLASS, 2, -2}, {MATCH_KEYS, 0, 1},
		{MAP_ADD, 1, -2}, {DICT_MERGE, 1, -1}, {IMPORT_NAME, 0, -1}, {IMPORT_FROM, 0, 1},
		{SET_FUNCTION_ATTRIBUTE, 8, -1}, {RETURN_GENERATOR, 0, 1}, {YIELD_VALUE, 0, 0},
	} {
		pops, pushes := c.op.Effect(c.arg)
		if got := pushes - pops; got != c.want {
			t.Errorf("%s %d: effect %d, want %d", c.op, c.arg, got, c.want)
		}
	}
}
