package object

import (
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// Code objects as plain values, so that they can be written to a file and made again by the same version of magneto.

// CodeParts is what a code object consists of: texts, numbers, and tuples of them and of its constants.
func CodeParts(th *Thread, code *Code) Value {
	code.Load(th)
	c := code.Code
	var instrs, positions, handlers []Value
	for _, in := range c.Instrs {
		instrs = append(instrs, numbers(int(in.Op), int(in.Arg)))
	}
	for _, p := range c.Positions {
		positions = append(positions, numbers(int(p.Line), int(p.EndLine), int(p.Col), int(p.EndCol)))
	}
	for _, h := range c.Handlers {
		lasti := 0
		if h.Lasti {
			lasti = 1
		}
		handlers = append(handlers, numbers(int(h.Start), int(h.End), int(h.Target), int(h.Depth), lasti))
	}
	doc := None
	if c.HasDoc {
		doc = NewStr(c.Doc)
	}
	return NewTuple(NewStr(c.Name), NewStr(c.QualName), NewStr(c.Filename), doc,
		numbers(c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount, int(c.Flags), c.FirstLine, c.StackSize, c.NLocals),
		NewTuple(instrs...).Ref(), NewTuple(positions...).Ref(), NewTuple(handlers...).Ref(), NewTuple(slices.Clone(code.ConstValues)...).Ref(),
		texts(c.Names), texts(c.LocalsPlus), texts(c.CellVars), texts(c.FreeVars)).Ref()
}

// CodeOf makes the code object of what CodeParts gave.
func CodeOf(th *Thread, parts Value) (*Code, error) {
	r := &partsReader{}
	items := r.tuple(parts, 13)
	if r.failed {
		return nil, ValueErrorf("these are not the parts of a code object")
	}
	c := &bytecode.Code{Name: r.text(items[0]), QualName: r.text(items[1]), Filename: r.text(items[2])}
	if !items[3].IsNone() {
		c.Doc, c.HasDoc = r.text(items[3]), true
	}
	n := r.numbers(items[4], 7)
	if r.failed {
		return nil, ValueErrorf("these are not the parts of a code object")
	}
	c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount, c.Flags = n[0], n[1], n[2], bytecode.Flags(n[3])
	c.FirstLine, c.StackSize, c.NLocals = n[4], n[5], n[6]
	r.each(items[5], 2, func(n []int) {
		c.Instrs = append(c.Instrs, bytecode.Instr{Op: bytecode.Opcode(n[0]), Arg: int32(n[1])})
	})
	r.each(items[6], 4, func(n []int) {
		c.Positions = append(c.Positions, bytecode.Pos{Line: int32(n[0]), EndLine: int32(n[1]), Col: int32(n[2]), EndCol: int32(n[3])})
	})
	r.each(items[7], 5, func(n []int) {
		c.Handlers = append(c.Handlers, bytecode.Handler{Start: int32(n[0]), End: int32(n[1]), Target: int32(n[2]), Depth: int32(n[3]), Lasti: n[4] == 1})
	})
	for _, k := range r.items(items[8]) {
		c.Consts = append(c.Consts, k)
	}
	c.Names, c.LocalsPlus, c.CellVars, c.FreeVars = r.texts(items[9]), r.texts(items[10]), r.texts(items[11]), r.texts(items[12])
	if r.failed || len(c.Positions) != len(c.Instrs) {
		return nil, ValueErrorf("these are not the parts of a code object")
	}
	if err := c.Check(); err != nil {
		return nil, ValueErrorf("%s", err)
	}
	return NewCode(th, c), nil
}

func numbers(list ...int) Value {
	items := make([]Value, len(list))
	for i, n := range list {
		items[i] = Int(int64(n))
	}
	return NewTuple(items...).Ref()
}

func texts(list []string) Value {
	items := make([]Value, len(list))
	for i, s := range list {
		items[i] = NewStr(s)
	}
	return NewTuple(items...).Ref()
}

// partsReader reads parts, and remembers whether something was not what it should be.
type partsReader struct{ failed bool }

func (r *partsReader) items(v Value) []Value {
	t, ok := AsTuple(v)
	if !ok {
		r.failed = true
		return nil
	}
	return t.Items
}

func (r *partsReader) tuple(v Value, n int) []Value {
	items := r.items(v)
	if len(items) != n {
		r.failed = true
		return nil
	}
	return items
}

func (r *partsReader) numbers(v Value, n int) []int {
	items := r.tuple(v, n)
	out := make([]int, len(items))
	for i, item := range items {
		k, ok := item.AsInt()
		r.failed = r.failed || !ok
		out[i] = int(k)
	}
	return out
}

func (r *partsReader) each(v Value, n int, visit func([]int)) {
	for _, item := range r.items(v) {
		if list := r.numbers(item, n); !r.failed {
			visit(list)
		}
	}
}

func (r *partsReader) text(v Value) string {
	s, ok := Text(v)
	r.failed = r.failed || !ok
	return s
}

func (r *partsReader) texts(v Value) []string {
	var out []string
	for _, item := range r.items(v) {
		out = append(out, r.text(item))
	}
	return out
}
