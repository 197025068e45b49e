package object

import (
	"strconv"
	"strings"
)

func strFormat(th *Thread, args, kw []Value) (Value, error) {
	n := len(args) - len(kw)
	m := NewDict()
	for i, k := range kw {
		m.Set(th, k, args[n+i])
	}
	s, err := FormatString(th, sv(args[0]).S, args[1:n], m.Ref())
	return NewStr(s), err
}

// FormatString is str.format: positional arguments and a mapping of the named ones.
func FormatString(th *Thread, format string, args []Value, names Value) (string, error) {
	f := &formatter{args: args, names: names} // borrowed: it ends with the call
	return f.run(th, format, 2)
}

// FormatMap is str.format_map.
func FormatMap(th *Thread, format string, names Value) (string, error) {
	f := &formatter{names: names, mapOnly: true}
	return f.run(th, format, 2)
}

type formatter struct {
	args   []Value
	names  Value
	auto   int
	manual bool
	// mapOnly forbids positional fields, as format_map does.
	mapOnly bool
}

// fieldNumber is a name that consists of digits.
func fieldNumber(name string) (n int, ok bool, err error) {
	if name == "" || strings.Trim(name, "0123456789") != "" {
		return 0, false, nil
	}
	if n, err = strconv.Atoi(name); err != nil {
		return 0, false, ValueErrorf("Too many decimal digits in format string")
	}
	return n, true, nil
}

func (f *formatter) run(th *Thread, s string, depth int) (string, error) {
	if depth <= 0 {
		return "", ValueErrorf("Max string recursion exceeded")
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '{':
			if i+1 < len(s) && s[i+1] == '{' {
				b.WriteByte('{')
				i += 2
				continue
			}
			end, nest := i+1, 1
			bracket := false
			for ; end < len(s) && nest > 0; end++ {
				switch s[end] {
				case '[':
					bracket = true
				case ']':
					bracket = false
				case '{':
					if !bracket {
						nest++
					}
				case '}':
					if !bracket {
						nest--
					}
				}
			}
			if nest > 0 {
				if i+1 == len(s) {
					return "", ValueErrorf("Single '{' encountered in format string")
				}
				return "", ValueErrorf("expected '}' before end of string")
			}
			text, err := f.field(th, s[i+1:end-1], depth)
			if err != nil {
				return "", err
			}
			b.WriteString(text)
			i = end
		case '}':
			if i+1 < len(s) && s[i+1] == '}' {
				b.WriteByte('}')
				i += 2
				continue
			}
			return "", ValueErrorf("Single '}' encountered in format string")
		default:
			j := i + 1
			for j < len(s) && s[j] != '{' && s[j] != '}' {
				j++
			}
			b.WriteString(s[i:j])
			i = j
		}
	}
	return b.String(), nil
}

func (f *formatter) field(th *Thread, s string, depth int) (string, error) {
	name, conv, spec := s, byte(0), ""
	bracket := false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[':
			bracket = true
			continue
		case ']':
			bracket = false
			continue
		}
		if bracket || s[i] != '!' && s[i] != ':' {
			continue
		}
		name = s[:i]
		if s[i] == ':' {
			spec = s[i+1:]
			break
		}
		rest := s[i+1:]
		if rest == "" {
			return "", ValueErrorf("unmatched '{' in format spec")
		}
		conv = rest[0]
		if len(rest) > 1 {
			if rest[1] != ':' {
				return "", ValueErrorf("expected ':' after conversion specifier")
			}
			spec = rest[2:]
		}
		break
	}
	v, err := f.lookup(th, name)
	if err != nil {
		return "", err
	}
	switch conv {
	case 0:
	case 'r':
		t, err := Repr(th, v)
		if err != nil {
			return "", err
		}
		v = NewStr(t)
	case 's':
		if v, err = StrValueOf(th, v); err != nil {
			return "", err
		}
	case 'a':
		t, err := ASCII(th, v)
		if err != nil {
			return "", err
		}
		v = NewStr(t)
	default:
		return "", ValueErrorf("Unknown conversion specifier %c", conv)
	}
	if strings.ContainsAny(spec, "{}") {
		if spec, err = f.run(th, spec, depth-1); err != nil {
			return "", err
		}
	}
	return Format(th, v, spec)
}

func (f *formatter) lookup(th *Thread, name string) (Value, error) {
	end := strings.IndexAny(name, ".[")
	first, rest := name, ""
	if end >= 0 {
		first, rest = name[:end], name[end:]
	}
	var v Value
	n, isNumber, err := fieldNumber(first)
	if err != nil {
		return Null, err
	}
	if isNumber || first == "" {
		if first == "" {
			if f.manual {
				return Null, ValueErrorf("cannot switch from manual field specification to automatic field numbering")
			}
			n = f.auto
			f.auto++
		} else {
			if f.auto > 0 {
				return Null, ValueErrorf("cannot switch from automatic field numbering to manual field specification")
			}
			f.manual = true
		}
		if f.mapOnly {
			return Null, ValueErrorf("Format string contains positional fields")
		}
		if n >= len(f.args) {
			return Null, IndexErrorf("Replacement index %d out of range for positional args tuple", n)
		}
		v = f.args[n]
	} else {
		x, err := GetItem(th, f.names, NewStr(first))
		if err != nil {
			return Null, err
		}
		v = x
	}
	for rest != "" {
		if rest[0] == '.' {
			rest = rest[1:]
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return Null, ValueErrorf("Empty attribute in format string")
			}
			x, err := GetAttr(th, v, rest[:end])
			if err != nil {
				return Null, err
			}
			v, rest = x, rest[end:]
			continue
		}
		if rest[0] != '[' {
			return Null, ValueErrorf("Only '.' or '[' may follow ']' in format field specifier")
		}
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return Null, ValueErrorf("Missing ']' in format string")
		}
		key := rest[1:end]
		if key == "" {
			return Null, ValueErrorf("Empty attribute in format string")
		}
		k := NewStr(key)
		if n, isNumber, err := fieldNumber(key); err != nil {
			return Null, err
		} else if isNumber {
			k = Int(int64(n))
		}
		x, err := GetItem(th, v, k)
		if err != nil {
			return Null, err
		}
		v, rest = x, rest[end+1:]
	}
	return v, nil
}
