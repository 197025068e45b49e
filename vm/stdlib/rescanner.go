package stdlib

import "github.com/magneto-go/magneto/vm/object"

// A scanner is a re.Scanner: it divides text into tokens, each by the first phrase that matches where the last one ended.
type scanner struct {
	patterns []*pattern
	actions  []Value
	lexicon  Value
}

func newScannerType() *object.Type {
	self := func(v Value) *scanner { n, _ := object.AsNative(v); return n.V.(*scanner) }
	return object.NewType("Scanner", "re", nil, object.Spec{Layout: object.LayoutNative, HasDict: true,
		Slots: object.Slots{New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
			a, err := object.Args("Scanner", args, kw, "lexicon", "|", "flags")
			if err != nil {
				return object.Null, err
			}
			flags := 0
			if !a[1].IsNull() {
				if flags, err = object.ToInt(th, a[1]); err != nil {
					return object.Null, err
				}
			}
			s := &scanner{lexicon: a[0]}
			err = object.Iterate(th, a[0], func(th *object.Thread, entry Value) error {
				pair, err := object.ToSlice(th, entry)
				if err != nil {
					return err
				}
				if len(pair) != 2 {
					return object.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(pair))
				}
				p, err := compileRe(th, pair[0], flags)
				s.patterns, s.actions = append(s.patterns, p), append(s.actions, pair[1])
				return err
			})
			return object.NewNative(cls, s), err
		}},
		Getset:  []object.GetsetDef{{Name: "lexicon", Get: func(th *object.Thread, v Value) (Value, error) { return self(v).lexicon, nil }}},
		Methods: []object.Method{{Name: "scan", OneArg: func(th *object.Thread, v, text Value) (Value, error) { return self(v).scan(th, v, text) }}},
	})
}

// scan gives the values of the actions, and the text behind the last token.
func (s *scanner) scan(th *object.Thread, self, text Value) (Value, error) {
	out := object.NewList()
	at := 0
	for {
		found, action, end, err := s.token(th, text, at)
		if err != nil {
			return object.Null, err
		}
		if found.IsNull() || end == at {
			break
		}
		if object.IsCallable(action) {
			if err := object.SetAttr(th, self, "match", found); err != nil {
				return object.Null, err
			}
			token, err := object.CallMethod(th, found, "group")
			if err != nil {
				return object.Null, err
			}
			if action, err = object.Call(th, action, self, token); err != nil {
				return object.Null, err
			}
		}
		if !action.IsNone() {
			out.Items = append(out.Items, action)
		}
		at = end
	}
	rest, err := object.GetItem(th, text, object.NewSlice(object.Int(int64(at)), object.None, object.None))
	return object.NewTuple(out.Ref(), rest).Ref(), err
}

// token is the match of the first phrase at a place, absent where there is none, and where it ends.
func (s *scanner) token(th *object.Thread, text Value, at int) (found, action Value, end int, err error) {
	for i, p := range s.patterns {
		m, err := object.CallMethod(th, p.Ref(), "match", text, object.Int(int64(at)))
		if err != nil {
			return object.Null, object.Null, 0, err
		}
		if !m.IsNone() {
			return m, s.actions[i], matV(m).spans[0][1], nil
		}
	}
	return object.Null, object.Null, 0, nil
}
