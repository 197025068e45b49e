package object

import "strings"

// resolutionOrder is the order that the class's metaclass gives it: by mro() if the metaclass defines that, else C3.
func (t *Type) resolutionOrder(th *Thread) ([]*Type, error) {
	m := t.typ.Lookup(th, sMRO)
	if m == TypeType.Lookup(th, sMRO) {
		order, err := linearize(t.Bases)
		return append([]*Type{t}, order...), err
	}
	r, err := callBound(th, m, t.Ref())
	if err != nil {
		return nil, err
	}
	items, err := ToSlice(th, r)
	if err != nil {
		return nil, err
	}
	order := make([]*Type, len(items))
	for i, x := range items {
		c, ok := AsType(x)
		if !ok {
			return nil, TypeErrorf("mro() returned a non-class ('%s')", x.p.typ.Name)
		}
		if !t.Base.hasLayoutOf(c) {
			return nil, TypeErrorf("mro() returned base with unsuitable layout ('%s')", c.Name)
		}
		order[i] = c
	}
	return order, nil
}

// hasLayoutOf tells whether instances of t can serve methods of c.
func (t *Type) hasLayoutOf(c *Type) bool {
	return c.layout == LayoutObject && c.nslots == 0 || c.layout == t.layout && c.nslots <= t.nslots
}

// linearize is the C3 method resolution order of a class with these bases, less the class itself.
func linearize(bases []*Type) ([]*Type, error) {
	var seqs [][]*Type
	for _, b := range bases {
		seqs = append(seqs, append([]*Type(nil), b.MRO...))
	}
	for i, b := range bases {
		for _, c := range bases[i+1:] {
			if b == c {
				return nil, TypeErrorf("duplicate base class %s", b.Name)
			}
		}
	}
	seqs = append(seqs, append([]*Type(nil), bases...))
	var out []*Type
	for {
		var head *Type
		left := false
	search:
		for _, s := range seqs {
			if len(s) == 0 {
				continue
			}
			left = true
			for _, o := range seqs {
				for i := 1; i < len(o); i++ {
					if o[i] == s[0] {
						continue search
					}
				}
			}
			head = s[0]
			break
		}
		if !left {
			return out, nil
		}
		if head == nil {
			var names []string
			seen := map[*Type]bool{}
			for _, s := range seqs {
				if len(s) > 0 && !seen[s[0]] {
					seen[s[0]] = true
					names = append(names, s[0].Name)
				}
			}
			return nil, TypeErrorf("Cannot create a consistent method resolution order (MRO) for bases %s", strings.Join(names, ", "))
		}
		out = append(out, head)
		for i, s := range seqs {
			if len(s) > 0 && s[0] == head {
				seqs[i] = s[1:]
			}
		}
	}
}
