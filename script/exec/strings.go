package exec

import (
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// stringOperators are the methods of strings. Those that scripts define as Python does are Python's.
func stringOperators() map[string]Operator {
	out := map[string]Operator{}
	for _, name := range []string{"upper", "lower", "strip", "lstrip", "rstrip", "replace", "find", "rfind", "rindex", "startswith", "endswith", "isdigit", "isalpha", "isupper", "islower", "isalnum",
		"isspace", "isdecimal", "isnumeric", "istitle", "isprintable", "isidentifier", "swapcase", "center", "ljust", "rjust", "zfill", "expandtabs", "join", "partition", "rpartition", "splitlines", "casefold"} {
		out[name] = method(name)
	}
	for _, name := range []string{"find", "rfind", "index", "rindex", "startswith", "endswith", "count"} {
		plain := method(name)
		out[name] = func(th *object.Thread, a []Value) (Value, error) {
			if len(a) == 4 && a[3].IsSmallInt() && a[3].SmallInt() == -1 { // to the end
				a = a[:3]
			}
			v, err := plain(th, a)
			if err != nil && object.ErrorIs(err, object.ValueError) {
				return fail("ValueError: substring not found")
			}
			return v, err
		}
	}
	ofStrings := out["index"]
	out["index"] = func(th *object.Thread, a []Value) (Value, error) {
		if _, ok := object.AsList(a[0]); ok {
			return indexOf(th, a)
		}
		return ofStrings(th, a)
	}
	out["title"] = method("title")
	out["capitalize"] = func(th *object.Thread, a []Value) (Value, error) {
		s := text(a[0])
		if s == "" {
			return a[0], nil
		}
		return strOf(strings.ToUpper(s[:1]) + strings.ToLower(s[1:]))
	}
	out["split"] = func(th *object.Thread, a []Value) (Value, error) {
		return object.CallMethod(th, a[0], "split", a[1:]...)
	}
	out["rsplit"] = func(th *object.Thread, a []Value) (Value, error) {
		return object.CallMethod(th, a[0], "rsplit", a[1:]...)
	}
	return out
}

// Formatters are the operators that write values of any type; they need the host for tensors.
func Formatters(host Host, kind string) Operator {
	switch kind {
	case "aten::str":
		return func(th *object.Thread, a []Value) (Value, error) { return strOf(Text(th, host, a[0], nil)) }
	case "aten::format":
		return func(th *object.Thread, a []Value) (Value, error) {
			parts := strings.Split(text(a[0]), "{}")
			var b strings.Builder
			for i, p := range parts {
				b.WriteString(p)
				if i+1 == len(parts) {
					break
				}
				if i+1 >= len(a) {
					return fail("Too few arguments for format string: %s", text(a[0]))
				}
				b.WriteString(inserted(th, host, a[i+1]))
			}
			return strOf(b.String())
		}
	case "aten::percentFormat":
		return func(th *object.Thread, a []Value) (Value, error) {
			args := a[1:]
			if t, ok := object.AsTuple(a[1]); ok && len(a) == 2 {
				args = t.Items
			}
			return percentFormat(th, host, text(a[0]), args)
		}
	}
	return nil
}

// inserted is a value as format strings write it.
func inserted(th *object.Thread, host Host, v Value) string {
	if v.IsExactFloat() {
		return streamText(v.ExactFloat())
	}
	return Text(th, host, v, nil)
}

// percentFormat is format % args. Scripts have specifiers of one letter, without widths.
func percentFormat(th *object.Thread, host Host, format string, args []Value) (Value, error) {
	var b strings.Builder
	used := 0
	for {
		plain, rest, found := strings.Cut(format, "%")
		b.WriteString(plain)
		if !found {
			break
		}
		if rest == "" {
			return fail("Incomplete format specifier")
		}
		letter := rest[0]
		format = rest[1:]
		if letter == '%' {
			b.WriteByte('%')
			continue
		}
		if used >= len(args) {
			return fail("Too few arguments for format string")
		}
		v := args[used]
		used++
		switch letter {
		case 's':
			b.WriteString(inserted(th, host, v))
			continue
		case 'd', 'i', 'e', 'E', 'f', 'F':
			if !v.IsSmallInt() && !v.IsExactFloat() && v != object.True && v != object.False {
				return fail("%%%c requires a number for formatting, but got %s", letter, tagOf(host, v))
			}
		case 'c':
			if chr, ok := object.Text(v); !v.IsSmallInt() && !(ok && len(chr) == 1) {
				return fail("%%c requires an int or char for formatting, but got %s", tagOf(host, v))
			}
		default:
			return fail("The specifier %%%c is not supported in TorchScript format strings", letter)
		}
		written, err := object.PercentFormat(th, "%"+string(letter), object.NewTuple(v).Ref())
		if err != nil {
			return fail("%s", err.Error())
		}
		b.WriteString(written)
	}
	if used < len(args) {
		return fail("Too many arguments for format string")
	}
	return strOf(b.String())
}

// tagOf is what the interpreter calls the kind of a value.
func tagOf(host Host, v Value) string {
	if host.IsTensor(v) {
		return "Tensor"
	}
	switch v.Type().Name {
	case "str":
		return "String"
	case "list":
		return "GenericList"
	case "dict":
		return "GenericDict"
	case "tuple":
		return "Tuple"
	case "NoneType":
		return "None"
	case "int":
		return "Int"
	case "float":
		return "Double"
	case "bool":
		return "Bool"
	}
	return "Object"
}
