package exec

import (
	"math"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// Text is a value as print and str show it in scripts. t is its type, nil where unknown: dtypes and the like are plain numbers, and only the
// values tell.
func Text(th *object.Thread, host Host, v Value, t *ir.Type) string {
	switch {
	case v.IsNull() || v.IsNone():
		return "None"
	case v.IsBool():
		if v == object.True {
			return "True"
		}
		return "False"
	case v.IsSmallInt():
		return strconv.FormatInt(v.SmallInt(), 10)
	case v.IsExactFloat():
		return floatText(v.ExactFloat())
	}
	if s, ok := object.AsStr(v); ok {
		return s.S
	}
	if l, ok := object.AsList(v); ok {
		return "[" + joinText(th, host, l.Items) + "]"
	}
	if t, ok := object.AsTuple(v); ok {
		if len(t.Items) == 1 {
			return "(" + joinText(th, host, t.Items) + ",)"
		}
		return "(" + joinText(th, host, t.Items) + ")"
	}
	if d, ok := object.AsDict(v); ok {
		var parts []string
		keys, vals := DictItems(d)
		for i := range keys {
			parts = append(parts, Text(th, host, keys[i], nil)+": "+Text(th, host, vals[i], nil))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	if c, ok := object.AsComplex(v); ok {
		return ir.ComplexText(c.V)
	}
	if host != nil {
		if text, ok := host.Text(th, v); ok {
			return text
		}
	}
	if text, err := object.StrOf(th, v); err == nil {
		return text
	}
	return "<" + v.Type().Name + ">"
}

func joinText(th *object.Thread, host Host, items []Value) string {
	parts := make([]string, len(items))
	for i, v := range items {
		parts[i] = Text(th, host, v, nil)
	}
	return strings.Join(parts, ", ")
}

// floatText is a float as scripts print it: a whole number ends in a dot.
func floatText(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		if f == 0 && math.Signbit(f) {
			return "-0."
		}
		return strconv.FormatFloat(f, 'f', 0, 64) + "."
	}
	return ir.FloatText(f)
}

// streamText is a float as format writes it.
func streamText(f float64) string {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return ir.FloatText(f)
	}
	return floatText(f)
}

// DictItems are the keys and values of a dict.
func DictItems(d *object.Dict) (keys, vals []Value) { return d.Keys(), d.Values() }
