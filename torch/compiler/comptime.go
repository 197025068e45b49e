package compiler

import (
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is the native side of torch._dynamo.comptime.

func registerComptime() {
	typ := object.NewType("ComptimeState", "torch._C._dynamo.eval_frame", nil, object.Spec{Layout: object.LayoutNative})
	variables.RegisterFunction("torch._dynamo.comptime._Comptime.__call__", dynamo.Comptime(func(th *object.Thread, m *dynamo.Moment) (object.Value, error) {
		return object.Call(th, attribute(th, "torch._dynamo.comptime.ComptimeContext"), object.NewNative(typ, m))
	}))
	comptimeType = typ // start: by Register
}

var comptimeType *object.Type

func momentOf(v object.Value) *dynamo.Moment {
	n, _ := object.AsNative(v)
	m, _ := n.V.(*dynamo.Moment)
	return m
}

func comptimeLocal(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	name, _ := object.Text(args[1])
	level, _ := args[2].AsInt()
	seen, err := momentOf(args[0]).Up(int(level)).Local(name)
	if err != nil {
		return object.Null, err
	}
	return object.NewNative(comptimeType, seen), nil
}

func comptimeDo(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	what, _ := object.Text(args[1])
	m := momentOf(args[0])
	if level, ok := args[2].AsInt(); ok {
		m = m.Up(int(level))
	}
	switch what {
	case "graph_break":
		message, _ := object.Text(args[2])
		return object.Null, m.Break(message)
	case "graph":
		return object.GetAttr(th, fx.NewModule(m.Graph(), nil), "graph")
	case "code":
		module, _ := fx.AsModule(fx.NewModule(m.Graph(), nil))
		return object.NewStr(module.Readable(false, false)), nil
	case "parent":
		return object.NewNative(comptimeType, m.Up(1)), nil
	case "disas":
		return object.NewStr(m.Disassembly()), nil
	case "bt":
		return object.NewStr(m.Backtrace(th)), nil
	case "stack":
		return texts(m.Stack(th)), nil
	case "guards":
		var rows []object.Value
		for _, g := range m.Guards() {
			rows = append(rows, object.NewTuple(object.NewStr(g.Owner), object.NewStr(g.Name), object.NewStr(g.Kind)).Ref())
		}
		return object.NewList(rows...).Ref(), nil
	case "locals":
		names, values := m.Locals(th)
		out := make([]object.Value, len(names))
		for i := range names {
			out[i] = object.NewTuple(object.NewStr(names[i]), object.NewStr(values[i])).Ref()
		}
		return object.NewList(out...).Ref(), nil
	}
	return object.Null, object.NotImplementedErrorf("comptime: %s", what)
}

func texts(list []string) object.Value {
	out := make([]object.Value, len(list))
	for i, s := range list {
		out[i] = object.NewStr(s)
	}
	return object.NewList(out...).Ref()
}

func comptimeVar(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	n, _ := object.AsNative(args[0])
	s, ok := n.V.(*dynamo.Seen)
	if !ok {
		return object.Null, object.TypeErrorf("expected a value of the traced function")
	}
	what, _ := object.Text(args[1])
	switch what {
	case "repr":
		return object.NewStr(s.Text(th)), nil
	case "type":
		return s.Type().Ref(), nil
	case "fake":
		f, err := s.Fake(th)
		if err != nil {
			return object.Null, err
		}
		return seenTensor(th, f, false), nil
	case "proxy":
		arg, err := s.Argument(th)
		if err != nil {
			return object.Null, object.NotImplementedErrorf("%s", s.Text(th))
		}
		return fx.WrapArg(th, arg), nil
	case "constant":
		return s.Constant(th)
	case "is_constant":
		_, err := s.Constant(th)
		return object.Bool(err == nil), nil
	case "is_dynamic":
		b, err := s.Dynamic(th)
		return object.Bool(b), err
	case "force_static":
		return object.None, s.ForceStatic(th)
	}
	return object.Null, object.NotImplementedErrorf("comptime: %s", what)
}

// valueOf is a tensor, number or dtype of scripts as operators have it.
func valueOf(th *object.Thread, v object.Value) any {
	x, err := torch.ToOps(th, v)
	if err != nil {
		return nil
	}
	return x
}

// seenTensor is a tensor of a trace as scripts see it: a FakeTensor of its own, since the one that is traced goes on as it is.
func seenTensor(th *object.Thread, x ops.Value, leafOnly bool) object.Value {
	if f, ok := x.(*ops.Fake); ok {
		own := &ops.Fake{Sizes: f.Sizes, Strides: f.Strides, Offset: f.Offset, DType: f.DType, Device: f.Device, Conj: f.Conj, Neg: f.Neg, Class: f.Class}
		own.RequiresGrad = f.RequiresGrad || !leafOnly && f.NeedsGrad()
		x = own
	}
	v := torch.FromOps(th, x)
	if class, ok := object.AsType(attribute(th, "torch._subclasses.fake_tensor._SeenTensor")); ok && v.Type() == torch.TensorType(th) {
		v.Head().SetType(class)
	}
	return v
}
