package interp

import (
	"fmt"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// FrameObject is a frame as Python sees it.
type FrameObject struct {
	object.Header
	F *Frame
}

var layoutFrame = object.NewLayout()

// FrameType is the type frame.
var FrameType *object.Type

// AsFrame is the frame behind a frame object.
func AsFrame(v Value) (*Frame, bool) {
	o, ok := object.As[FrameObject](v, layoutFrame)
	if !ok {
		return nil, false
	}
	return o.F, true
}

// Object is the frame's Python object. The frame will not be reused.
func (f *Frame) Object() Value {
	if f.object == nil {
		f.object = &FrameObject{Header: object.NewHeader(FrameType), F: f}
		f.flags |= frameEscaped
	}
	return f.object.Ref()
}

// LocalsDict is locals(): the namespace of a module or class body, or a fresh dict of a function's variables. Within a
// comprehension that is compiled into a module or class body, these are the comprehension's.
func (f *Frame) LocalsDict() Value {
	if !f.locals.IsNull() && !f.inComprehension() {
		return f.locals
	}
	d := object.NewDict()
	for i, name := range f.code.LocalStrs {
		if i >= len(f.slots) {
			break
		}
		if v := f.LocalValue(i); !v.IsNull() {
			d.SetStr(name, v)
		}
	}
	if f.pc == 0 && f.fn != nil { // the instruction that brings the variables of functions around it has not run
		for i, cell := range f.fn.Closure.All() {
			if !cell.V.IsNull() {
				d.Put(f.code.FreeVars[i], cell.V)
			}
		}
	}
	return d.Ref()
}

// inComprehension tells whether the slots hold something: in modules and class bodies only comprehensions use them.
func (f *Frame) inComprehension() bool {
	for i := range min(f.code.NLocals, len(f.slots)) {
		if v := f.LocalValue(i); !v.IsNull() {
			return !f.done && f.code.Flags&bytecode.FlagOptimized == 0
		}
	}
	return false
}

func init() {
	fr := func(v Value) *Frame { f, _ := AsFrame(v); return f }
	object.FrameCode = func(v Value) (*object.Code, bool) {
		f, ok := AsFrame(v)
		if !ok {
			return nil, false
		}
		return f.code, true
	}
	FrameType = object.NewType("frame", "", nil, object.Spec{
		Layout: layoutFrame, Final: true, NoNew: true,
		Slots: object.Slots{Repr: func(th *object.Thread, v Value) (Value, error) {
			f := fr(v)
			return object.NewStr(fmt.Sprintf("<frame at %#x, file '%s', line %d, code %s>", object.ID(v), f.code.Filename, f.Line(), f.code.Name)), nil
		}},
		Getset: []object.GetsetDef{
			{Name: "f_code", Get: func(th *object.Thread, v Value) (Value, error) { return fr(v).code.Ref(), nil }},
			{Name: "f_globals", Get: func(th *object.Thread, v Value) (Value, error) { return fr(v).globals.Ref(), nil }},
			{Name: "f_builtins", Get: func(th *object.Thread, v Value) (Value, error) { return fr(v).builtins.Ref(), nil }},
			{Name: "f_locals", Get: func(th *object.Thread, v Value) (Value, error) { return fr(v).LocalsDict(), nil }},
			{Name: "f_lineno", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(fr(v).Line())), nil }},
			{Name: "f_lasti", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(fr(v).Lasti() * 2)), nil }},
			{Name: "f_trace", Get: func(th *object.Thread, v Value) (Value, error) { return object.None, nil }, Set: func(th *object.Thread, v, x Value) error { return nil }},
			{Name: "f_back", Get: func(th *object.Thread, v Value) (Value, error) {
				if b := fr(v).back; b != nil {
					return b.Object(), nil
				}
				return object.None, nil
			}},
		},
		Methods: []object.Method{{Name: "clear", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			if f := fr(v); f.done {
				f.slots = make([]Value, f.nlocals)
			}
			return object.None, nil
		}}},
	})
	object.CallerModule = func(th *object.Thread) Value {
		if of(th).current == nil {
			return object.Null
		}
		v, _ := of(th).current.globals.Lookup("__name__")
		return v
	}
	object.ZeroArgSuper = func(th *object.Thread) (*object.Type, Value, error) {
		f := of(th).current
		if f == nil || f.code.ArgCount == 0 {
			return nil, object.Null, object.RuntimeErrorf("super(): no arguments")
		}
		self := f.LocalValue(0)
		if self.IsNull() {
			return nil, object.Null, object.RuntimeErrorf("super(): arg[0] deleted")
		}
		for i, name := range f.code.LocalsPlus {
			if name == "__class__" && i >= f.code.NLocals {
				if t, ok := object.AsType(f.LocalValue(i)); ok {
					return t, self, nil
				}
				return nil, object.Null, object.RuntimeErrorf("super(): empty __class__ cell")
			}
		}
		return nil, object.Null, object.RuntimeErrorf("super(): __class__ cell not found")
	}
}
