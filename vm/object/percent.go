package object

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// PercentFormat is format % args for str.
func PercentFormat(th *Thread, format string, args Value) (string, error) {
	return percentFormat(th, "string", format, args)
}

// percentFormat is format % args of a kind of format, "string" or "bytes".
func percentFormat(th *Thread, kind, format string, args Value) (string, error) {
	var b strings.Builder
	var items []Value
	tup, isTuple := AsTuple(args)
	if isTuple {
		items = tup.Items
	} else {
		items = []Value{args}
	}
	b.Grow(len(format) + 8*len(items))
	used := 0
	next := func() (Value, error) {
		if used >= len(items) {
			return Null, TypeErrorf("not enough arguments for format string")
		}
		used++
		return items[used-1], nil
	}
	mapped := false
	for i := 0; i < len(format); {
		j := strings.IndexByte(format[i:], '%')
		if j < 0 {
			b.WriteString(format[i:])
			break
		}
		b.WriteString(format[i : i+j])
		i += j + 1
		var arg Value
		if i < len(format) && format[i] == '(' {
			depth, k := 1, i+1
			for ; k < len(format) && depth > 0; k++ {
				switch format[k] {
				case '(':
					depth++
				case ')':
					depth--
				}
			}
			if depth > 0 {
				return "", ValueErrorf("incomplete format key")
			}
			if isTuple || args.p.typ.GetItem == nil || args.p.typ.layout == LayoutStr {
				return "", TypeErrorf("format requires a mapping")
			}
			v, err := GetItem(th, args, NewStr(format[i+1:k-1]))
			if err != nil {
				return "", err
			}
			arg, mapped, i = v, true, k
		}
		f := FormatSpec{Fill: " ", Precision: -1}
	flags:
		for ; i < len(format); i++ {
			switch format[i] {
			case '-':
				f.Align = '<'
			case '+':
				f.Sign = '+'
			case ' ':
				if f.Sign == 0 {
					f.Sign = ' '
				}
			case '#':
				f.Alt = true
			case '0':
				f.Zero = true
			default:
				break flags
			}
		}
		count := func(what string, limit int) (int, error) {
			if i < len(format) && format[i] == '*' {
				i++
				v, err := next()
				if err != nil {
					return 0, err
				}
				if !v.IsInt() {
					return 0, TypeErrorf("* wants int")
				}
				return ToInt(th, v)
			}
			n := 0
			for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
				if n > (limit-9)/10 {
					return 0, ValueErrorf("%s too big", what)
				}
				n = n*10 + int(format[i]-'0')
			}
			return n, nil
		}
		w, err := count("width", math.MaxInt)
		if err != nil {
			return "", err
		}
		if w < 0 {
			f.Align, w = '<', -w
		}
		f.Width = w
		if err := checkLength(th, w, 1); err != nil {
			return "", err
		}
		if i < len(format) && format[i] == '.' {
			i++
			if f.Precision, err = count("precision", math.MaxInt32); err != nil {
				return "", err
			}
			f.Precision = max(f.Precision, 0)
			if err := checkLength(th, f.Precision, 1); err != nil {
				return "", err
			}
		}
		for i < len(format) && (format[i] == 'l' || format[i] == 'h' || format[i] == 'L') {
			i++
		}
		if i >= len(format) {
			return "", ValueErrorf("incomplete format")
		}
		c := format[i]
		at := i
		i++
		if c == '%' && format[at-1] == '%' {
			b.WriteByte('%')
			continue
		}
		if arg.IsNull() {
			if arg, err = next(); err != nil {
				return "", err
			}
		}
		s, err := percentOne(th, c, arg, f)
		if err == errUnsupportedCode {
			r, _ := DecodeRune(format[at:])
			return "", ValueErrorf("unsupported format character '%c' (0x%x) at index %d", r, r, countRunes(format[:at]))
		}
		if err != nil {
			return "", err
		}
		b.WriteString(s)
	}
	if !mapped && used < len(items) {
		if !unused(kind, args) {
			return "", TypeErrorf("not all arguments converted during %s formatting", kind)
		}
	}
	return b.String(), nil
}

var errUnsupportedCode = Raisef(ValueError, "unsupported format character")

// unused tells whether what follows % may be a mapping, of which a format need not use anything.
func unused(kind string, args Value) bool {
	typ := args.p.typ
	switch typ.layout {
	case LayoutTuple, LayoutStr:
		return false
	case LayoutBytes, LayoutByteArray:
		return kind == "string"
	}
	return typ.GetItem != nil && typ.FullName() != "collections.deque"
}

func percentOne(th *Thread, c byte, arg Value, f FormatSpec) (string, error) {
	align := byte('>')
	switch c {
	case 's', 'r', 'a':
		var s string
		var err error
		switch c {
		case 's':
			s, err = StrOf(th, arg)
		case 'r':
			s, err = Repr(th, arg)
		default:
			s, err = ASCII(th, arg)
		}
		if err != nil {
			return "", err
		}
		if f.Precision >= 0 && f.Precision < countRunes(s) {
			s = EncodeWTF8(DecodeWTF8(s)[:f.Precision])
		}
		return pad(s, f, align), nil
	case 'c':
		if s, ok := AsStr(arg); ok {
			if s.Len() != 1 {
				return "", TypeErrorf("%%c requires an int or a unicode character, not a string of length %d", s.Len())
			}
			return pad(s.S, f, align), nil
		}
		n, err := Index(th, arg)
		if err != nil {
			return "", TypeErrorf("%%c requires an int or a unicode character, not %s", arg.p.typ.Name)
		}
		i, ok := n.AsInt()
		if !ok || i < 0 || i > 0x10ffff {
			return "", OverflowErrorf("%s", charRange)
		}
		return pad(EncodeRune(rune(i)), f, align), nil
	case 'd', 'i', 'u':
		var n Value
		if arg.IsFloat() {
			x, _ := arg.AsFloat()
			v, err := FloatToInt(x)
			if err != nil {
				return "", err
			}
			n = v
		} else if arg.IsInt() {
			n = arg
		} else if arg.p.typ.Int != nil || arg.p.typ.Index != nil {
			v, err := ToIntValue(th, arg)
			if err != nil {
				return "", err
			}
			n = v
		} else {
			return "", TypeErrorf("%%%c format: a real number is required, not %s", c, arg.p.typ.Name)
		}
		if i, ok := n.AsInt(); ok && f.plain() {
			return pad(strconv.FormatInt(i, 10), f, align), nil
		}
		return percentInt(BigOf(n), 10, "", f), nil
	case 'x', 'X', 'o':
		if !arg.IsInt() && arg.p.typ.Index == nil {
			return "", TypeErrorf("%%%c format: an integer is required, not %s", c, arg.p.typ.Name)
		}
		n, err := Index(th, arg)
		if err != nil {
			return "", err
		}
		base, prefix := 16, "0"+string(c)
		if c == 'o' {
			base = 8
		}
		if !f.Alt {
			prefix = ""
		}
		if i, ok := n.AsInt(); ok && c == 'x' && f.plain() {
			return pad(strconv.FormatInt(i, base), f, align), nil
		}
		s := percentInt(BigOf(n), base, prefix, f)
		if c == 'X' {
			s = strings.ToUpper(s)
		}
		return s, nil
	case 'e', 'E', 'f', 'F', 'g', 'G':
		x, err := ToFloat(th, arg)
		if err != nil {
			if ErrorIs(err, TypeError) {
				return "", TypeErrorf("must be real number, not %s", arg.p.typ.Name)
			}
			return "", err
		}
		f.Type = c
		if f.Zero && f.Align == 0 {
			f.Fill, f.Align = "0", '='
		}
		return formatFloatParsed(x, f)
	}
	return "", errUnsupportedCode
}

// plain tells that nothing but a width is asked for.
func (f *FormatSpec) plain() bool { return f.Precision < 0 && f.Sign == 0 && !f.Zero && !f.Alt }

func percentInt(n *big.Int, base int, prefix string, f FormatSpec) string {
	digits := new(big.Int).Abs(n).Text(base)
	if d := f.Precision - len(digits); d > 0 {
		digits = strings.Repeat("0", d) + digits
	}
	if f.Zero && f.Align == 0 {
		f.Fill, f.Align = "0", '='
	}
	return number(n.Sign() < 0, prefix, digits, "", f)
}
