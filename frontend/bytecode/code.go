package bytecode

// Instr is one instruction.
type Instr struct {
	Op  Opcode
	Arg int32
}

// Pos is the source range of an instruction: lines counted from 1, columns in
// UTF-8 bytes from 0, the end exclusive. -1 means unknown; Line 0 means that
// the instruction belongs to no line (CPython lists it as "--").
type Pos struct {
	Line, EndLine, Col, EndCol int32
}

// NoPos is the position of instructions that belong to no line.
var NoPos = Pos{0, 0, -1, -1}

// Handler says where an exception raised in the instructions [Start, End)
// continues: the stack is cut to Depth entries, then the index of the raising
// instruction is pushed (as an int) if Lasti is set, then the exception.
// Entries are sorted by Start and do not overlap.
type Handler struct {
	Start, End, Target int32
	Depth              int32
	Lasti              bool
}

// Flags are the properties of a code object; the values are CPython's.
type Flags uint32

const (
	FlagOptimized   Flags = 0x1 // locals are slots
	FlagNewLocals   Flags = 0x2
	FlagVarArgs     Flags = 0x4
	FlagVarKeywords Flags = 0x8
	FlagNested      Flags = 0x10
	FlagGenerator   Flags = 0x20

	FlagCoroutine         Flags = 0x80  // async def
	FlagIterableCoroutine Flags = 0x100 // a generator that may be awaited: types.coroutine
	FlagAsyncGenerator    Flags = 0x200

	FlagAnnotations  Flags = 0x1000000 // from __future__ import annotations
	FlagHasDocstring Flags = 0x4000000
	FlagMethod       Flags = 0x8000000

	// FlagsSuspend are those of functions whose calls return an object that runs the code.
	FlagsSuspend = FlagGenerator | FlagCoroutine | FlagAsyncGenerator
)

// Code is the compiled form of a module, class body, function, lambda or
// generator expression. It is immutable once assembled.
type Code struct {
	Name, QualName, Filename string

	ArgCount        int // positional parameters, including the positional-only ones
	PosOnlyArgCount int
	KwOnlyArgCount  int
	Flags           Flags
	FirstLine       int
	StackSize       int // entries of the operand stack, at most

	Instrs    []Instr
	Positions []Pos // parallel to Instrs
	Handlers  []Handler

	// Consts holds nil (None), bool, int64, *big.Int, float64, complex128,
	// string, Bytes, EllipsisType, Tuple, FrozenSet, Slice and *Code.
	// Strings may hold lone surrogates in WTF-8.
	Consts []any
	Names  []string // of globals, attributes and imports

	// LocalsPlus names the slots of a frame: parameters (positional,
	// keyword-only, *args, **kwargs), other locals, then cell variables that
	// are not locals already, then free variables. A parameter that is a cell
	// keeps its slot (MAKE_CELL converts it).
	LocalsPlus []string
	NLocals    int // plain locals at the head of LocalsPlus, including parameters that are cells
	CellVars   []string
	FreeVars   []string

	Doc    string // also Consts[0]
	HasDoc bool

	// Pending makes the instructions and tables of a body that has not been
	// compiled yet; until Load calls it only the names, flags, numbers of
	// parameters, FirstLine, FreeVars and Doc are there.
	Pending func()
}

// Load compiles a body that has been left for its first use.
func (c *Code) Load() {
	if pending := c.Pending; pending != nil {
		c.Pending = nil
		pending()
	}
}

// Bytes is a bytes constant.
type Bytes string

// EllipsisType is the type of the Ellipsis constant.
type EllipsisType struct{}

// Tuple is a tuple constant.
type Tuple []any

// FrozenSet is a frozenset constant, without duplicates, in source order.
type FrozenSet []any

// Slice is a slice constant; absent parts are nil.
type Slice struct{ Start, Stop, Step any }

// ParamCount returns the number of slots that arguments occupy.
func (c *Code) ParamCount() int {
	n := c.ArgCount + c.KwOnlyArgCount
	if c.Flags&FlagVarArgs != 0 {
		n++
	}
	if c.Flags&FlagVarKeywords != 0 {
		n++
	}
	return n
}

// HandlerAt returns the handler of the instruction at index i, or nil.
func (c *Code) HandlerAt(i int) *Handler {
	lo, hi := 0, len(c.Handlers)
	for lo < hi {
		mid := (lo + hi) / 2
		switch h := &c.Handlers[mid]; {
		case int32(i) < h.Start:
			hi = mid
		case int32(i) >= h.End:
			lo = mid + 1
		default:
			return h
		}
	}
	return nil
}

// Clone returns a copy of c whose slices can be appended to and changed.
// Constants themselves are shared.
func (c *Code) Clone() *Code {
	d := *c
	d.Instrs = append([]Instr(nil), c.Instrs...)
	d.Positions = append([]Pos(nil), c.Positions...)
	d.Handlers = append([]Handler(nil), c.Handlers...)
	d.Consts = append([]any(nil), c.Consts...)
	d.Names = append([]string(nil), c.Names...)
	d.LocalsPlus = append([]string(nil), c.LocalsPlus...)
	d.CellVars = append([]string(nil), c.CellVars...)
	d.FreeVars = append([]string(nil), c.FreeVars...)
	return &d
}

// AddName returns the index of name in Names, adding it if necessary.
func (c *Code) AddName(name string) int32 {
	for i, n := range c.Names {
		if n == name {
			return int32(i)
		}
	}
	c.Names = append(c.Names, name)
	return int32(len(c.Names) - 1)
}

// AddConst returns the index of a constant identical to v, adding it if necessary.
func (c *Code) AddConst(v any) int32 {
	for i, k := range c.Consts {
		if SameConst(k, v) {
			return int32(i)
		}
	}
	c.Consts = append(c.Consts, v)
	return int32(len(c.Consts) - 1)
}
