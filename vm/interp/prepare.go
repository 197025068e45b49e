package interp

import (
	"sync"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// prepared is the interpreter's own copy of a code object's instructions, with a cache entry for each instruction that
// looks something up by name. Instructions specialise themselves in it; the tracer reads the plain ones.
type prepared struct {
	instrs []instr
	caches []cache
	names  []*object.Str
	simple bool   // only positional parameters: arguments are bound by copying
	params int    // number of them
	locals int    // variables and cells
	size   int    // locals and operand stack
	start  int    // behind the RESUME that functions without cells begin with
	free   *Frame // frames of this code to be used again, linked by back
	idle   *Frame // the same for generators, whose frames have slots of their own

	counts      bool // its frames count references, see counted.go
	cannotCount bool
	//lint:ignore U1000 the checking build reads it
	depths []int32 // in checking builds: the height of the operand stack before each instruction
}

// cache remembers where a lookup by name succeeded last, or holds the constant of LOAD_CONST.
type cache struct {
	name    *object.Str
	val     Value
	version uint64 // of the type, or of the keys of the globals
	second  uint64 // of the builtins
	index   int32
	misses  int32
}

// maxMisses is how often an instruction specialises itself anew before it stays general: its operands vary.
const maxMisses = 32

// steps are the instructions executed as threaded code; handlers the less frequent ones, called through viaHandler. Each
// opcode is in exactly one of the tables.
var (
	steps    [bytecode.OpcodeCount]step
	handlers [bytecode.OpcodeCount]handler
)

// handler executes one instruction on the frame's operand stack (f.slots, f.sp).
type handler func(th *object.Thread, f *Frame, arg int32) error

// handlerSteps are the steps that viaHandler has made, each made once for all machines.
var handlerSteps [bytecode.OpcodeCount]struct {
	once sync.Once
	step step
}

// viaHandler is the step that calls a handler.
func viaHandler(op bytecode.Opcode) step {
	made := &handlerSteps[op]
	made.once.Do(func() {
		h := handlers[op]
		made.step = func(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
			f := save(th, in, sp, fp)
			if err := h(th, f, in.arg); err != nil {
				return raised(th, err)
			}
			return in.next(), object.At(fp, f.sp), fp
		}
	})
	return made.step
}

func prepare(th *object.Thread, code *object.Code) *prepared {
	if p, ok := code.Exec.(*prepared); ok {
		return p
	}
	p := newPrepared(th, code, fusions)
	code.Exec = p
	return p
}

// newPrepared copies the code and fuses its instructions as the table says.
func newPrepared(th *object.Thread, code *object.Code, fusions map[bytecode.Opcode][]fusion) *prepared {
	code.Load(th)
	p := &prepared{names: code.NameStrs, params: code.ArgCount, locals: len(code.LocalsPlus)}
	p.size = p.locals + code.StackSize + 1
	const special = bytecode.FlagVarArgs | bytecode.FlagVarKeywords
	p.simple = code.Flags&special == 0 && code.KwOnlyArgCount == 0
	n := 0
	for _, in := range code.Instrs {
		if _, ok := cachedName(in); ok || in.Op == bytecode.LOAD_CONST {
			n++
		}
	}
	p.caches = make([]cache, n)
	p.instrs = make([]instr, len(code.Instrs))
	n = 0
	for i, in := range code.Instrs {
		to := &p.instrs[i]
		to.arg, to.at = in.Arg, int32(i)
		if to.do = steps[in.Op]; to.do == nil {
			to.do = viaHandler(in.Op)
		}
		if name, ok := cachedName(in); ok {
			to.c = &p.caches[n]
			to.c.name = p.names[name]
			n++
		} else if in.Op == bytecode.LOAD_CONST {
			to.c = &p.caches[n]
			to.c.val = code.ConstValues[in.Arg]
			n++
		}
	}
	p.fuse(code.Instrs, fusions)
	if in := code.Instrs[0]; in.Op == bytecode.RESUME && in.Arg == 0 {
		p.start = 1
	}
	return p
}

// cachedName is the index of the name that an instruction looks up with a cache.
func cachedName(in bytecode.Instr) (int32, bool) {
	switch in.Op {
	case bytecode.LOAD_GLOBAL, bytecode.LOAD_ATTR:
		return in.Arg >> 1, true
	case bytecode.STORE_ATTR, bytecode.LOAD_NAME, bytecode.STORE_NAME:
		return in.Arg, true
	}
	return 0, false
}
