package stdlib

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The encoder behind lib/json, the decoder being in jsondecode.go; the classes and their options are there.

type jsonEncoder struct {
	out      []byte
	indent   string // "" on one line
	pretty   bool
	itemSep  string
	keySep   string
	sortKeys bool
	ascii    bool
	allowNaN bool
	skipKeys bool
	def      Value // called for other objects; absent none
	active   map[*object.Header]bool
	depth    int // of default functions
}

func (e *jsonEncoder) newline(level int) {
	e.out = append(e.out, '\n')
	for range level {
		e.out = append(e.out, e.indent...)
	}
}

func (e *jsonEncoder) float(f float64) (string, error) {
	switch {
	case math.IsNaN(f), math.IsInf(f, 0):
		if !e.allowNaN {
			return "", object.ValueErrorf("Out of range float values are not JSON compliant: %s", object.FormatFloat(f))
		}
		if math.IsNaN(f) {
			return "NaN", nil
		}
		if f < 0 {
			return "-Infinity", nil
		}
		return "Infinity", nil
	}
	return object.FormatFloat(f), nil
}

// maxJSONDepth bounds the nesting of containers and of values that the default function gives.
const maxJSONDepth = 20000

func (e *jsonEncoder) value(th *object.Thread, v Value, level int) error {
	switch {
	case v.IsNone():
		e.out = append(e.out, "null"...)
		return nil
	case v.IsBool():
		e.out = strconv.AppendBool(e.out, v == object.True)
		return nil
	}
	if s, ok := object.AsStr(v); ok {
		e.out = appendJSONString(e.out, s.S, e.ascii)
		return nil
	}
	if i, ok := v.AsInt(); ok {
		e.out = strconv.AppendInt(e.out, i, 10)
		return nil
	}
	if v.IsInt() {
		n, err := object.ToIntValue(th, v)
		if err != nil {
			return err
		}
		text, err := object.StrOf(th, n)
		e.out = append(e.out, text...)
		return err
	}
	if f, ok := v.AsFloat(); ok {
		s, err := e.float(f)
		e.out = append(e.out, s...)
		return err
	}
	items, isSeq := object.Items(v)
	d, isDict := object.AsDict(v)
	if !isSeq && !isDict {
		if e.def.IsNull() {
			return object.TypeErrorf("Object of type %s is not JSON serializable", v.Type().Name)
		}
		if e.active[v.Head()] {
			return object.ValueErrorf("Circular reference detected")
		}
		e.active[v.Head()] = true
		defer delete(e.active, v.Head())
		r, err := object.Call(th, e.def, v)
		if err != nil {
			return err
		}
		if e.depth++; e.depth > maxJSONDepth {
			return object.Raisef(object.RecursionError, "maximum recursion depth exceeded while encoding a JSON object")
		}
		err = e.value(th, r, level)
		e.depth--
		if err != nil && e.depth < maxNotes {
			note(th, err, "when serializing %s object", v.Type().Name)
		}
		return err
	}
	if e.active[v.Head()] {
		return object.ValueErrorf("Circular reference detected")
	}
	e.active[v.Head()] = true
	defer delete(e.active, v.Head())
	if level > maxJSONDepth {
		return object.Raisef(object.RecursionError, "maximum recursion depth exceeded while encoding a JSON object")
	}
	if isSeq {
		if len(items) == 0 {
			e.out = append(e.out, "[]"...)
			return nil
		}
		e.out = append(e.out, '[')
		for i := 0; i < len(items); i++ {
			if i > 0 {
				e.out = append(e.out, e.itemSep...)
			}
			if e.pretty {
				e.newline(level + 1)
			}
			if err := e.value(th, items[i], level+1); err != nil {
				note(th, err, "when serializing %s item %d", v.Type().Name, i)
				return err
			}
			items, _ = object.Items(v) // the default function may have changed the list
		}
		if e.pretty {
			e.newline(level)
		}
		e.out = append(e.out, ']')
		return nil
	}
	if d.Len() == 0 {
		e.out = append(e.out, "{}"...)
		return nil
	}
	keys := d.Keys()
	if e.sortKeys {
		l := object.NewList(keys...)
		if err := l.Sort(th, object.Null, false); err != nil {
			return err
		}
		keys = l.Items
	}
	e.out = append(e.out, '{')
	first := true
	for _, k := range keys {
		var text string
		switch {
		case k.IsNone():
			text = "null"
		case k.IsBool():
			text = strconv.FormatBool(k == object.True)
		case k.IsInt():
			text = object.BigOf(k).String()
		default:
			if s, ok := object.Text(k); ok {
				text = s
			} else if f, ok := k.AsFloat(); ok {
				s, err := e.float(f)
				if err != nil {
					return err
				}
				text = s
			} else if e.skipKeys {
				continue
			} else {
				return object.TypeErrorf("keys must be str, int, float, bool or None, not %s", k.Type().Name)
			}
		}
		if !first {
			e.out = append(e.out, e.itemSep...)
		}
		first = false
		if e.pretty {
			e.newline(level + 1)
		}
		e.out = appendJSONString(e.out, text, e.ascii)
		e.out = append(e.out, e.keySep...)
		x, _, err := d.Get(th, k)
		if err != nil {
			return err
		}
		if err := e.value(th, x, level+1); err != nil {
			r, _ := object.Repr(th, k)
			note(th, err, "when serializing %s item %s", v.Type().Name, r)
			return err
		}
	}
	if e.pretty && !first {
		e.newline(level)
	}
	e.out = append(e.out, '}')
	return nil
}

// maxNotes bounds the notes that one exception gets from a chain of default functions.
const maxNotes = 100

// note adds a note to an exception, as the encoder does on the way out.
func note(th *object.Thread, err error, format string, args ...any) {
	if x, ok := err.(*object.Exception); ok {
		object.CallMethod(th, x.Ref(), "add_note", object.NewStr(fmt.Sprintf(format, args...)))
	}
}

func appendJSONString(out []byte, s string, ascii bool) []byte {
	out = append(out, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < 0x7f && c != '"' && c != '\\' {
			out = append(out, c)
			i++
			continue
		}
		r, n := object.DecodeRune(s[i:])
		switch r {
		case '"', '\\':
			out = append(out, '\\', byte(r))
		case '\n':
			out = append(out, `\n`...)
		case '\r':
			out = append(out, `\r`...)
		case '\t':
			out = append(out, `\t`...)
		case '\f':
			out = append(out, `\f`...)
		case '\b':
			out = append(out, `\b`...)
		default:
			switch {
			case r < 0x20 || ascii && r < 0x10000 && r >= 0x7f:
				out = fmt.Appendf(out, `\u%04x`, r)
			case ascii && r >= 0x10000:
				r -= 0x10000
				out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
			default:
				out = append(out, s[i:i+n]...)
			}
		}
		i += n
	}
	return append(out, '"')
}

func init() {
	interp.RegisterNative("_json", func(th *object.Thread) *object.Module {
		m := object.NewModule("_json")
		optional := func(v Value) Value {
			if v.IsNone() {
				return object.Null
			}
			return v
		}
		m.SetFunc("encode", func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("encode", args, kw, "obj", "indent", "item_sep", "key_sep", "sort_keys", "ensure_ascii", "allow_nan", "skipkeys", "default")
			if err != nil {
				return object.Null, err
			}
			e := &jsonEncoder{def: optional(a[8]), active: map[*object.Header]bool{}}
			if s, ok := object.Text(a[1]); ok {
				e.indent, e.pretty = s, true
			} else if n, ok := a[1].AsInt(); ok {
				e.indent, e.pretty = strings.Repeat(" ", int(max(n, 0))), true
			}
			e.itemSep, _ = object.Text(a[2])
			e.keySep, _ = object.Text(a[3])
			for i, p := range []*bool{&e.sortKeys, &e.ascii, &e.allowNaN, &e.skipKeys} {
				if *p, err = object.IsTrue(th, a[4+i]); err != nil {
					return object.Null, err
				}
			}
			if err := e.value(th, a[0], 0); err != nil {
				return object.Null, err
			}
			return object.NewStr(string(e.out)), nil
		})
		m.SetFunc("scan", func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("scan", args, kw, "s", "pos", "object_hook", "object_pairs_hook", "parse_float", "parse_int", "parse_constant", "strict", "fail")
			if err != nil {
				return object.Null, err
			}
			text, _ := object.Text(a[0])
			at, err := object.ToInt(th, a[1])
			if err != nil {
				return object.Null, err
			}
			d := &jsonDecoder{objectHook: optional(a[2]), pairsHook: optional(a[3]), float: optional(a[4]), integer: optional(a[5]), constant: optional(a[6])}
			d.strict, _ = object.IsTrue(th, a[7])
			if utf8.ValidString(text) {
				d.s = []rune(text)
			} else {
				d.s = object.DecodeWTF8(text)
			}
			d.fail = func(th *object.Thread, msg string, pos int) error {
				_, err := object.Call(th, a[8], object.NewStr(msg), a[0], object.Int(int64(pos)))
				return err
			}
			if at < 0 || at > len(d.s) {
				return object.Null, d.fail(th, "Expecting value", at)
			}
			v, end, err := d.value(th, at)
			if err != nil {
				return object.Null, err
			}
			return object.NewTuple(v, object.Int(int64(end)), object.Int(int64(d.space(end)))).Ref(), nil
		})
		return m
	})
}
