package builtins

import (
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// sysAttr is an attribute of the sys module; absent when it is not there.
func sysAttr(th *object.Thread, name string) Value {
	m, ok := interp.MachineOf(th).Modules.Lookup("sys")
	if !ok {
		return object.Null
	}
	v, _ := object.LookupAttr(th, m, object.Intern(name))
	return v
}

// BeforePrint runs before print writes: a moment at which the deaths of objects are looked for, so that what they print comes
// in its order. The library sets it.
var BeforePrint = func(th *object.Thread) {}

// Print is print(*args, sep=' ', end='\n', file=None, flush=False).
func Print(th *object.Thread, args, kw []Value) (Value, error) {
	BeforePrint(th)
	n := len(args) - len(kw)
	sep, end := " ", "\n"
	file, flush := object.Null, false
	for i, k := range kw {
		v := args[n+i]
		switch name, _ := object.Text(k); name {
		case "sep", "end":
			if v.IsNone() {
				continue
			}
			s, ok := object.Text(v)
			if !ok {
				return object.Null, object.TypeErrorf("%s must be None or a string, not %s", name, v.Type().Name)
			}
			if name == "sep" {
				sep = s
			} else {
				end = s
			}
		case "file":
			if !v.IsNone() {
				file = v
			}
		case "flush":
			b, err := object.IsTrue(th, v)
			if err != nil {
				return object.Null, err
			}
			flush = b
		default:
			return object.Null, object.TypeErrorf("print() got an unexpected keyword argument '%s'", name)
		}
	}
	if file.IsNull() {
		file = sysAttr(th, "stdout")
		if file.IsNull() {
			file = Stdout(th).Ref()
		}
		if file.IsNone() {
			return object.None, nil
		}
	}
	if f, ok := AsFile(file); ok && f.Type() == TextFileType {
		var b strings.Builder
		for i, x := range args[:n] {
			if i > 0 {
				b.WriteString(sep)
			}
			s, err := object.StrOf(th, x)
			if err != nil {
				return object.Null, err
			}
			b.WriteString(s)
		}
		b.WriteString(end)
		if _, err := f.WriteText(th, b.String()); err != nil {
			return object.Null, err
		}
		if flush {
			return object.None, f.Flush(th)
		}
		return object.None, nil
	}
	write, err := object.GetAttr(th, file, "write")
	if err != nil {
		return object.Null, err
	}
	for i, x := range args[:n] {
		if i > 0 {
			if _, err := object.Call(th, write, object.NewStr(sep)); err != nil {
				return object.Null, err
			}
		}
		s, err := object.StrValueOf(th, x)
		if err != nil {
			return object.Null, err
		}
		if _, err := object.Call(th, write, s); err != nil {
			return object.Null, err
		}
	}
	if _, err := object.Call(th, write, object.NewStr(end)); err != nil {
		return object.Null, err
	}
	if flush {
		if _, err := object.CallMethod(th, file, "flush"); err != nil {
			return object.Null, err
		}
	}
	return object.None, nil
}

func input(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) > 1 {
		return object.Null, object.TypeErrorf("input expected at most 1 argument, got %d", len(args))
	}
	if len(args) == 1 {
		if _, err := Print(th, []Value{args[0], object.NewStr("")}, []Value{object.StrValue("end")}); err != nil {
			return object.Null, err
		}
	}
	Stdout(th).Flush(th)
	in := sysAttr(th, "stdin")
	if in.IsNull() {
		in = Stdin(th).Ref()
	}
	line, err := object.CallMethod(th, in, "readline")
	if err != nil {
		return object.Null, err
	}
	s, _ := object.Text(line)
	if s == "" {
		return object.Null, object.Raisef(object.EOFError, "EOF when reading a line")
	}
	return object.NewStr(strings.TrimSuffix(s, "\n")), nil
}
