package torch

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// innermostTransform is torch._C._innermost_transform(): the kind of the transform that would see the next call, the size of
// its mapped dimension and its randomness; None without a transform.
func innermostTransform(th *object.Thread, args, kwNames []Value) (Value, error) {
	c := Context(th).InnermostTransform()
	switch {
	case c == nil:
		return object.None, nil
	case c.Kind == "vmap":
		return object.NewTuple(object.NewStr(c.Kind), FromOps(th, c.Size), object.NewStr(c.Randomness)).Ref(), nil
	}
	return object.NewTuple(object.NewStr(c.Kind), object.None, object.None).Ref(), nil
}

// crossTransform is torch._C._cross_transform(f, values): it calls f(values, extras) among the levels below the innermost
// transform. values are the given ones without what the transform adds to tensors; extras holds that, None where it adds
// nothing: mapped dimensions of a vmap, tangents of a jvp. f gives two sequences of that kind for its results, of which
// the tuple of results above the transform is made.
func crossTransform(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_cross_transform", args, kwNames, "f", "values")
	if err != nil {
		return object.Null, err
	}
	c := Context(th).InnermostTransform()
	given, ok := sequence(th, a[1])
	if c == nil || !ok {
		return object.Null, object.RuntimeErrorf("_cross_transform() needs an active transform and a sequence")
	}
	inner, extras := make([]Value, len(given)), make([]Value, len(given))
	for i, v := range given {
		inner[i], extras[i] = v, object.None
		x, ok := operand(v)
		if !ok {
			continue
		}
		value, dim, tangent := c.Down(x)
		inner[i] = FromOps(th, value)
		if dim >= 0 {
			extras[i] = object.Int(int64(dim))
		}
		if tangent != nil {
			extras[i] = FromOps(th, tangent)
		}
	}
	var outs, added []Value
	err = c.Below(func() error {
		r, err := object.Call(th, a[0], object.NewTuple(inner...).Ref(), object.NewTuple(extras...).Ref())
		if err != nil {
			return err
		}
		pair, ok := sequence(th, r)
		if !ok || len(pair) != 2 {
			return object.RuntimeErrorf("_cross_transform() needs a function that gives two sequences")
		}
		outs, ok = sequence(th, pair[0])
		added, _ = sequence(th, pair[1])
		if !ok || len(outs) != len(added) {
			return object.RuntimeErrorf("_cross_transform() needs two sequences of one length")
		}
		return nil
	})
	if err != nil {
		return object.Null, err
	}
	results := make([]Value, len(outs))
	for i, v := range outs {
		if results[i], err = lifted(th, c, v, added[i]); err != nil {
			return object.Null, err
		}
	}
	return object.NewTuple(results...).Ref(), nil
}

// lifted is one result above a transform.
func lifted(th *object.Thread, c *ops.Crossing, v, added Value) (Value, error) {
	x, ok := operand(v)
	if !ok {
		return v, nil
	}
	dim, tangent := -1, ops.Value(nil)
	switch {
	case added.IsNone():
	case c.Kind == "vmap":
		n, err := object.ToInt(th, added)
		if err != nil {
			return object.Null, err
		}
		dim = n
		if rank := len(ops.Describe(x).Sizes); dim < 0 {
			dim += rank
		}
	default:
		t, err := ToOps(th, added)
		if err != nil {
			return object.Null, err
		}
		tangent = t
	}
	out, err := c.Up(x, dim, tangent)
	if err != nil {
		return object.Null, raise(err)
	}
	return FromOps(th, out), nil
}
