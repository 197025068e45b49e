package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// belowAutograd is torch._C._below_autograd(overload, args, kwargs): whether a mode or a class of tensors answers the operator,
// and the answer.
func belowAutograd(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_below_autograd", args, kwNames, "overload", "args", "kwargs")
	if err != nil {
		return object.Null, err
	}
	o, ok := tagOf(th, a[0]).(*Overload)
	if !ok {
		return object.Null, object.TypeErrorf("_below_autograd() expects an operator overload")
	}
	call, _ := sequence(th, a[1])
	call = object.Keep(call)
	var names []Value
	if d, ok := object.AsDict(a[2]); ok {
		_ = d.Each(th, func(th *object.Thread, k, v Value) error {
			call, names = append(call, v), append(names, k)
			return nil
		})
	}
	list, kws, err := opsArguments(th, call, names)
	if err != nil {
		return object.Null, err
	}
	op, bound, err := o.Packet.Bind(list, kws)
	if err != nil {
		return object.Null, raise(err)
	}
	outs, handled, err := Context(th).UnderTape(op, bound)
	if err != nil {
		return object.Null, raise(err)
	}
	if !handled {
		return object.NewTuple(object.False, object.None).Ref(), nil
	}
	result := object.None
	switch {
	case len(op.Schema().Returns) == 1 && len(outs) == 1:
		result = FromOps(th, outs[0])
	case len(outs) > 0:
		result = object.NewTuple(fromList(th, outs)...).Ref()
	}
	return object.NewTuple(object.True, plainResult(o.Packet, result)).Ref(), nil
}

// setDispatchRule is torch._C._set_dispatch_rule(overload, class, f): f answers the operator for a mode or a tensor of the class.
func setDispatchRule(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_set_dispatch_rule", args, kwNames, "overload", "class", "f")
	if err != nil {
		return object.Null, err
	}
	o, ok := tagOf(th, a[0]).(*Overload)
	class, isType := object.AsType(a[1])
	if !ok || !isType {
		return object.Null, object.TypeErrorf("a rule of __torch_dispatch__ belongs to an operator overload and a class")
	}
	rules := objectsOf.Of(th).rules
	if rules[o.Op] == nil {
		rules[o.Op] = map[*object.Type]Value{}
	}
	rules[o.Op][class] = a[2]
	return object.None, nil
}

// overrideKernel is torch._C._override_kernel(overload, f, above_autograd): f computes an operator of PyTorch from now on, and nothing is recorded for
// autograd if it stands above that; None ends that.
func overrideKernel(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_override_kernel", args, kwNames, "overload", "f", "above_autograd")
	if err != nil {
		return object.Null, err
	}
	o, ok := tagOf(th, a[0]).(*Overload)
	if !ok {
		return object.Null, object.TypeErrorf("_override_kernel() expects an operator overload")
	}
	above, err := object.IsTrue(th, a[2])
	if err != nil {
		return object.Null, err
	}
	if a[1].IsNone() {
		Context(th).Override(o.Op, above, nil)
		return object.None, nil
	}
	f, machine := a[1], th.Machine
	Context(th).Override(o.Op, above, func(list []ops.Value) ([]ops.Value, error) {
		th := machine.Running()
		positional, kwargs := spelled(th, o.Op, list)
		names := []object.Kw(nil)
		_ = kwargs.Each(th, func(th *object.Thread, k, v Value) error {
			name, _ := object.Text(k)
			names = append(names, object.Kw{Name: name, V: v})
			return nil
		})
		r, err := object.CallKw(th, f, positional, names...)
		if err != nil {
			return nil, err
		}
		return dispatched(th, o.Op, list, r)
	})
	return object.None, nil
}
