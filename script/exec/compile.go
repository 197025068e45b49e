package exec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// Value is a value of the virtual machine.
type Value = object.Value

// Operator computes an operator. It must not keep args.
type Operator func(th *object.Thread, args []Value) (Value, error)

// Host is who knows tensors.
type Host interface {
	// Operator is the implementation of a node that is no part of the language; nil if there is none.
	Operator(n *ir.Node) Operator
	// Constant is the value of a constant that is a tensor or a function.
	Constant(th *object.Thread, c ir.Constant) (Value, error)
	// Print writes a line to the script's output.
	Print(th *object.Thread, text string) error
	// Raised is the exception for a raise statement or a failed operator, with the stack of calls.
	Raised(th *object.Thread, e *Failure) error
	// Text is the text of a tensor or of a member of an enum, as printing in scripts shows it.
	Text(th *object.Thread, v Value) (string, bool)
	// Poll is called now and then by loops: it gives way to other threads and to interrupts.
	Poll(th *object.Thread) error
	// IsTensor says whether a value is a tensor.
	IsTensor(v Value) bool
}

type opcode uint8

const (
	opNop       opcode = iota
	opCall             // out = f(args)
	opCallN            // outs = f(args), a tuple that is taken apart
	opMove             // out = a
	opJump             // to c
	opJumpFalse        // unless a, to c
	opLoopStart        // c: where the loop ends; a trips, b condition, out counter
	opCallGraph        // out = function(args)
	opTuple            // out = (args)
	opList
	opDict
	opGetAttr
	opSetAttr
	opRaise
	opPrint
	opIntAdd
	opIntSub
	opIntMul
	opIntLt
	opIntLe
	opIntGt
	opIntGe
	opIntEq
	opIntNe
	opFloatAdd
	opFloatSub
	opFloatMul
	opFloatDiv
	opFloatLt
	opFloatGt
	opNot
	opAnd
	opFork
	opTupleGet
	opUnpack
	opDerive // out = start + index*step
	opLess   // the head of a loop: out < a and b
	opStep   // tells the code's watcher of the next instruction
)

// opcodeNames are for listings.
var opcodeNames = [...]string{"NOP", "OP", "OPN", "MOVE", "JMP", "JF", "LOOP", "CALL", "TUPLE_CONSTRUCT", "LIST_CONSTRUCT", "DICT_CONSTRUCT", "GET_ATTR", "SET_ATTR", "RAISE", "PRINT",
	"INT_ADD", "INT_SUB", "INT_MUL", "INT_LT", "INT_LE", "INT_GT", "INT_GE", "INT_EQ", "INT_NE", "FLOAT_ADD", "FLOAT_SUB", "FLOAT_MUL", "FLOAT_DIV", "FLOAT_LT", "FLOAT_GT", "NOT", "AND", "FORK", "TUPLE_INDEX", "UNPACK", "DERIVE_INDEX", "LESS", "STEP"}

// instr is one instruction: a, b and out are registers, c a target or a number.
type instr struct {
	op      opcode
	a, b, c int32
	out     int32
	args    []int32
	outs    []int32
	f       Operator
	node    *ir.Node
	fn      *ir.Function
	code    *Code // of a fork
}

// Code is a compiled graph.
type Code struct {
	Name    string
	graph   *ir.Graph
	instrs  []instr
	regs    int
	inputs  []int32
	outputs []int32
	consts  []constReg
	host    Host
	steps   Steps
	entered []int32 // registers of the objects whose with block is running, by nesting
}

// Steps is told of the instructions of code as they are executed.
type Steps func(n *ir.Node, text func() string)

type constReg struct {
	reg int32
	c   ir.Constant
	v   Value
}

type compiler struct {
	code *Code
	reg  map[*ir.Value]int32
	open []int32 // of entered, the with blocks that the next node is in
}

// Compile turns a graph into instructions.
func Compile(name string, g *ir.Graph, host Host) (*Code, error) { return compile(name, g, host, nil) }

// CompileSteps is Compile for looking: the code tells steps of each instruction before it executes it: the node that it belongs to, and a text
// with the values that it reads.
func CompileSteps(name string, g *ir.Graph, host Host, steps Steps) (*Code, error) {
	return compile(name, g, host, steps)
}

func compile(name string, g *ir.Graph, host Host, steps Steps) (*Code, error) {
	c := &compiler{code: &Code{Name: name, graph: g, host: host, steps: steps}, reg: map[*ir.Value]int32{}}
	for _, v := range g.Inputs() {
		c.code.inputs = append(c.code.inputs, c.register(v))
	}
	if err := c.block(g.Block); err != nil {
		return nil, err
	}
	for _, v := range g.Outputs() {
		c.code.outputs = append(c.code.outputs, c.register(v))
	}
	c.code.regs = len(c.reg) + 1
	for i := range c.code.consts {
		if c.code.consts[i].reg >= int32(c.code.regs) {
			c.code.regs = int(c.code.consts[i].reg) + 1
		}
	}
	return c.code, nil
}

func (c *compiler) register(v *ir.Value) int32 {
	if r, ok := c.reg[v]; ok {
		return r
	}
	r := int32(len(c.reg))
	c.reg[v] = r
	return r
}

func (c *compiler) registers(list []*ir.Value) []int32 {
	out := make([]int32, len(list))
	for i, v := range list {
		out[i] = c.register(v)
	}
	return out
}

func (c *compiler) emit(i instr) int {
	if c.code.steps != nil {
		c.code.instrs = append(c.code.instrs, instr{op: opStep, c: int32(len(c.code.instrs) + 1)})
	}
	c.code.instrs = append(c.code.instrs, i)
	return len(c.code.instrs) - 1
}

func (c *compiler) block(b *ir.Block) error {
	for n := b.First(); n != nil; n = n.Next() {
		if err := c.node(n); err != nil {
			return err
		}
	}
	return nil
}

// moves copies values to registers; a parallel assignment goes through fresh registers where a target is read later.
func (c *compiler) moves(to, from []*ir.Value, n *ir.Node) {
	src, dst := c.registers(from), c.registers(to)
	clash := false
	for i := range dst {
		for k := i + 1; k < len(src); k++ {
			clash = clash || src[k] == dst[i]
		}
	}
	if clash {
		for i := range src {
			tmp := c.register(&ir.Value{})
			c.emit(instr{op: opMove, a: src[i], out: tmp, node: n})
			src[i] = tmp
		}
	}
	for i := range dst {
		if src[i] != dst[i] {
			c.emit(instr{op: opMove, a: src[i], out: dst[i], node: n})
		}
	}
}

func (c *compiler) node(n *ir.Node) error {
	in := c.registers(n.Inputs)
	out := int32(-1)
	if len(n.Outputs) > 0 {
		out = c.register(n.Outputs[0])
	}
	switch n.Kind {
	case "prim::Constant":
		k, _ := n.Outputs[0].ConstantOf()
		c.code.consts = append(c.code.consts, constReg{reg: out, c: k})
	case "prim::If":
		return c.branch(n)
	case "prim::Loop":
		return c.loop(n)
	case "prim::ListConstruct":
		c.emit(instr{op: opList, out: out, args: in, node: n})
	case "prim::TupleConstruct":
		t := n.Outputs[0].Type
		if t.Name != "" || len(t.Fields) > 0 {
			f := c.code.host.Operator(n)
			if f != nil {
				c.emit(instr{op: opCall, out: out, args: in, f: f, node: n})
				return nil
			}
		}
		c.emit(instr{op: opTuple, out: out, args: in, node: n})
	case "prim::DictConstruct":
		c.emit(instr{op: opDict, out: out, args: in, node: n})
	case "prim::TupleUnpack", "prim::ListUnpack":
		c.emit(instr{op: opUnpack, a: in[0], outs: c.registers(n.Outputs), node: n})
	case "prim::TupleIndex":
		c.emit(instr{op: opTupleGet, a: in[0], b: in[1], out: out, node: n})
	case "prim::TupleSlice":
		from, to := n.Attr("beg").(ir.Constant).V.(int64), n.Attr("end").(ir.Constant).V.(int64)
		c.emit(instr{op: opCall, out: out, args: in, node: n, f: func(th *object.Thread, a []Value) (Value, error) {
			return object.NewTupleCopy(itemsOf(a[0])[from:to]...).Ref(), nil
		}})
	case "prim::Uninitialized":
		c.code.consts = append(c.code.consts, constReg{reg: out})
	case "prim::unchecked_cast", "prim::unchecked_unwrap_optional":
		c.emit(instr{op: opMove, a: in[0], out: out, node: n})
	case "prim::GetAttr":
		return c.attr(n, in, out)
	case "prim::ModuleContainerIndex":
		c.emit(instr{op: opCall, out: out, args: in, node: n, f: partOfModule})
	case "prim::SetAttr":
		i := n.Inputs[0].Type.Class.Attr(n.StrAttr("name"))
		c.emit(instr{op: opSetAttr, a: in[0], b: in[1], c: int32(i), node: n})
	case "prim::CallFunction":
		k, ok := n.Inputs[0].ConstantOf()
		f, isFn := k.V.(*ir.FunctionConst)
		if !ok || !isFn {
			return fmt.Errorf("magneto: a call of a function that is no constant")
		}
		if n.Inputs[0].Node().Attr("fallback") != nil {
			c.emit(instr{op: opCall, args: in[1:], out: out, f: c.code.host.Operator(n), node: n})
			return nil
		}
		return c.call(n, f.F, in[1:], out)
	case "prim::CallMethod":
		t := n.Inputs[0].Type
		if t.Kind == ir.ClassKind {
			f := t.Class.Called(n.StrAttr("name"))
			if f == nil {
				return fmt.Errorf("magneto: class %s has no method %s", t.Name, n.StrAttr("name"))
			}
			return c.call(n, f, in, out)
		}
		c.emit(instr{op: opCallGraph, args: in, out: out, node: n})
	case "prim::RaiseException":
		c.emit(instr{op: opRaise, args: in, node: n})
	case "prim::Print":
		c.emit(instr{op: opPrint, args: in, node: n})
	case "prim::fork", "prim::awaitable":
		name := "<forked function>"
		if n.Kind == "prim::awaitable" {
			name = "<awaitable function>"
		}
		sub, err := Compile(name, n.Attr("Subgraph").(*ir.Graph), c.code.host)
		if err != nil {
			return err
		}
		c.emit(instr{op: opFork, args: in, out: out, code: sub, node: n})
	case "prim::Enter":
		if err := c.operator(n, in, out); err != nil {
			return err
		}
		r := c.register(&ir.Value{})
		c.open, c.code.entered = append(c.open, r), append(c.code.entered, r)
		c.emit(instr{op: opMove, a: in[0], out: r, node: n})
	case "prim::Exit":
		if last := len(c.open) - 1; last >= 0 {
			c.emit(instr{op: opMove, a: c.register(&ir.Value{}), out: c.open[last], node: n}) // from a register that nothing writes
			c.open = c.open[:last]
		}
		return c.operator(n, in, out)
	default:
		return c.operator(n, in, out)
	}
	return nil
}

// NumberOperand is the number that the second operand of basic arithmetic is where that is a constant tensor without dimensions: numbers leave the
// element type of the first operand as it is, tensors need not.
func NumberOperand(n *ir.Node) (ir.Constant, bool) {
	switch {
	case (n.Kind == "aten::add" || n.Kind == "aten::sub") && len(n.Inputs) == 3:
	case (n.Kind == "aten::mul" || n.Kind == "aten::div") && len(n.Inputs) == 2:
	default:
		return ir.Constant{}, false
	}
	k, _ := n.Inputs[1].ConstantOf()
	t, ok := k.V.(ir.TensorConst)
	if !ok {
		return ir.Constant{}, false
	}
	return t.ConstantNumber()
}

func (c *compiler) call(n *ir.Node, f *ir.Function, in []int32, out int32) error {
	c.emit(instr{op: opCallGraph, fn: f, args: in, out: out, node: n})
	return nil
}

func (c *compiler) attr(n *ir.Node, in []int32, out int32) error {
	cl := n.Inputs[0].Type.Class
	i := cl.Attr(n.StrAttr("name"))
	if i < 0 {
		return fmt.Errorf("magneto: class %s has no attribute %s", n.Inputs[0].Type.Name, n.StrAttr("name"))
	}
	c.emit(instr{op: opGetAttr, a: in[0], c: int32(i), out: out, node: n})
	return nil
}

func (c *compiler) branch(n *ir.Node) error {
	jump := c.emit(instr{op: opJumpFalse, a: c.register(n.Inputs[0]), node: n})
	if err := c.block(n.Blocks[0]); err != nil {
		return err
	}
	c.moves(n.Outputs, n.Blocks[0].Outputs(), n)
	end := c.emit(instr{op: opJump, node: n})
	c.code.instrs[jump].c = int32(len(c.code.instrs))
	if err := c.block(n.Blocks[1]); err != nil {
		return err
	}
	c.moves(n.Outputs, n.Blocks[1].Outputs(), n)
	c.code.instrs[end].c = int32(len(c.code.instrs))
	return nil
}

// loop lays a loop out: the counter and the carried values live in the registers of the body's inputs; the head compares and enters.
func (c *compiler) loop(n *ir.Node) error {
	body := n.Blocks[0]
	carried := body.Inputs()[1:]
	c.moves(carried, n.Inputs[2:], n)
	counter := c.register(&ir.Value{})
	cond := c.register(&ir.Value{})
	c.emit(instr{op: opLoopStart, out: counter, node: n})
	c.emit(instr{op: opMove, a: c.register(n.Inputs[1]), out: cond, node: n})
	top := len(c.code.instrs)
	head := c.emit(instr{op: opLess, out: counter, a: c.register(n.Inputs[0]), b: cond, node: n})
	i := c.register(body.Inputs()[0])
	c.emit(instr{op: opMove, a: counter, out: i, node: n})
	if err := c.block(body); err != nil {
		return err
	}
	to := append([]*ir.Value{}, carried...)
	c.emit(instr{op: opMove, a: c.register(body.Outputs()[0]), out: cond, node: n})
	c.moves(to, body.Outputs()[1:], n)
	c.emit(instr{op: opIntAdd, a: counter, b: -1, out: counter, node: n})
	c.emit(instr{op: opJump, c: int32(top), node: n})
	c.code.instrs[head].c = int32(len(c.code.instrs))
	c.moves(n.Outputs, carried, n)
	return nil
}

// fast are operators with an instruction of their own, by kind and type of both operands.
var fast = map[string]opcode{
	"aten::add int": opIntAdd, "aten::sub int": opIntSub, "aten::mul int": opIntMul, "aten::lt int": opIntLt, "aten::le int": opIntLe, "aten::gt int": opIntGt, "aten::ge int": opIntGe, "aten::eq int": opIntEq, "aten::ne int": opIntNe,
	"aten::add float": opFloatAdd, "aten::sub float": opFloatSub, "aten::mul float": opFloatMul, "aten::lt float": opFloatLt, "aten::gt float": opFloatGt, "aten::__and__ bool": opAnd,
}

func (c *compiler) operator(n *ir.Node, in []int32, out int32) error {
	if k, ok := NumberOperand(n); ok {
		in = slices.Clone(in)
		in[1] = c.register(&ir.Value{})
		c.code.consts = append(c.code.consts, constReg{reg: in[1], c: k})
	}
	if len(in) == 2 && n.Inputs[0].Type.Kind == n.Inputs[1].Type.Kind {
		if op, ok := fast[n.Kind+" "+n.Inputs[0].Type.String()]; ok {
			c.emit(instr{op: op, a: in[0], b: in[1], out: out, node: n})
			return nil
		}
	}
	if n.Kind == "aten::__not__" && n.Inputs[0].Type.Kind == ir.BoolKind {
		c.emit(instr{op: opNot, a: in[0], out: out, node: n})
		return nil
	}
	f := language(n)
	if sorts := n.Kind == "aten::sort" || n.Kind == "aten::sorted"; sorts && n.Inputs[0].Type.Kind == ir.ListKind {
		switch t := n.Inputs[0].Type.Elem[0]; {
		case t.Kind == ir.ClassKind && t.Class.Method("__lt__") != nil:
			f = sortsObjects(c.code.host, n.Kind == "aten::sort")
		case unsortable(t) != "":
			f = func(*object.Thread, []Value) (Value, error) { return fail("%s", unsortable(t)) }
		}
	}
	if f == nil {
		f = c.code.host.Operator(n)
	}
	if f == nil {
		return fmt.Errorf("magneto: the operator %s has no implementation in scripts", strings.TrimPrefix(describe(n), " "))
	}
	if len(n.Outputs) > 1 {
		c.emit(instr{op: opCallN, outs: c.registers(n.Outputs), args: in, f: f, node: n})
		return nil
	}
	c.emit(instr{op: opCall, out: out, args: in, f: f, node: n})
	return nil
}

func describe(n *ir.Node) string {
	if s := ir.MatchSchema(n); s != nil {
		return s.String()
	}
	types := make([]string, len(n.Inputs))
	for i, v := range n.Inputs {
		types[i] = v.Type.String()
	}
	return n.Kind + "(" + strings.Join(types, ", ") + ")"
}

// OperatorOf is the implementation of a node, nil if it has none.
func OperatorOf(n *ir.Node, host Host) Operator {
	if f := language(n); f != nil {
		return f
	}
	return host.Operator(n)
}

// unsortable says why a list of such elements has no order, "" where it has one.
func unsortable(t *ir.Type) string {
	if ordered(t) {
		return ""
	}
	switch t.Kind {
	case ir.TupleKind:
		return fmt.Sprintf("Contained elements in %s are not sortable. Only Int, Bool, Float, String, Tensor, a User Defined Class with __lt__ method defined or Tuples of aforementioned types can be sorted.", t)
	case ir.ClassKind:
		name := fmt.Sprintf("%s (of Python compilation unit at: %p)", t.Repr(), t.Class)
		return fmt.Sprintf("To sort a list of %s it must define a __lt__ method with two inputs of type %s that returns a bool", name, name)
	}
	return "Only list of Tensors, ints, floats, bools, strs, a User Defined Class that defines the __lt__ compare method or Tuples of aforementioned types can be sorted, got list of " + t.Repr()
}

func ordered(t *ir.Type) bool {
	switch t.Kind {
	case ir.IntKind, ir.BoolKind, ir.FloatKind, ir.StrKind, ir.TensorKind:
		return true
	case ir.ClassKind:
		return t.Class.Method("__lt__") != nil
	case ir.TupleKind:
		return !slices.ContainsFunc(t.Elem, func(e *ir.Type) bool { return !ordered(e) })
	}
	return false
}

// partOfModule is the part of a module that holds others at a name or a number.
func partOfModule(th *object.Thread, a []Value) (Value, error) {
	o, err := objectOf(a[0])
	if err != nil {
		return object.Null, err
	}
	name := text(a[1])
	if a[1].IsSmallInt() {
		at := a[1].SmallInt()
		if at < 0 {
			at += int64(len(o.Type.Class.Attrs))
		}
		name = strconv.FormatInt(at, 10)
	}
	i := o.Type.Class.Attr(name)
	if i < 0 {
		return fail("Key Error, %s", name)
	}
	return o.Get(i), nil
}
