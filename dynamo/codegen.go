package dynamo

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// generator writes the new code of a frame. Temporaries are numbered from the
// end of the plain locals; since cells lie behind those, every slot number of
// the original code is written as it was and shifted at the end.
type generator struct {
	x      *translator
	code   *bytecode.Code
	list   []*bytecode.AsmInstr
	values map[int]object.Value // constants that are objects of this process
	temps  int
	saved  map[variables.Tracker]int // objects that were rebuilt, in temporaries
	cells  map[*object.Cell]int      // cells that were made anew, in temporaries
	outs   map[any]int               // graph outputs by node
	loads  []int                     // how often the code reads each output
	result int                       // temporary of the graph's results, -1 for none
	queue  []later                   // stores on objects that were made anew
	pos    bytecode.Pos
	open   map[*variables.Container]bool // being built
	drawn  map[*variables.RandomCall]int // random numbers, in temporaries
	made   map[string]int                // objects that were made for the graph, in temporaries
	shared map[string]int                // how many inputs lie on a source, while inputs are loaded
	walked map[string]int                // the temporaries that hold such sources
	// live are the cells of the frame that are read after it has returned; nil where all may be.
	live map[*object.Cell]bool
	// collect, when set, is told of the graph values that the code reads; the code is not used.
	collect func(*fxgraph.Node)
	// looks, when set, has what comes out of the traced code looked at before it is written.
	looks bool
}

// tempBase marks temporaries until finish knows where they lie.
const tempBase = 1 << 20

func newGenerator(x *translator) *generator {
	c := x.code.Clone()
	c.Instrs, c.Positions, c.Handlers = nil, nil, nil
	return &generator{x: x, code: c, values: map[int]object.Value{}, saved: map[variables.Tracker]int{}, cells: map[*object.Cell]int{}, outs: map[any]int{}, result: -1, open: map[*variables.Container]bool{},
		pos: bytecode.Pos{Line: int32(x.code.FirstLine), EndLine: int32(x.code.FirstLine), Col: -1, EndCol: -1}}
}

func (g *generator) emit(op bytecode.Opcode, arg int) *bytecode.AsmInstr {
	in := &bytecode.AsmInstr{Op: op, Arg: int32(arg), Pos: g.pos}
	g.list = append(g.list, in)
	return in
}

// constant pushes an object.
func (g *generator) constant(v object.Value) {
	if n, ok := v.AsInt(); ok && v.IsSmallInt() && n >= 0 && n < 256 {
		g.emit(bytecode.LOAD_SMALL_INT, int(n))
		return
	}
	for i, known := range g.values {
		if known == v {
			g.emit(bytecode.LOAD_CONST, i)
			return
		}
	}
	i := len(g.code.Consts)
	g.code.Consts = append(g.code.Consts, nil)
	g.values[i] = v
	g.emit(bytecode.LOAD_CONST, i)
}

func (g *generator) name(s string) int { return int(g.code.AddName(s)) }

// temp makes a new temporary.
func (g *generator) temp() int { g.temps++; return tempBase + g.temps - 1 }

func (g *generator) global(name string, null bool) {
	arg := g.name(name) << 1
	if null {
		arg |= 1
	}
	g.emit(bytecode.LOAD_GLOBAL, arg)
}

// callValue pushes a callable for CALL.
func (g *generator) callValue(v object.Value) {
	g.constant(v)
	g.emit(bytecode.PUSH_NULL, 0)
}

// slotOf finds a name among the slots of the original code.
func (g *generator) slotOf(name string) int {
	for i, n := range g.x.code.LocalsPlus {
		if n == name {
			return i
		}
	}
	return -1
}

func (g *generator) isCell(slot int) bool { return isCellSlot(g.x.code, slot) }

// ownAttribute reads an attribute from the __dict__ of an object.
var ownAttribute = object.NewFuncValue("___own_attribute", func(_ *object.Thread, args, _ []object.Value) (object.Value, error) {
	name, _ := object.AsStr(args[1])
	if d := args[0].Dict(); d != nil {
		if v, ok := d.Lookup(name.S); ok {
			return v, nil
		}
	}
	return object.Null, object.AttributeErrorf(args[0], name, "'%s' object has no attribute '%s'", args[0].Type().ShortName(), name.S)
})

// ownItem reads an item of a dict or sequence, whatever its class overrides.
var ownItem = object.NewFuncValue("___own_item", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	if items, ok := object.Items(args[0]); ok { // of a list or tuple
		i, _ := args[1].AsInt()
		return items[i], nil
	}
	d, ok := object.AsDict(args[0])
	if !ok {
		return args[0].Type().Native().GetItem(th, args[0], args[1])
	}
	v, ok, err := d.Get(th, args[1])
	if err == nil && !ok {
		err = object.KeyErrorOf(args[1])
	}
	return v, err
})

// load pushes the value at a source.
func (g *generator) load(s *guards.Source) error {
	if g.shared == nil || s.Base == nil || g.shared[s.Text()] < 2 {
		return g.walk(s)
	}
	tmp, known := g.walked[s.Text()]
	if known {
		g.emit(bytecode.LOAD_FAST, tmp)
		return nil
	}
	if err := g.walk(s); err != nil {
		return err
	}
	tmp = g.temp()
	g.walked[s.Text()] = tmp
	g.emit(bytecode.COPY, 1)
	g.emit(bytecode.STORE_FAST, tmp)
	return nil
}

// sharing has load, until the returned function is called, keep in temporaries what several of the sources lie on:
// nothing may change meanwhile.
func (g *generator) sharing(sources []*guards.Source) func() {
	g.shared, g.walked = map[string]int{}, map[string]int{}
	for _, s := range sources {
		for base := s.Base; base != nil && base.Base != nil; base = base.Base {
			if base.Access != guards.Dict { // a step to an attribute passes over it
				g.shared[base.Text()]++
			}
		}
	}
	return func() { g.shared, g.walked = nil, nil }
}

// walk pushes the value at a source step by step.
func (g *generator) walk(s *guards.Source) error {
	switch s.Access {
	case guards.Local:
		op := bytecode.LOAD_FAST
		if g.isCell(s.Index) {
			op = bytecode.LOAD_DEREF
		}
		g.emit(op, s.Index)
		return nil
	case guards.Free:
		g.emit(bytecode.LOAD_DEREF, len(g.x.code.LocalsPlus)-len(g.x.code.FreeVars)+s.Index)
		return nil
	case guards.Global, guards.Builtin:
		g.global(s.Name, false)
		return nil
	case guards.Constant:
		g.constant(s.Key)
		return nil
	case guards.Synthetic:
		g.emit(bytecode.LOAD_FAST, g.made[s.Name])
		return nil
	case guards.Ephemeral:
		return variables.Unsupportedf("Reconstruction failure", s.Text(), "Dynamo has no bytecode reconstruction implemented for a value that exists only while tracing.")
	}
	if s.Direct {
		read, of, key := ownAttribute, s.Base.Base, object.NewStr(s.Name)
		switch {
		case s.Access == guards.ListItem:
			read, of, key = ownItem, s.Base, object.Int(int64(s.Index))
		case s.Base.Access != guards.Dict:
			read, of, key = ownItem, s.Base, s.Key
		}
		g.callValue(read)
		if err := g.load(of); err != nil {
			return err
		}
		g.constant(key)
		g.emit(bytecode.CALL, 2)
		return nil
	}
	if s.Access == guards.DictItem && s.Base.Access == guards.Dict && s.Name != "" {
		if err := g.load(s.Base.Base); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name(s.Name)<<1)
		return nil
	}
	switch s.Access {
	case guards.Attr, guards.Grad:
		if err := g.load(s.Base); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name(s.Name)<<1)
	case guards.Dict:
		if err := g.load(s.Base); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name("__dict__")<<1)
	case guards.DictItem, guards.ListItem:
		if err := g.load(s.Base); err != nil {
			return err
		}
		if s.Access == guards.DictItem {
			g.constant(s.Key)
		} else {
			g.constant(object.Int(int64(s.Index)))
		}
		g.emit(bytecode.BINARY_OP, bytecode.BinarySubscript)
	default:
		g.callValue(stepFunction(s))
		if err := g.load(s.Base); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 1)
	}
	return nil
}

// stepFunction reads one step of a source that has no instruction of its own.
func stepFunction(s *guards.Source) object.Value {
	return object.NewFuncValue("___read", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		v := s.Step(th, args[0])
		if v.IsNull() {
			return v, object.RuntimeErrorf("cannot read %s", s.Text())
		}
		return v, nil
	})
}

// loadPlace pushes a size, stride or int argument.
func (g *generator) loadPlace(th *object.Thread, p guards.Place) error {
	method := map[guards.Property]string{guards.Size: "size", guards.Stride: "stride", guards.Offset: "storage_offset"}[p.Property]
	seen := method != "" && g.x.trace.FunctionModes() > 0 // by modes
	if seen {
		g.callValue(g.x.trace.Host.Attribute(th, "torch._dynamo.utils.call_"+method))
	}
	plain := slices.ContainsFunc(g.x.trace.Inputs, func(in *variables.Input) bool { return in.Plain && in.Source.Text() == p.Source.Text() })
	if plain { // its class is not to see that its size is read
		g.callValue(g.x.trace.Host.Attribute(th, "torch._dynamo.utils._plain_tensor"))
	}
	if err := g.load(p.Source); err != nil {
		return err
	}
	if plain {
		g.emit(bytecode.CALL, 1)
	}
	switch {
	case method == "":
		return nil
	case seen && p.Property == guards.Offset:
		g.emit(bytecode.CALL, 1)
		return nil
	case seen:
		g.constant(object.Int(int64(p.Dim)))
		g.emit(bytecode.CALL, 2)
		return nil
	}
	g.emit(bytecode.LOAD_ATTR, g.name(method)<<1|1)
	g.emit(bytecode.CALL, 0)
	if p.Property == guards.Offset {
		return nil
	}
	g.constant(object.Int(int64(p.Dim)))
	g.emit(bytecode.BINARY_OP, bytecode.BinarySubscript)
	return nil
}

// finish assembles the code.
func (g *generator) finish(th *object.Thread) (*object.Code, error) {
	c := g.code
	original := c.NLocals
	names := make([]string, g.temps)
	for i := range names {
		names[i] = fmt.Sprintf("tmp_%d", i)
	}
	c.LocalsPlus = append(append(append([]string{}, c.LocalsPlus[:original]...), names...), c.LocalsPlus[original:]...)
	c.NLocals += g.temps
	for _, in := range g.list {
		switch bytecode.Table[in.Op].Operand {
		case bytecode.OperandLocal, bytecode.OperandDeref:
			switch {
			case in.Arg >= tempBase:
				in.Arg += int32(original) - tempBase
			case int(in.Arg) >= original:
				in.Arg += int32(g.temps)
			}
		}
	}
	if err := bytecode.Assemble(c, g.list); err != nil {
		return nil, err
	}
	code := object.NewCode(th, c)
	for i, v := range g.values {
		code.ConstValues[i] = v
	}
	copy(code.ConstValues, g.x.code.ConstValues)
	return code, nil
}

// prefix copies the instructions that set up cells.
func (g *generator) prefix() {
	for _, in := range g.x.code.Instrs {
		switch in.Op {
		case bytecode.COPY_FREE_VARS, bytecode.MAKE_CELL:
			g.emit(in.Op, int(in.Arg))
		}
	}
	g.emit(bytecode.RESUME, 0)
}
