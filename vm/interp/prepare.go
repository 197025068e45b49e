package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// prepared is the interpreter's own copy of a code object's instructions, with a cache entry for each instruction that
// looks something up by name. The tracer reads the plain instructions.
type prepared struct {
	instrs []instr
	caches []cache
	consts []Value
	names  []*object.Str
	simple bool // only positional parameters: arguments are bound by copying
}

type instr struct {
	op    bytecode.Opcode
	arg   int32
	cache int32
}

// cache remembers where a lookup by name succeeded last.
type cache struct {
	kind    cacheKind
	index   int32
	version uint64 // of the type, or of the keys of the globals
	second  uint64 // of the builtins
	val     Value
}

type cacheKind uint8

const (
	cacheEmpty    cacheKind = iota
	cacheGlobal             // entry index in the globals
	cacheBuiltin            // val, while globals have the same keys and builtins the same version
	cacheInstance           // entry index in the instance dictionary; the class has no data descriptor of the name
	cacheMethod             // val is a function of the class; the instance dictionary does not have the name
	cacheClass              // val is an attribute of the class that owner is
	cacheModule             // entry index in the module's namespace
	cacheSlot               // index in Instance.Slots
)

func prepare(code *object.Code) *prepared {
	if p, ok := code.Exec.(*prepared); ok {
		return p
	}
	p := &prepared{consts: code.ConstValues, names: code.NameStrs}
	p.instrs = make([]instr, len(code.Instrs))
	n := int32(0)
	for i, in := range code.Instrs {
		p.instrs[i] = instr{op: in.Op, arg: in.Arg}
		switch in.Op {
		case bytecode.LOAD_GLOBAL, bytecode.LOAD_ATTR, bytecode.STORE_ATTR, bytecode.LOAD_NAME:
			p.instrs[i].cache = n
			n++
		}
	}
	p.caches = make([]cache, n)
	p.fuse()
	const special = bytecode.FlagVarArgs | bytecode.FlagVarKeywords
	p.simple = code.Flags&special == 0 && code.KwOnlyArgCount == 0
	code.Exec = p
	return p
}

// Instructions of the prepared copy only: frequent pairs, and binary operators with a fast path of their own. A pair keeps
// its second instruction in place, for jumps to it, and finds that one's argument in the cache field.
const (
	opLoadFastLoadFast = bytecode.OpcodeCount + iota
	opLoadFastLoadInt
	opStoreFastLoadFast
	opCompareJump // COMPARE_OP with a conditional jump behind
	opAdd
	opSubtract
	opSubscript
)

// fuse specialises instructions that depend only on the code.
func (p *prepared) fuse() {
	for i := range p.instrs {
		in := &p.instrs[i]
		var next *instr
		if i+1 < len(p.instrs) {
			next = &p.instrs[i+1]
		}
		switch in.op {
		case bytecode.BINARY_OP:
			switch in.arg {
			case bytecode.BinaryAdd, bytecode.BinaryAdd + bytecode.BinaryInPlace:
				in.op = opAdd
			case bytecode.BinarySubtract, bytecode.BinarySubtract + bytecode.BinaryInPlace:
				in.op = opSubtract
			case bytecode.BinarySubscript:
				in.op = opSubscript
			}
		case bytecode.COMPARE_OP:
			if next != nil && in.arg&bytecode.CompareToBool != 0 && (next.op == bytecode.POP_JUMP_IF_FALSE || next.op == bytecode.POP_JUMP_IF_TRUE) {
				in.op = opCompareJump
			}
		case bytecode.LOAD_FAST:
			if next != nil && next.op == bytecode.LOAD_FAST {
				in.op, in.cache = opLoadFastLoadFast, next.arg
			} else if next != nil && next.op == bytecode.LOAD_SMALL_INT {
				in.op, in.cache = opLoadFastLoadInt, next.arg
			}
		case bytecode.STORE_FAST:
			if next != nil && next.op == bytecode.LOAD_FAST {
				in.op, in.cache = opStoreFastLoadFast, next.arg
			}
		}
	}
}
