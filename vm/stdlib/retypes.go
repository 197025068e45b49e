package stdlib

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The types Pattern and Match of re.

func patternSpec(scanner *object.Type) object.Spec {
	gather := func(name string, f func(p *pattern, subject Value, runes []rune, start, end int) (Value, error)) object.Method {
		return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args(name, args, kw, "self", "/", "string", "|", "pos", "endpos")
			if err != nil {
				return object.Null, err
			}
			p := patV(a[0])
			runes, err := p.runesOf(th, a[1])
			if err != nil {
				return object.Null, err
			}
			start, end, err := bounds(th, a[2:], len(runes))
			if err != nil {
				return object.Null, err
			}
			return f(p, a[1], runes, start, end)
		}}
	}
	subMethod := func(name string, result func(v Value, n int) Value) object.Method {
		return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args(name, args, kw, "self", "/", "repl", "string", "|", "count")
			if err != nil {
				return object.Null, err
			}
			n := 0
			if !a[3].IsNull() {
				if n, err = object.ToInt(th, a[3]); err != nil {
					return object.Null, err
				}
			}
			v, k, err := patV(a[0]).sub(th, a[1], a[2], n)
			if err != nil {
				return object.Null, err
			}
			return result(v, k), nil
		}}
	}
	return object.Spec{Layout: layoutPattern, NoNew: true, Final: true,
		Slots: object.Slots{
			Repr: func(th *object.Thread, v Value) (Value, error) {
				p := patV(v)
				s, err := object.Repr(th, p.src)
				var names []string
				for _, f := range reFlagNames {
					if p.flags&f.bit != 0 && (f.bit != reUnicode) && !(p.bytes && f.bit == reASCII) {
						names = append(names, "re."+f.name)
					}
				}
				if len(names) > 0 {
					s += ", " + strings.Join(names, "|")
				}
				return object.NewStr("re.compile(" + s + ")"), err
			},
			Compare: func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
				y := patV(b)
				if y == nil || op != object.Eq && op != object.Ne {
					return object.NotImplemented, nil
				}
				x := patV(a)
				same := x.wide.text == y.wide.text && x.flags == y.flags && x.bytes == y.bytes
				return object.Bool(same == (op == object.Eq)), nil
			},
			Hash: func(th *object.Thread, v Value) (int64, error) { return object.Hash(th, patV(v).src) },
		},
		Methods: []object.Method{
			findMethod("search", reSearch), findMethod("match", reMatch), findMethod("fullmatch", reFull),
			gather("findall", func(p *pattern, subject Value, runes []rune, start, end int) (Value, error) {
				l := object.NewList()
				err := p.each(subject, runes, start, end, func(m *match) error {
					var v Value
					text := func(i int) Value {
						if g := m.group(i); !g.IsNone() {
							return g
						}
						return p.wrap(nil)
					}
					switch p.groups {
					case 0:
						v = m.group(0)
					case 1:
						v = text(1)
					default:
						items := make([]Value, p.groups)
						for i := range items {
							items[i] = text(i + 1)
						}
						v = object.NewTuple(items...).Ref()
					}
					l.Items = append(l.Items, v)
					return nil
				})
				return l.Ref(), err
			}),
			gather("finditer", func(p *pattern, subject Value, runes []rune, start, end int) (Value, error) {
				next := p.matches(subject, runes, start, end)
				return object.NewGoIter(scanner, func(th *object.Thread) (Value, error) {
					m, err := next()
					if err != nil || m == nil {
						return object.Null, err
					}
					return m.Ref(), nil
				}), nil
			}),
			subMethod("sub", func(v Value, n int) Value { return v }),
			subMethod("subn", func(v Value, n int) Value { return object.NewTuple(v, object.Int(int64(n))).Ref() }),
			{Name: "split", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				a, err := object.Args("split", args, kw, "self", "/", "string", "|", "maxsplit")
				if err != nil {
					return object.Null, err
				}
				n := 0
				if !a[2].IsNull() {
					if n, err = object.ToInt(th, a[2]); err != nil {
						return object.Null, err
					}
				}
				return patV(a[0]).split(th, a[1], n)
			}},
			{Name: "__copy__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
			{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, _ Value) (Value, error) { return v, nil }},
			{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				re, err := interp.ImportModule(th, "re")
				if err != nil {
					return object.Null, err
				}
				compile, err := object.GetAttr(th, re, "compile")
				flags := object.Int(int64(patV(v).flags))
				return object.NewTuple(compile, object.NewTuple(patV(v).src, flags).Ref()).Ref(), err
			}},
		},
		Getset: []object.GetsetDef{
			{Name: "pattern", Get: func(th *object.Thread, v Value) (Value, error) { return patV(v).src, nil }},
			{Name: "flags", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(patV(v).flags)), nil }},
			{Name: "groups", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(patV(v).groups)), nil }},
			{Name: "groupindex", Get: func(th *object.Thread, v Value) (Value, error) {
				d := object.NewDict()
				for _, n := range patV(v).order {
					d.Put(n, object.Int(int64(patV(v).names[n])))
				}
				return object.NewMappingProxy(d.Ref()), nil
			}},
		},
		Class: []object.Method{object.ClassGetItem},
	}
}

func matchSpec() object.Spec {
	place := func(name string, f func(s [2]int) Value) object.Method {
		return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			m := matV(args[0])
			i := 0
			if len(args) > 1 {
				k, err := m.index(th, args[1])
				if err != nil {
					return object.Null, err
				}
				i = k
			}
			return f(m.spans[i]), nil
		}}
	}
	return object.Spec{Layout: layoutMatch, NoNew: true, Final: true,
		Slots: object.Slots{
			Repr: func(th *object.Thread, v Value) (Value, error) {
				m := matV(v)
				s, err := object.Repr(th, m.group(0))
				return object.NewStr(fmt.Sprintf("<re.Match object; span=(%d, %d), match=%s>", m.spans[0][0], m.spans[0][1], s)), err
			},
			GetItem: func(th *object.Thread, v, key Value) (Value, error) {
				i, err := matV(v).index(th, key)
				if err != nil {
					return object.Null, err
				}
				return matV(v).group(i), nil
			},
		},
		Methods: []object.Method{
			{Name: "group", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				m := matV(args[0])
				if len(args) == 1 {
					return m.group(0), nil
				}
				out := make([]Value, len(args)-1)
				for i, a := range args[1:] {
					k, err := m.index(th, a)
					if err != nil {
						return object.Null, err
					}
					out[i] = m.group(k)
				}
				if len(out) == 1 {
					return out[0], nil
				}
				return object.NewTuple(out...).Ref(), nil
			}},
			{Name: "groups", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				m := matV(args[0])
				def := object.None
				if len(args) > 1 {
					def = args[1]
				}
				out := make([]Value, len(m.spans)-1)
				for i := range out {
					if out[i] = m.group(i + 1); out[i].IsNone() {
						out[i] = def
					}
				}
				return object.NewTuple(out...).Ref(), nil
			}},
			{Name: "groupdict", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				m := matV(args[0])
				def := object.None
				if len(args) > 1 {
					def = args[1]
				}
				d := object.NewDict()
				for _, n := range m.p.order {
					g := m.group(m.p.names[n])
					if g.IsNone() {
						g = def
					}
					d.Put(n, g)
				}
				return d.Ref(), nil
			}},
			{Name: "__copy__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
			{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, _ Value) (Value, error) { return v, nil }},
			place("start", func(s [2]int) Value { return object.Int(int64(s[0])) }),
			place("end", func(s [2]int) Value { return object.Int(int64(s[1])) }),
			place("span", func(s [2]int) Value { return object.NewTuple(object.Int(int64(s[0])), object.Int(int64(s[1]))).Ref() }),
			{Name: "expand", OneArg: func(th *object.Thread, v, template Value) (Value, error) {
				m := matV(v)
				parts, err := m.p.template(th, template)
				if err != nil {
					return object.Null, err
				}
				return m.p.wrap(m.expand(nil, parts)), nil
			}},
		},
		Getset: []object.GetsetDef{
			{Name: "regs", Get: func(th *object.Thread, v Value) (Value, error) {
				var spans []Value
				for _, s := range matV(v).spans {
					spans = append(spans, object.NewTuple(object.Int(int64(s[0])), object.Int(int64(s[1]))).Ref())
				}
				return object.NewTuple(spans...).Ref(), nil
			}},
			{Name: "string", Get: func(th *object.Thread, v Value) (Value, error) { return matV(v).subject, nil }},
			{Name: "re", Get: func(th *object.Thread, v Value) (Value, error) { return matV(v).p.Ref(), nil }},
			{Name: "pos", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(matV(v).pos)), nil }},
			{Name: "endpos", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(matV(v).end)), nil }},
			{Name: "lastindex", Get: func(th *object.Thread, v Value) (Value, error) {
				i := matV(v).last()
				if i == 0 {
					return object.None, nil
				}
				return object.Int(int64(i)), nil
			}},
			{Name: "lastgroup", Get: func(th *object.Thread, v Value) (Value, error) {
				i := matV(v).last()
				for n, k := range matV(v).p.names {
					if k == i {
						return object.NewStr(n), nil
					}
				}
				return object.None, nil
			}},
		},
		Class: []object.Method{object.ClassGetItem},
	}
}
