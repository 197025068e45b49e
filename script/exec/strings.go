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
			return plain(th, a)
		}
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
				if a[i+1].IsExactFloat() {
					b.WriteString(streamText(a[i+1].ExactFloat()))
					continue
				}
				b.WriteString(Text(th, host, a[i+1], nil))
			}
			if len(a) > len(parts) {
				return fail("Too many arguments for format string: %s", text(a[0]))
			}
			return strOf(b.String())
		}
	case "aten::percentFormat":
		return func(th *object.Thread, a []Value) (Value, error) {
			args := make([]Value, len(a)-1)
			for i, v := range a[1:] {
				args[i] = v
				if t, ok := object.AsTuple(v); ok && len(a) == 2 {
					args = t.Items
					break
				}
			}
			s, err := object.PercentFormat(th, text(a[0]), object.NewTuple(args...).Ref())
			if err != nil {
				return fail("%s", err.Error())
			}
			return strOf(s)
		}
	}
	return nil
}
