package exec

import (
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// Object is an instance of a class, or a module.
type Object struct {
	Type  *ir.Type
	Slots []Value
	// Params and Buffers are the dictionaries that hold those attributes of a module; nil where slots do.
	Params, Buffers *object.Dict
	// Wrapper is the object that Python sees.
	Wrapper Value
}

// Get reads an attribute.
func (o *Object) Get(i int) Value {
	a := &o.Type.Class.Attrs[i]
	if a.Param && o.Params != nil {
		if v, ok := o.Params.Lookup(a.Name); ok {
			return v
		}
	}
	if a.Buffer && o.Buffers != nil {
		if v, ok := o.Buffers.Lookup(a.Name); ok {
			return v
		}
	}
	if i >= len(o.Slots) || o.Slots[i].IsNull() {
		return object.None
	}
	return o.Slots[i]
}

// Set writes an attribute.
func (o *Object) Set(i int, v Value) {
	a := &o.Type.Class.Attrs[i]
	if a.Param && o.Params != nil {
		o.Params.Put(a.Name, v)
		return
	}
	if a.Buffer && o.Buffers != nil {
		o.Buffers.Put(a.Name, v)
		return
	}
	for len(o.Slots) <= i {
		o.Slots = append(o.Slots, object.Null)
	}
	o.Slots[i] = v
}

// Failure is an error while a graph runs.
type Failure struct {
	// Class is the class that a raise statement named, "" for none; Raised says that it was one.
	Class  string
	Msg    string
	Raised bool
	// Cause is the error of an operator.
	Cause error
	Stack []Frame // innermost first
	// Alone says that the stack is the place of a raise statement, in the function that was called from outside: PyTorch inlines all others before it runs a graph, and
	// raise statements do not remember where they were inlined from.
	Alone bool
}

// Frame is a call on the stack of a failure.
type Frame struct {
	Name  string
	Range ir.Range
}

func (f *Failure) Error() string { return f.Msg }

// CodeOf is the code of a function, compiled on first use.
func CodeOf(f *ir.Function, host Host) (*Code, error) {
	if c, ok := f.Code.(*Code); ok && c.graph == f.Graph && c.host == host {
		return c, nil
	}
	if err := f.Ensure(); err != nil {
		return nil, err
	}
	c, err := Compile(f.Name, f.Graph, host)
	if err != nil {
		return nil, err
	}
	f.Code = c
	return c, nil
}

// Run runs a function.
func Run(th *object.Thread, f *ir.Function, host Host, args []Value) (Value, error) {
	c, err := CodeOf(f, host)
	if err != nil {
		return object.Null, err
	}
	return RunCode(th, c, host, args)
}

// RunCode runs the code of a graph.
func RunCode(th *object.Thread, c *Code, host Host, args []Value) (Value, error) {
	out, err := c.run(th, args)
	if e, ok := err.(*Failure); ok {
		return object.Null, host.Raised(th, e)
	}
	return out, err
}

// RunInner runs code for an operator of other code, to which an error goes on as it is. Code without a name is a part of the other.
func RunInner(th *object.Thread, c *Code, args []Value) (Value, error) { return c.run(th, args) }

const maxDepth = 1500

// run interprets the code. Several results come as a tuple.
func (c *Code) run(th *object.Thread, args []Value) (Value, error) {
	th.NativeDepth++
	defer func() { th.NativeDepth-- }()
	if th.NativeDepth > maxDepth {
		return object.Null, &Failure{Msg: "stack overflow: scripted functions call each other too deeply"}
	}
	regs := make([]Value, c.regs)
	for i, r := range c.inputs {
		regs[r] = args[i]
	}
	for i := range c.consts {
		k := &c.consts[i]
		if k.v.IsNull() {
			v, err := constant(th, c.host, k.c)
			if err != nil {
				return object.Null, err
			}
			k.v = v
		}
		v := k.v
		if _, list := k.c.V.([]ir.Constant); list { // each run has a list of its own
			v, _ = constant(th, c.host, k.c)
		}
		regs[k.reg] = v
	}
	out, err := c.interpret(th, regs)
	if err != nil && len(c.entered) > 0 {
		c.leave(th, regs)
	}
	return out, err
}

// leave calls __exit__ of the objects whose with blocks an error leaves, the innermost first. What these calls raise is lost, as in PyTorch.
func (c *Code) leave(th *object.Thread, regs []Value) {
	for k := len(c.entered) - 1; k >= 0; k-- {
		self := regs[c.entered[k]]
		if self.IsNull() {
			continue
		}
		if o, err := objectOf(self); err == nil {
			if code, err := CodeOf(o.Type.Class.Method("__exit__"), c.host); err == nil {
				_, _ = code.run(th, []Value{self, object.None, object.None, object.None})
			}
		}
	}
}

func (c *Code) interpret(th *object.Thread, regs []Value) (Value, error) {
	var buf [8]Value
	pc, back := 0, 0
	for pc < len(c.instrs) {
		i := &c.instrs[pc]
		pc++
		switch i.op {
		case opMove:
			regs[i.out] = regs[i.a]
		case opJump:
			if int(i.c) < pc {
				if back++; back&(1<<16-1) == 0 {
					if err := c.host.Poll(th); err != nil {
						return object.Null, err
					}
				}
			}
			pc = int(i.c)
		case opJumpFalse:
			if regs[i.a] == object.False {
				pc = int(i.c)
			}
		case opLoopStart:
			regs[i.out] = object.Int(0)
		case opLess:
			if regs[i.b] == object.False || regs[i.out].SmallInt() >= regs[i.a].SmallInt() {
				pc = int(i.c)
			}
		case opIntAdd:
			if i.b < 0 {
				regs[i.out] = object.Int(regs[i.a].SmallInt() + 1)
				continue
			}
			regs[i.out] = object.Int(regs[i.a].SmallInt() + regs[i.b].SmallInt())
		case opIntSub:
			regs[i.out] = object.Int(regs[i.a].SmallInt() - regs[i.b].SmallInt())
		case opIntMul:
			regs[i.out] = object.Int(regs[i.a].SmallInt() * regs[i.b].SmallInt())
		case opIntLt:
			regs[i.out] = object.Bool(regs[i.a].SmallInt() < regs[i.b].SmallInt())
		case opIntLe:
			regs[i.out] = object.Bool(regs[i.a].SmallInt() <= regs[i.b].SmallInt())
		case opIntGt:
			regs[i.out] = object.Bool(regs[i.a].SmallInt() > regs[i.b].SmallInt())
		case opIntGe:
			regs[i.out] = object.Bool(regs[i.a].SmallInt() >= regs[i.b].SmallInt())
		case opIntEq:
			regs[i.out] = object.Bool(regs[i.a].SmallInt() == regs[i.b].SmallInt())
		case opIntNe:
			regs[i.out] = object.Bool(regs[i.a].SmallInt() != regs[i.b].SmallInt())
		case opFloatAdd:
			regs[i.out] = object.Float(regs[i.a].ExactFloat() + regs[i.b].ExactFloat())
		case opFloatSub:
			regs[i.out] = object.Float(regs[i.a].ExactFloat() - regs[i.b].ExactFloat())
		case opFloatMul:
			regs[i.out] = object.Float(regs[i.a].ExactFloat() * regs[i.b].ExactFloat())
		case opFloatLt:
			regs[i.out] = object.Bool(regs[i.a].ExactFloat() < regs[i.b].ExactFloat())
		case opFloatGt:
			regs[i.out] = object.Bool(regs[i.a].ExactFloat() > regs[i.b].ExactFloat())
		case opNot:
			regs[i.out] = object.Bool(regs[i.a] == object.False)
		case opAnd:
			regs[i.out] = object.Bool(regs[i.a] == object.True && regs[i.b] == object.True)
		case opCall, opCallN:
			list := buf[:0]
			for _, r := range i.args {
				list = append(list, regs[r])
			}
			v, err := i.f(th, list)
			if err != nil {
				return object.Null, c.failed(i, err)
			}
			if i.op == opCall {
				if i.out >= 0 {
					regs[i.out] = v
				}
				continue
			}
			t, ok := object.AsTuple(v)
			if !ok || len(t.Items) != len(i.outs) {
				return object.Null, c.failed(i, object.RuntimeErrorf("magneto: %s gave another number of results than its schema says", i.node.Kind))
			}
			for k, r := range i.outs {
				regs[r] = t.Items[k]
			}
		default:
			if err := c.slow(th, i, regs); err != nil {
				return object.Null, err
			}
		}
	}
	switch len(c.outputs) {
	case 0:
		return object.None, nil
	case 1:
		return regs[c.outputs[0]], nil
	}
	return object.NewTuple(pick(regs, c.outputs)...).Ref(), nil
}

func pick(regs []Value, list []int32) []Value {
	out := make([]Value, len(list))
	for i, r := range list {
		out[i] = regs[r]
	}
	return out
}

// slow executes the instructions that are not worth a place in the loop.
func (c *Code) slow(th *object.Thread, i *instr, regs []Value) error {
	switch i.op {
	case opTuple:
		regs[i.out] = object.NewTuple(pick(regs, i.args)...).Ref()
	case opList:
		regs[i.out] = object.NewList(pick(regs, i.args)...).Ref()
	case opDict:
		d := object.NewDict()
		for k := 0; k+1 < len(i.args); k += 2 {
			if err := d.Set(th, regs[i.args[k]], regs[i.args[k+1]]); err != nil {
				return c.failed(i, err)
			}
		}
		regs[i.out] = d.Ref()
	case opUnpack:
		items := itemsOf(regs[i.a])
		if len(items) != len(i.outs) {
			return c.failed(i, object.RuntimeErrorf("Expected %d elements in a list but found %d", len(i.outs), len(items)))
		}
		for k, r := range i.outs {
			regs[r] = items[k]
		}
	case opTupleGet:
		items := itemsOf(regs[i.a])
		k := regs[i.b].SmallInt()
		if k < 0 {
			k += int64(len(items))
		}
		if k < 0 || k >= int64(len(items)) {
			return c.failed(i, object.RuntimeErrorf("Tuple list index out of range"))
		}
		regs[i.out] = items[k]
	case opGetAttr:
		o, err := objectOf(regs[i.a])
		if err != nil {
			return c.failed(i, err)
		}
		regs[i.out] = o.Get(int(i.c))
	case opSetAttr:
		o, err := objectOf(regs[i.a])
		if err != nil {
			return c.failed(i, err)
		}
		o.Set(int(i.c), regs[i.b])
	case opCallGraph:
		return c.call(th, i, regs)
	case opRaise:
		msg, _ := object.Text(regs[i.args[0]])
		f := &Failure{Msg: msg, Raised: true, Alone: true}
		if len(i.args) > 1 {
			f.Class, _ = object.Text(regs[i.args[1]])
		}
		f.Stack = []Frame{{c.Name, i.node.Range}}
		return f
	case opPrint:
		text := ""
		for k, r := range i.args {
			if k > 0 {
				text += " "
			}
			text += Text(th, c.host, regs[r], i.node.Inputs[k].Type)
		}
		return c.host.Print(th, text+"\n")
	case opFork:
		fut, given := &Future{Awaits: i.node.Kind == "prim::awaitable"}, pick(regs, i.args)
		fut.pending = func(th *object.Thread) (Value, error) { return i.code.run(th, given) }
		if !fut.Awaits { // an awaitable runs when it is waited for
			fut.Result(th)
		}
		regs[i.out] = object.NewNative(FutureType, fut)
	case opStep:
		c.step(th, i.c, regs)
	}
	return nil
}

func (c *Code) call(th *object.Thread, i *instr, regs []Value) error {
	f := i.fn
	if f == nil { // a method of an interface
		o, err := objectOf(regs[i.args[0]])
		if err != nil {
			return c.failed(i, err)
		}
		if f = o.Type.Class.Called(i.node.StrAttr("name")); f == nil {
			return c.failed(i, object.RuntimeErrorf("%s has no method '%s'", o.Type.Name, i.node.StrAttr("name")))
		}
	}
	code, err := CodeOf(f, c.host)
	if err != nil {
		return c.failed(i, err)
	}
	if c.steps != nil {
		if code, err = compile(f.Name, f.Graph, c.host, c.steps); err != nil {
			return c.failed(i, err)
		}
	}
	v, err := code.run(th, pick(regs, i.args))
	if err != nil {
		return c.failed(i, err)
	}
	regs[i.out] = v
	return nil
}

// failed makes a failure of the error of an instruction.
func (c *Code) failed(i *instr, err error) error {
	if f, ok := err.(*Failure); ok {
		if last := len(f.Stack) - 1; last >= 0 && f.Stack[last].Name == "" { // in a part of this code
			f.Stack[last].Name = c.Name
			return f
		}
		if f.Alone {
			f.Stack[0].Name = c.Name
			return f
		}
		f.Stack = append(f.Stack, Frame{c.Name, i.node.Range})
		return f
	}
	f := &Failure{Msg: err.Error(), Cause: err}
	at := i.node.Range
	for _, call := range i.node.Calls {
		f.Stack, at = append(f.Stack, Frame{call.Function, at}), call.Range
	}
	f.Stack = append(f.Stack, Frame{c.Name, at})
	return f
}

// objectOf is the object behind a value.
func objectOf(v Value) (*Object, error) {
	if n, ok := object.AsNative(v); ok {
		if o, ok := n.V.(*Object); ok {
			return o, nil
		}
	}
	return nil, object.RuntimeErrorf("expected an object of a scripted class but found %s", v.Type().Name)
}

// ObjectType is the type of objects as values; FutureType that of futures.
var (
	ObjectType = object.NewType("ScriptObject", "torch", nil, object.Spec{Layout: object.LayoutNative, Slots: object.Slots{
		Str: func(_ *object.Thread, self Value) (Value, error) {
			o, err := objectOf(self)
			if err != nil {
				return object.Null, err
			}
			return object.NewStr("ScriptObject <" + o.Type.Name + ">"), nil
		},
		GetAttr: func(th *object.Thread, self Value, name *object.Str) (Value, error) {
			return Attributes(th, self, name.S)
		},
	}})
	FutureType = object.NewType("Future", "torch", nil, object.Spec{Layout: object.LayoutNative, Slots: object.Slots{
		GetAttr: func(th *object.Thread, self Value, name *object.Str) (Value, error) {
			return Attributes(th, self, name.S)
		},
	}})
)

// Attributes is what Python code sees of objects as values.
var Attributes func(th *object.Thread, self Value, name string) (Value, error)

// NewObject is an object of a class as a value.
func NewObject(t *ir.Type) (*Object, Value) {
	o := &Object{Type: t, Slots: make([]Value, len(t.Class.Attrs))}
	o.Wrapper = object.NewNative(ObjectType, o)
	return o, o.Wrapper
}

// Future is the result of a fork, or a call that has not run.
type Future struct {
	V       Value
	Err     error
	Awaits  bool // is what _awaitable gives
	pending func(th *object.Thread) (Value, error)
}

// Later is a future that asks for its value when it is waited for.
func Later(run func(th *object.Thread) (Value, error)) *Future { return &Future{pending: run} }

// Result runs the call, once, and gives what comes of it.
func (f *Future) Result(th *object.Thread) (Value, error) {
	if run := f.pending; run != nil {
		f.pending = nil
		f.V, f.Err = run(th)
	}
	return f.V, f.Err
}

func itemsOf(v Value) []Value {
	if t, ok := object.AsTuple(v); ok {
		return t.Items
	}
	if l, ok := object.AsList(v); ok {
		return l.Items
	}
	return nil
}

// constant is the value of a constant.
func constant(th *object.Thread, host Host, c ir.Constant) (Value, error) {
	switch v := c.V.(type) {
	case nil:
		return object.None, nil
	case bool:
		return object.Bool(v), nil
	case int64:
		return object.Int(v), nil
	case float64:
		return object.Float(v), nil
	case complex128:
		return object.NewComplex(v), nil
	case string:
		return object.NewStr(v), nil
	case []ir.Constant, ir.TupleConst:
		list, isList := v.([]ir.Constant)
		if !isList {
			list = v.(ir.TupleConst)
		}
		items := make([]Value, len(list))
		for i := range list {
			var err error
			if items[i], err = constant(th, host, list[i]); err != nil {
				return object.Null, err
			}
		}
		if isList {
			return object.NewList(items...).Ref(), nil
		}
		return object.NewTuple(items...).Ref(), nil
	case ir.DictConst:
		d := object.NewDict()
		for i := range v.Keys {
			key, err := constant(th, host, v.Keys[i])
			if err != nil {
				return object.Null, err
			}
			value, err := constant(th, host, v.Values[i])
			if err != nil {
				return object.Null, err
			}
			if err := d.Set(th, key, value); err != nil {
				return object.Null, err
			}
		}
		return d.Ref(), nil
	}
	return host.Constant(th, c)
}

// ConstantValue is the value of a constant, for callers outside.
func ConstantValue(th *object.Thread, host Host, c ir.Constant) (Value, error) {
	return constant(th, host, c)
}
