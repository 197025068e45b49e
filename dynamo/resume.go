package dynamo

import (
	"fmt"
	"sort"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// slotKind says what lies in one entry of the operand stack at a break.
type slotKind byte

const (
	slotValue   slotKind = 'v' // travels as an argument of the resume function
	slotNull    slotKind = 'n' // NULL: pushed again
	slotContext slotKind = 'c' // the exit of a torch context: entered again
)

func stackLayout(stack []variables.Tracker) []slotKind {
	var out []slotKind
	for _, s := range stack {
		switch s.(type) {
		case *variables.Null:
			out = append(out, slotNull)
		case *variables.ContextExit:
			out = append(out, slotContext)
		default:
			out = append(out, slotValue)
		}
	}
	return out
}

// writeResume writes the call of the resume function that goes on at an
// instruction of the original, and returns its result. If nothing but a return
// is left, it is written instead.
//
// behindJump marks the point behind a conditional jump that is not taken:
// CPython has an instruction of its own there (NOT_TAKEN), so it is another
// point than the one that a jump to the following instruction reaches.
func (x *translator) writeResume(th *object.Thread, g *generator, f *frame, at, depth int, layout []slotKind, live []int, behindJump bool) error {
	if f.code.Instrs[at].Op == bytecode.RETURN_VALUE && depth == 1 {
		g.emit(bytecode.RETURN_VALUE, 0)
		return nil
	}
	contexts := activeContexts(f)
	temps := make([]int, depth)
	for i := depth - 1; i >= 0; i-- {
		temps[i] = g.temp()
		if layout[i] == slotNull {
			g.emit(bytecode.POP_TOP, 0)
			continue
		}
		g.emit(bytecode.STORE_FAST, temps[i])
	}
	names := make([]string, len(live))
	for i, slot := range live {
		names[i] = x.code.LocalsPlus[slot]
	}
	point := resumePoint{at: at, line: int(g.pos.Line), layout: layout, live: names, contexts: contexts, behindJump: behindJump}
	code, err := x.resumeCode(th, x.code, point)
	if err != nil {
		return err
	}
	name := x.resumeName(th, x.code, code, at)
	theHost.Event(th, Event{Kind: ResumeWritten, Code: code, ID: x.id})
	if len(code.FreeVars) == 0 {
		fn := object.NewFunction(code, x.trace.FrameGlobals)
		fn.Builtins = x.root.builtins
		x.trace.FrameGlobals.Put(name, fn.Ref())
		g.global(name, true)
	} else {
		g.constant(code.Ref())
		g.emit(bytecode.MAKE_FUNCTION, 0)
		for _, free := range code.FreeVars {
			g.emit(bytecode.LOAD_FAST, g.slotOf(free))
		}
		g.emit(bytecode.BUILD_TUPLE, len(code.FreeVars))
		g.emit(bytecode.SWAP, 2)
		g.emit(bytecode.SET_FUNCTION_ATTRIBUTE, bytecode.FuncAttrClosure)
		g.emit(bytecode.PUSH_NULL, 0)
	}
	n := 0
	for i, kind := range layout {
		if kind != slotNull { // of a context None
			g.emit(bytecode.LOAD_FAST, temps[i])
			n++
		}
	}
	for _, slot := range live {
		g.emit(bytecode.LOAD_FAST, slot)
		n++
	}
	for _, c := range contexts {
		for _, a := range c.Args {
			if err := g.value(th, a); err != nil {
				return err
			}
			n++
		}
	}
	g.emit(bytecode.CALL, n)
	g.emit(bytecode.RETURN_VALUE, 0)
	return nil
}

// resumePoint is where and how a resume function goes on.
type resumePoint struct {
	at         int // the instruction
	line       int // that broke the graph; the function is named after it
	layout     []slotKind
	live       []string
	contexts   []*variables.Context
	behindJump bool
	around     int // 0, 1, or 2 for more: the resume functions of inlined calls that it has to call, see nested.go
}

// key tells resume functions of one code apart.
func (p *resumePoint) key() string {
	key := fmt.Sprint(p.at, p.line, p.behindJump, p.around, string(layoutText(p.layout)), p.live)
	for _, c := range p.contexts {
		key += fmt.Sprint(object.ID(c.Class), len(c.Args))
	}
	return key
}

// resumeName is the global name of a resume function of original.
func (x *translator) resumeName(th *object.Thread, original, code *object.Code, at int) string {
	state, _, at := origin(th, original, at)
	if name := state.resumeNames[code]; name != "" {
		return name
	}
	name := x.uniqueName(th, fmt.Sprintf("__resume_at_%d", 2*at))
	state.resumeNames[code] = name
	return name
}

// origin leads from a resume function back to the code that it continues, so
// that different breaks converge on one resume function for one point.
func origin(th *object.Thread, code *object.Code, at int) (*CodeState, *object.Code, int) {
	state := stateOf(th, code)
	if o := state.origin; o != nil && at >= state.prologue {
		return stateOf(th, o), o, at - state.prologue
	}
	return state, code, at
}

// resumeCode is the code of the resume function for a point of code;
// the same point with the same stack and locals gives the same code.
func (x *translator) resumeCode(th *object.Thread, code *object.Code, point resumePoint) (*object.Code, error) {
	state, original, at := origin(th, code, point.at)
	point.at = at
	key := point.key()
	if code := state.resumes[key]; code != nil {
		return code, nil
	}
	c, values, err := buildResume(original, &point)
	if err != nil {
		return nil, err
	}
	resume := object.NewCode(th, c)
	copy(resume.ConstValues, original.ConstValues)
	for i, v := range values {
		resume.ConstValues[i] = v
	}
	state.resumes[key] = resume
	resumed := stateOf(th, resume)
	resumed.origin, resumed.prologue, resumed.admitted = original, len(c.Instrs)-len(original.Instrs), true
	return resume, nil
}

func layoutText(layout []slotKind) []byte {
	out := make([]byte, len(layout))
	for i, k := range layout {
		out[i] = byte(k)
	}
	return out
}

// buildResume makes the code: parameters for the stack and the live locals, a
// prologue that rebuilds the operand stack, a jump, and the whole original.
//
// It is named after the line that broke the graph.
func buildResume(original *object.Code, point *resumePoint) (*bytecode.Code, map[int]object.Value, error) {
	line, layout, contexts := point.line, point.layout, point.contexts
	c := original.Code.Clone()
	values := map[int]object.Value{}
	base := strings.TrimPrefix(c.Name, "torch_dynamo_resume_in_")
	if base != c.Name {
		base = base[:strings.LastIndex(base, "_at_")]
	}
	c.Name = fmt.Sprintf("torch_dynamo_resume_in_%s_at_%d", base, line)
	if i := strings.LastIndex(c.QualName, "."); i >= 0 {
		c.QualName = c.QualName[:i+1] + c.Name
	} else {
		c.QualName = c.Name
	}
	c.Flags &^= bytecode.FlagVarArgs | bytecode.FlagVarKeywords | bytecode.FlagHasDocstring
	c.HasDoc = false
	c.FirstLine = int(line)
	free := append(append([]string{}, original.CellVars...), original.FreeVars...)
	sort.Strings(free)
	var parameters []string
	if point.around > 0 {
		parameters = append(parameters, nestedFunctions, nestedValues)
	}
	stackNames := make([]string, len(layout)) // absent values have no number
	numbered := 0
	for i, k := range layout {
		if k != slotNull {
			stackNames[i] = fmt.Sprintf("___stack%d", numbered)
			numbered++
			parameters = append(parameters, stackNames[i])
		}
	}
	parameters = append(parameters, point.live...)
	contextArgs := 0
	for _, ctx := range contexts {
		for range ctx.Args {
			parameters = append(parameters, fmt.Sprintf("___context_arg%d", contextArgs))
			contextArgs++
		}
	}
	slots := map[string]int{}
	for i, n := range parameters {
		slots[n] = i
	}
	locals := append([]string{}, parameters...)
	isFree := map[string]bool{}
	for _, n := range free {
		isFree[n] = true
	}
	for _, n := range original.LocalsPlus[:original.NLocals] {
		if _, known := slots[n]; !known && !isFree[n] {
			slots[n] = len(locals)
			locals = append(locals, n)
		}
	}
	c.NLocals = len(locals)
	for _, n := range free {
		slots[n] = len(locals)
		locals = append(locals, n)
	}
	c.LocalsPlus, c.CellVars, c.FreeVars = locals, nil, free
	c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount = len(parameters), 0, 0

	rest := bytecode.Disassemble(original.Code)
	target := rest[point.at]
	for _, in := range rest {
		switch in.Op {
		case bytecode.COPY_FREE_VARS, bytecode.MAKE_CELL:
			in.Op, in.Arg = bytecode.NOP, 0
			continue
		}
		switch bytecode.Table[in.Op].Operand {
		case bytecode.OperandLocal, bytecode.OperandDeref:
			in.Arg = int32(slots[original.LocalsPlus[in.Arg]])
		}
	}
	pos := bytecode.Pos{Line: int32(line), EndLine: int32(line), Col: -1, EndCol: -1}
	var list []*bytecode.AsmInstr
	emit := func(op bytecode.Opcode, arg int) {
		list = append(list, &bytecode.AsmInstr{Op: op, Arg: int32(arg), Pos: pos})
	}
	if len(free) > 0 {
		emit(bytecode.COPY_FREE_VARS, len(free))
	}
	emit(bytecode.RESUME, 0)
	ctx, arg := 0, 0
	for i := 0; i < len(layout); i++ {
		switch layout[i] {
		case slotValue:
			emit(bytecode.LOAD_FAST, slots[stackNames[i]])
		case slotNull:
			emit(bytecode.PUSH_NULL, 0)
		case slotContext: // as the with statement does: exit, self, then enter
			k := len(c.Consts)
			c.Consts = append(c.Consts, nil)
			values[k] = contexts[ctx].Class
			emit(bytecode.LOAD_CONST, k)
			emit(bytecode.PUSH_NULL, 0)
			for range contexts[ctx].Args {
				emit(bytecode.LOAD_FAST, slots[fmt.Sprintf("___context_arg%d", arg)])
				arg++
			}
			emit(bytecode.CALL, len(contexts[ctx].Args))
			emit(bytecode.COPY, 1)
			emit(bytecode.LOAD_SPECIAL, bytecode.SpecialExit)
			emit(bytecode.SWAP, 2)
			emit(bytecode.SWAP, 3)
			emit(bytecode.LOAD_SPECIAL, bytecode.SpecialEnter)
			emit(bytecode.CALL, 0)
			emit(bytecode.POP_TOP, 0)
			ctx++
			i++ // the self or NULL entry behind the exit method
		}
	}
	if point.around > 0 {
		last := len(c.Consts)
		c.Consts = append(c.Consts, int64(-1), nil)
		values[last], values[last+1] = object.Int(-1), object.None
		callNested(emit, slots[nestedFunctions], slots[nestedValues], last, point.around > 1)
	}
	list = append(list, &bytecode.AsmInstr{Op: bytecode.JUMP_FORWARD, Target: target, Pos: pos})
	list = append(list, rest...)
	return c, values, bytecode.Assemble(c, list)
}

// Parameters of a resume function that has to call others first.
const (
	nestedFunctions = "__nested_resume_fns"
	nestedValues    = "__nested_frame_values"
)

// callNested writes fns[-1](fns[:-1], values[:-1], *values[-1]), the first two arguments only where the function that
// is called has others to call. minusOne is the place of the constant, with None behind it.
func callNested(emit func(op bytecode.Opcode, arg int), fns, values, minusOne int, more bool) {
	item := func(list int) {
		emit(bytecode.LOAD_FAST, list)
		emit(bytecode.LOAD_CONST, minusOne)
		emit(bytecode.BINARY_OP, bytecode.BinarySubscript)
	}
	item(fns)
	emit(bytecode.PUSH_NULL, 0)
	arguments := 0
	if more {
		for _, list := range []int{fns, values} {
			emit(bytecode.LOAD_FAST, list)
			emit(bytecode.LOAD_CONST, minusOne+1)
			emit(bytecode.LOAD_CONST, minusOne)
			emit(bytecode.BINARY_SLICE, 0)
			arguments++
		}
	}
	emit(bytecode.BUILD_LIST, arguments)
	item(values)
	emit(bytecode.LIST_EXTEND, 1)
	emit(bytecode.PUSH_NULL, 0)
	emit(bytecode.CALL_FUNCTION_EX, 0)
}

// liveLocals lists the slots of the plain locals that are bound and that the
// code may read from any of the given instructions on, in the order in which
// they were first bound.
func (f *frame) liveLocals(from ...int) []int {
	live := liveSlots(f.code.Code, from)
	var out []int
	for _, slot := range f.bound {
		if live[slot] && f.locals[slot] != nil && f.opened(slot) == nil {
			out = append(out, slot)
		}
	}
	return out
}

// liveSlots tells which slots are read before they are written on some path.
func liveSlots(c *bytecode.Code, from []int) map[int]bool {
	n := len(c.Instrs)
	in := make([]map[int]bool, n)
	for i := range in {
		in[i] = map[int]bool{}
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			instr := c.Instrs[i]
			next := map[int]bool{}
			merge := func(j int) {
				if j >= 0 && j < n {
					for s := range in[j] {
						next[s] = true
					}
				}
			}
			if !instr.Op.Ends() {
				merge(i + 1)
			}
			if instr.Op.Jumps() {
				merge(int(instr.Arg))
				if instr.Op == bytecode.FOR_ITER {
					merge(int(instr.Arg) + 1)
				}
			}
			slot := int(instr.Arg)
			switch instr.Op {
			case bytecode.STORE_FAST, bytecode.DELETE_FAST:
				delete(next, slot)
			}
			if h := c.HandlerAt(i); h != nil {
				merge(int(h.Target))
			}
			switch instr.Op {
			case bytecode.LOAD_FAST, bytecode.LOAD_FAST_CHECK, bytecode.LOAD_FAST_AND_CLEAR, bytecode.DELETE_FAST:
				next[slot] = true
			}
			if len(next) != len(in[i]) {
				in[i] = next
				changed = true
			}
		}
	}
	live := map[int]bool{}
	for _, i := range from {
		for s := range in[i] {
			live[s] = true
		}
	}
	return live
}
