package variables

import (
	"github.com/magneto-go/magneto/vm/object"
)

// Calls of functools.partial: what it holds comes before what it is called with.

// partialParts are what functools.partial holds.
type partialParts struct {
	fn     Tracker
	args   []Tracker
	kwargs []KW
}

// partialAttrs are the attributes that tell what it holds.
var partialAttrs = map[string]bool{"func": true, "args": true, "keywords": true}

// fill are the positional arguments of a call: those of the call stand for the placeholders first.
func (p *partialParts) fill(t *Trace, args []Tracker) ([]Tracker, error) {
	filled, given := append([]Tracker{}, p.args...), len(args)
	expected := 0
	for i, a := range filled {
		if isPlaceholder(t.ToValue(t.Peek(a))) {
			expected++
			if len(args) > 0 {
				filled[i], args = args[0], args[1:]
			}
		}
	}
	if given < expected {
		return nil, object.TypeErrorf("missing positional arguments in 'partial' call; expected at least %d, got %d", expected, given)
	}
	return append(filled, args...), nil
}

// isPlaceholder tells whether v is functools.Placeholder.
func isPlaceholder(v object.Value) bool {
	return !v.IsNull() && v.Type().ShortName() == "_PlaceholderType" && v.Type().ModuleName() == "functools"
}

func (t *Trace) partial(th *object.Thread, c *Container) (*partialParts, bool) {
	if c.V.Type().ShortName() != "partial" {
		return nil, false
	}
	read := func(name string) Tracker {
		v, err := object.GetAttr(th, c.V, name)
		if err != nil {
			return nil
		}
		return t.wrapAttr(c, name, v)
	}
	fn, args, kwargs := read("func"), read("args"), read("keywords")
	if fn == nil || args == nil || kwargs == nil {
		return nil, false
	}
	p := &partialParts{fn: fn}
	realArgs, err := t.Realize(th, args)
	if err != nil {
		return nil, false
	}
	if a, ok := realArgs.(*Container); ok {
		p.args = t.Items(th, a)
	}
	realKw, err := t.Realize(th, kwargs)
	if err != nil {
		return nil, false
	}
	if k, ok := realKw.(*Container); ok {
		t.observe(th, k, "keys", nil)
		d, _ := object.AsDict(k.V)
		values := d.Values()
		for i, key := range d.Keys() {
			s, ok := object.AsStr(key)
			if !ok { // the call itself raises
				return nil, false
			}
			p.kwargs = append(p.kwargs, KW{s.S, t.FromValue(values[i])})
		}
	}
	return p, true
}

// deepPartial looks at all that a partial from outside holds. Its value has the numbers of this call: they are not symbols there.
func (t *Trace) deepPartial(th *object.Thread, c *Container) error {
	p, ok := t.partial(th, c)
	if !ok {
		return nil
	}
	parts := append([]Tracker{p.fn}, p.args...)
	for _, kw := range p.kwargs {
		parts = append(parts, kw.Value)
	}
	for _, part := range parts {
		x, err := t.deep(th, part)
		if err != nil {
			return err
		}
		switch x.(type) {
		case *SymInt, *SymFloat, *SymBool:
			if _, err := t.Text(th, x, "repr"); err != nil {
				return err
			}
		}
	}
	return nil
}

// flatPartial are the arguments of functools.partial with a partial as the function taken apart, as it does itself.
func (t *Trace) flatPartial(th *object.Thread, args []Tracker, kwargs []KW) ([]Tracker, []KW, error) {
	if len(args) == 0 {
		return args, kwargs, nil
	}
	fn, err := t.Realize(th, args[0])
	if err != nil {
		return nil, nil, err
	}
	c, ok := fn.(*Container)
	if !ok || c.V.Type().FullName() != "functools.partial" {
		return args, kwargs, nil
	}
	p, ok := t.partial(th, c)
	if !ok {
		return args, kwargs, nil
	}
	flat, given := []Tracker{p.fn}, args[1:]
	for _, a := range p.args {
		if len(given) > 0 && isPlaceholder(t.ToValue(t.Peek(a))) {
			a, given = given[0], given[1:]
		}
		flat = append(flat, a)
	}
	return append(flat, given...), mergeKwargs(p.kwargs, kwargs), nil
}

// Partial is what a functools.partial that tracing made holds.
func (t *Trace) Partial(th *object.Thread, c *Container) (fn Tracker, args []Tracker, kwargs []KW, ok bool) {
	p, ok := t.partial(th, c)
	if !ok {
		return nil, nil, nil, false
	}
	return p.fn, p.args, p.kwargs, true
}

func (t *Trace) wrapAttr(c *Container, name string, v object.Value) Tracker {
	if c.src != nil {
		return t.Wrap(v, c.src.Attr(name))
	}
	return t.FromValue(v)
}

func mergeKwargs(first, second []KW) []KW {
	out := append([]KW{}, first...)
next:
	for _, kw := range second {
		for i := range out {
			if out[i].Name == kw.Name {
				out[i].Value = kw.Value
				continue next
			}
		}
		out = append(out, kw)
	}
	return out
}
