package stdlib

import (
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// jsonDecoder reads a document of characters; hooks are absent when not given.
type jsonDecoder struct {
	s                                               []rune
	objectHook, pairsHook, float, integer, constant Value
	strict                                          bool
	fail                                            func(th *object.Thread, msg string, pos int) error
	depth                                           int
}

func (d *jsonDecoder) space(i int) int {
	for i < len(d.s) && (d.s[i] == ' ' || d.s[i] == '\t' || d.s[i] == '\n' || d.s[i] == '\r') {
		i++
	}
	return i
}

func (d *jsonDecoder) literal(i int, text string) bool {
	if i+len(text) > len(d.s) {
		return false
	}
	for k := range len(text) {
		if d.s[i+k] != rune(text[k]) {
			return false
		}
	}
	return true
}

var jsonConstants = []string{"NaN", "Infinity", "-Infinity"}

func (d *jsonDecoder) value(th *object.Thread, i int) (Value, int, error) {
	if i >= len(d.s) {
		return object.Null, i, d.fail(th, "Expecting value", i)
	}
	if d.depth++; d.depth > 20000 {
		return object.Null, i, object.Raisef(object.RecursionError, "maximum recursion depth exceeded while decoding a JSON document")
	}
	defer func() { d.depth-- }()
	switch c := d.s[i]; {
	case c == '"':
		s, end, err := d.str(th, i+1)
		return object.NewStr(s), end, err
	case c == '{':
		return d.object(th, i+1)
	case c == '[':
		return d.array(th, i+1)
	case c == 'n' && d.literal(i, "null"):
		return object.None, i + 4, nil
	case c == 't' && d.literal(i, "true"):
		return object.True, i + 4, nil
	case c == 'f' && d.literal(i, "false"):
		return object.False, i + 5, nil
	}
	for _, n := range jsonConstants {
		if d.literal(i, n) {
			if !d.constant.IsNull() {
				v, err := object.Call(th, d.constant, object.NewStr(n))
				return v, i + len(n), err
			}
			f, _ := object.ParseFloat(n)
			return object.Float(f), i + len(n), nil
		}
	}
	return d.number(th, i)
}

func (d *jsonDecoder) number(th *object.Thread, i int) (Value, int, error) {
	j := i
	digit := func() bool { return j < len(d.s) && d.s[j] >= '0' && d.s[j] <= '9' }
	if j < len(d.s) && d.s[j] == '-' {
		j++
	}
	if !digit() {
		return object.Null, i, d.fail(th, "Expecting value", i)
	}
	if d.s[j] == '0' {
		j++
	} else {
		for digit() {
			j++
		}
	}
	isFloat := false
	if j+1 < len(d.s) && d.s[j] == '.' && d.s[j+1] >= '0' && d.s[j+1] <= '9' {
		isFloat = true
		j++
		for digit() {
			j++
		}
	}
	if j < len(d.s) && (d.s[j] == 'e' || d.s[j] == 'E') {
		k := j
		j++
		if j < len(d.s) && (d.s[j] == '+' || d.s[j] == '-') {
			j++
		}
		if digit() {
			isFloat = true
			for digit() {
				j++
			}
		} else {
			j = k
		}
	}
	if !isFloat && d.integer.IsNull() && j-i <= maxDigits {
		return object.Int(smallNumber(d.s[i:j])), j, nil
	}
	text := string(d.s[i:j])
	if isFloat {
		if !d.float.IsNull() {
			v, err := object.Call(th, d.float, object.NewStr(text))
			return v, j, err
		}
		f, _ := strconv.ParseFloat(text, 64)
		return object.Float(f), j, nil
	}
	if !d.integer.IsNull() {
		v, err := object.Call(th, d.integer, object.NewStr(text))
		return v, j, err
	}
	v, err := object.ParseInt(text, 10, func() string { return text })
	return v, j, err
}

// maxDigits is the length up to which a number, with its sign, surely fits into 64 bits.
const maxDigits = 18

func smallNumber(text []rune) int64 {
	n, neg := int64(0), text[0] == '-'
	if neg {
		text = text[1:]
	}
	for _, c := range text {
		n = n*10 + int64(c-'0')
	}
	if neg {
		return -n
	}
	return n
}

func (d *jsonDecoder) str(th *object.Thread, i int) (string, int, error) {
	begin := i - 1
	var b []byte
	n := 0
	for i+n < len(d.s) && d.s[i+n] != '"' && d.s[i+n] != '\\' {
		n++
	}
	b = make([]byte, 0, n)
	for {
		if i >= len(d.s) {
			return "", i, d.fail(th, "Unterminated string starting at", begin)
		}
		c := d.s[i]
		switch {
		case c == '"':
			return string(b), i + 1, nil
		case c < 0x20 && d.strict:
			return "", i, d.fail(th, "Invalid control character at", i)
		case c != '\\':
			b = object.AppendRune(b, c)
			i++
			continue
		}
		if i++; i >= len(d.s) {
			return "", i, d.fail(th, "Unterminated string starting at", begin)
		}
		if k := strings.IndexRune(`"\/bfnrt`, d.s[i]); k >= 0 {
			b = append(b, "\"\\/\b\f\n\r\t"[k])
			i++
			continue
		}
		if d.s[i] != 'u' {
			return "", i, d.fail(th, `Invalid \escape`, i-1)
		}
		hex := func(i int) (rune, bool) {
			if i+4 > len(d.s) {
				return 0, false
			}
			n, err := strconv.ParseUint(string(d.s[i:i+4]), 16, 32)
			return rune(n), err == nil
		}
		r, ok := hex(i + 1)
		if !ok {
			return "", i, d.fail(th, "Invalid \\uXXXX escape", i)
		}
		i += 5
		if r >= 0xd800 && r < 0xdc00 && i+1 < len(d.s) && d.s[i] == '\\' && d.s[i+1] == 'u' {
			if lo, ok := hex(i + 2); ok && lo >= 0xdc00 && lo < 0xe000 {
				r = 0x10000 + (r-0xd800)<<10 + lo - 0xdc00
				i += 6
			}
		}
		b = object.AppendRune(b, r)
	}
}

func (d *jsonDecoder) array(th *object.Thread, i int) (Value, int, error) {
	l := object.NewList()
	i = d.space(i)
	if i < len(d.s) && d.s[i] == ']' {
		return l.Ref(), i + 1, nil
	}
	for {
		v, end, err := d.value(th, i)
		if err != nil {
			return object.Null, end, err
		}
		l.Items = append(l.Items, v)
		i = d.space(end)
		if i < len(d.s) && d.s[i] == ']' {
			return l.Ref(), i + 1, nil
		}
		if i >= len(d.s) || d.s[i] != ',' {
			return object.Null, i, d.fail(th, "Expecting ',' delimiter", i)
		}
		comma := i
		i = d.space(i + 1)
		if i < len(d.s) && d.s[i] == ']' {
			return object.Null, i, d.fail(th, "Illegal trailing comma before end of array", comma)
		}
	}
}

func (d *jsonDecoder) object(th *object.Thread, i int) (Value, int, error) {
	out := object.NewDict()
	var pairs []Value
	done := func(i int) (Value, int, error) {
		if !d.pairsHook.IsNull() {
			v, err := object.Call(th, d.pairsHook, object.NewList(pairs...).Ref())
			return v, i, err
		}
		if !d.objectHook.IsNull() {
			v, err := object.Call(th, d.objectHook, out.Ref())
			return v, i, err
		}
		return out.Ref(), i, nil
	}
	i = d.space(i)
	if i < len(d.s) && d.s[i] == '}' {
		return done(i + 1)
	}
	for {
		if i >= len(d.s) || d.s[i] != '"' {
			return object.Null, i, d.fail(th, "Expecting property name enclosed in double quotes", i)
		}
		k, end, err := d.str(th, i+1)
		if err != nil {
			return object.Null, end, err
		}
		i = d.space(end)
		if i >= len(d.s) || d.s[i] != ':' {
			return object.Null, i, d.fail(th, "Expecting ':' delimiter", i)
		}
		v, end, err := d.value(th, d.space(i+1))
		if err != nil {
			return object.Null, end, err
		}
		key := object.NewStr(k)
		if d.pairsHook.IsNull() {
			out.Set(th, key, v)
		} else {
			pairs = append(pairs, object.NewTuple(key, v).Ref())
		}
		i = d.space(end)
		if i < len(d.s) && d.s[i] == '}' {
			return done(i + 1)
		}
		if i >= len(d.s) || d.s[i] != ',' {
			return object.Null, i, d.fail(th, "Expecting ',' delimiter", i)
		}
		comma := i
		i = d.space(i + 1)
		if i < len(d.s) && d.s[i] == '}' {
			return object.Null, i, d.fail(th, "Illegal trailing comma before end of object", comma)
		}
	}
}
