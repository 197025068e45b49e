package variables

import (
	"github.com/magneto-go/magneto/vm/object"
)

// probed are the kinds of containers that PyTorch asks whether they are constants before it asks for their truth, and whether `not` asks, too.
var probed = map[string]struct{ not bool }{
	"ListVariable": {false}, "TupleVariable": {true}, "NamedTupleVariable": {true}, "ConstDictVariable": {false}, "OrderedDictVariable": {false}, "DequeVariable": {true},
}

// ProbeTruth looks at what PyTorch looks at where the truth of x is asked for: a container is a constant if all of its items are, which are asked
// one after another up to the first that is none. Not tells that `not` asks.
func (t *Trace) ProbeTruth(th *object.Thread, x Tracker, not bool) error {
	c, ok := t.Peek(x).(*Container)
	if !ok {
		return nil
	}
	if kind, ok := probed[c.Kind()]; !ok || not && !kind.not {
		return nil
	}
	_, err := t.probe(th, c, map[*Container]bool{})
	return err
}

func (t *Trace) probe(th *object.Thread, c *Container, within map[*Container]bool) (constant bool, err error) {
	if _, ok := probed[c.Kind()]; !ok || within[c] {
		return false, nil
	}
	within[c] = true
	defer delete(within, c)
	items := t.Items(th, c)
	if d, ok := object.AsDict(c.V); ok {
		items = items[:0:0]
		for _, v := range d.Values() {
			items = append(items, t.FromValue(v))
		}
	}
	for _, item := range items {
		if _, late := t.Peek(item).(*Formatted); late {
			return false, nil
		}
		item, err := t.Realize(th, item)
		if err != nil {
			return false, err
		}
		switch x := item.(type) {
		case *Constant, *Class, *Builtin, *PyModule:
		case *Function:
			if x.New && x.Fn.Closure.Len() > 0 {
				return false, nil
			}
		case *Container:
			if ok, err := t.probe(th, x, within); err != nil || !ok {
				return false, err
			}
		default:
			return false, nil
		}
	}
	return true, nil
}
