package variables

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// assumedConstant runs a function whose result is taken to be the same for ever. Tensors in the result are attributes of the graph, named after the function and
// the way to them.
func (t *Trace) assumedConstant(th *object.Thread, f *Function, args []Tracker, kwargs []KW) (Tracker, error) {
	v, err := t.callOn(th, f.Fn.Ref(), args, kwargs, t.RealObject)
	if err != nil {
		return nil, err
	}
	return t.constantOf(th, v, t.assumedName(f))
}

// assumedName is a name for the result of a call: a function of the globals has a number behind its name, others from their second call on.
func (t *Trace) assumedName(f *Function) string {
	stem, first := f.Fn.Name.S, -1
	if f.src != nil && f.src.Access == guards.Global {
		first = 0
	}
	for i := first; ; i++ {
		name := stem
		if i >= 0 {
			name = fmt.Sprintf("%s_%d", stem, i)
		}
		if !slices.Contains(t.assumed, name) {
			t.assumed = append(t.assumed, name)
			return name
		}
	}
}

// constantOf is a value that is taken to be constant, whose tensors are attributes of the graph.
func (t *Trace) constantOf(th *object.Thread, v object.Value, path string) (Tracker, error) {
	if guards.TensorOf(v) != nil {
		return t.attributeTensor(th, v, InputName(path)), nil
	}
	if constantValue(th, v) && !t.holdsTensor(th, v) {
		return t.FromValue(v), nil
	}
	items := contents(th, v).items
	if d, ok := object.AsDict(v); ok && v.Type() == object.DictType {
		out := t.NewDict()
		shadow, _ := object.AsDict(out.V)
		return out, d.Each(th, func(th *object.Thread, k, e object.Value) error {
			x, err := t.constantOf(th, e, path+"["+guards.ReprOf(th, k)+"]")
			if err != nil {
				return err
			}
			return shadow.Set(th, k, t.ToValue(x))
		})
	}
	if v.Type() != object.ListType && v.Type() != object.TupleType {
		return t.Existing(v), nil
	}
	made := make([]object.Value, len(items))
	for i, e := range items {
		x, err := t.constantOf(th, e, fmt.Sprintf("%s[%d]", path, i))
		if err != nil {
			return nil, err
		}
		made[i] = t.ToValue(x)
	}
	shadow, err := emptyLike(th, v, made)
	return t.newContainer(shadow), err
}

// holdsTensor tells whether there is a tensor in lists, tuples and dicts.
func (t *Trace) holdsTensor(th *object.Thread, v object.Value) bool {
	if guards.TensorOf(v) != nil {
		return true
	}
	if object.Enter(th) != nil { // it contains itself
		return false
	}
	defer object.Leave(th)
	return slices.ContainsFunc(contents(th, v).items, func(e object.Value) bool { return t.holdsTensor(th, e) })
}

// attributeTensor is a tensor that the graph has for its own, under a new name.
func (t *Trace) attributeTensor(th *object.Thread, v object.Value, stem string) Tracker {
	name := stem
	for i := 0; ; i++ {
		known, taken := t.Children[name]
		if !taken || known == v {
			break
		}
		name = fmt.Sprintf("%s_%d", stem, i)
	}
	t.Children[name] = v
	n := t.Graph.Create(fxgraph.GetAttr, name, nil, nil, name)
	n.Meta.Stack = t.stack(th)
	fake := ops.FakeOf(guards.TensorOf(v))
	n.Meta.Example = fake
	return &Tensor{Node: n, Fake: fake, Type: v.Type()}
}
