package stdlib

import (
	"fmt"
	"strings"
	"time"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var started = time.Now()

func seconds(d time.Duration) Value { return object.Float(float64(d) / 1e9) }

var structTime *object.Type

func timeTuple(t time.Time) Value {
	return object.NewTupleOf(structTime, object.Int(int64(t.Year())), object.Int(int64(t.Month())), object.Int(int64(t.Day())),
		object.Int(int64(t.Hour())), object.Int(int64(t.Minute())), object.Int(int64(t.Second())),
		object.Int(int64((t.Weekday()+6)%7)), object.Int(int64(t.YearDay())), object.Int(0))
}

func timeArg(args []Value, i int, utc bool) (time.Time, error) {
	if i < len(args) && !args[i].IsNone() {
		if t, ok := object.AsTuple(args[i]); ok && len(t.Items) >= 6 {
			var n [6]int
			for k := range n {
				v, err := object.ToInt(t.Items[k])
				if err != nil {
					return time.Time{}, err
				}
				n[k] = v
			}
			limits := []struct {
				name      string
				low, high int
			}{{"month", 0, 12}, {"day of month", 0, 31}, {"hour", 0, 23}, {"minute", 0, 59}, {"seconds", 0, 61}}
			for k, l := range limits {
				if v := n[k+1]; v < l.low || v > l.high {
					return time.Time{}, object.ValueErrorf("%s out of range", l.name)
				}
			}
			return time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC), nil
		}
		f, err := object.ToFloat(args[i])
		if err != nil {
			return time.Time{}, object.TypeErrorf("'%s' object cannot be interpreted as an integer", args[i].Type().Name)
		}
		t := time.Unix(int64(f), 0)
		if utc {
			t = t.UTC()
		}
		return t, nil
	}
	if utc {
		return time.Now().UTC(), nil
	}
	return time.Now(), nil
}

// strftime expands the directives of C's function of that name.
func strftime(format string, t time.Time) string {
	layouts := map[byte]string{'Y': "2006", 'm': "01", 'd': "02", 'H': "15", 'I': "03", 'M': "04", 'S': "05", 'y': "06", 'b': "Jan", 'B': "January",
		'a': "Mon", 'A': "Monday", 'p': "PM", 'Z': "MST", 'z': "-0700", 'j': "002", 'D': "01/02/06", 'T': "15:04:05", 'F': "2006-01-02",
		'c': "Mon Jan _2 15:04:05 2006", 'x': "01/02/06", 'X': "15:04:05", 'e': "_2", 'R': "15:04"}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		if l, ok := layouts[format[i]]; ok {
			b.WriteString(t.Format(l))
		} else if format[i] == '%' {
			b.WriteByte('%')
		} else if s, ok := weekField(format[i], t); ok {
			b.WriteString(s)
		} else {
			b.WriteString("%" + format[i:i+1])
		}
	}
	return b.String()
}

// weekField is a directive that Go's layouts do not know.
func weekField(code byte, t time.Time) (string, bool) {
	year, week := t.ISOWeek()
	sunday := int(t.Weekday())
	monday := (sunday + 6) % 7
	switch code {
	case 'U':
		return fmt.Sprintf("%02d", (t.YearDay()+6-sunday)/7), true
	case 'W':
		return fmt.Sprintf("%02d", (t.YearDay()+6-monday)/7), true
	case 'G':
		return fmt.Sprintf("%04d", year), true
	case 'g':
		return fmt.Sprintf("%02d", year%100), true
	case 'V':
		return fmt.Sprintf("%02d", week), true
	case 'u':
		return fmt.Sprint(monday + 1), true
	case 'w':
		return fmt.Sprint(sunday), true
	case 'C':
		return fmt.Sprintf("%02d", t.Year()/100), true
	case 'h':
		return t.Format("Jan"), true
	case 'n':
		return "\n", true
	case 't':
		return "\t", true
	case 's':
		return fmt.Sprint(t.Unix()), true
	case 'r':
		return t.Format("03:04:05 PM"), true
	}
	return "", false
}

func init() {
	interp.RegisterNative("time", func() *object.Module {
		m := object.NewModule("time")
		structTime = structSeqType("time.struct_time", []string{"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"})
		structTime.New = func(cls *object.Type, args, kw []Value) (Value, error) {
			if len(args) != 1 {
				return object.Null, object.TypeErrorf("time.struct_time() takes a 9-sequence")
			}
			items, err := object.ToSlice(args[0])
			if err != nil {
				return object.Null, err
			}
			if len(items) < 9 {
				return object.Null, object.TypeErrorf("time.struct_time() takes an at least 9-sequence (%d-sequence given)", len(items))
			}
			return object.NewTupleOf(structTime, items[:9]...), nil
		}
		m.SetType(structTime)
		m.Set("timezone", object.Int(0))
		m.Set("altzone", object.Int(0))
		m.Set("daylight", object.Int(0))
		m.Set("tzname", object.NewTuple(object.NewStr("UTC"), object.NewStr("UTC")).Ref())
		clock := func(name string, f func() time.Duration) {
			object.AddFuncs(m, []object.Method{
				{Name: name, NoArgs: func(Value) (Value, error) { return seconds(f()), nil }},
				{Name: name + "_ns", NoArgs: func(Value) (Value, error) { return object.Int(int64(f())), nil }},
			})
		}
		since := func() time.Duration { return time.Since(started) + time.Hour }
		clock("time", func() time.Duration { return time.Duration(time.Now().UnixNano()) })
		clock("perf_counter", since)
		clock("monotonic", since)
		clock("process_time", func() time.Duration { return time.Since(started) })
		clock("thread_time", func() time.Duration { return time.Since(started) })
		object.AddFuncs(m, []object.Method{
			{Name: "sleep", OneArg: func(_, v Value) (Value, error) {
				s, err := object.ToFloat(v)
				if err != nil {
					return object.Null, object.TypeErrorf("'%s' object cannot be interpreted as an integer or float", v.Type().Name)
				}
				if s < 0 {
					return object.Null, object.ValueErrorf("sleep length must be non-negative")
				}
				builtins.Stdout.Flush()
				_, err = interp.Wait(time.After(time.Duration(s * 1e9)))
				return object.None, err
			}},
			{Name: "localtime", Fn: func(args, kw []Value) (Value, error) { t, err := timeArg(args, 0, false); return timeTuple(t), err }},
			{Name: "gmtime", Fn: func(args, kw []Value) (Value, error) { t, err := timeArg(args, 0, true); return timeTuple(t), err }},
			{Name: "strftime", Fn: required("strftime", 1, func(args, kw []Value) (Value, error) {
				f, ok := object.Text(args[0])
				if !ok {
					return object.Null, object.TypeErrorf("strftime() argument 1 must be str, not %s", args[0].Type().Name)
				}
				t, err := timeArg(args, 1, false)
				return object.NewStr(strftime(f, t)), err
			})},
			{Name: "strptime", Fn: required("strptime", 1, func(args, kw []Value) (Value, error) {
				m, err := interp.ImportModule("_strptime")
				if err != nil {
					return object.Null, err
				}
				f, err := object.GetAttr(m, "struct")
				if err != nil {
					return object.Null, err
				}
				return object.CallArgs(f, args, kw)
			})},
			{Name: "ctime", Fn: func(args, kw []Value) (Value, error) {
				t, err := timeArg(args, 0, false)
				return object.NewStr(strftime("%c", t)), err
			}},
			{Name: "asctime", Fn: func(args, kw []Value) (Value, error) {
				t, err := timeArg(args, 0, false)
				return object.NewStr(strftime("%c", t)), err
			}},
			{Name: "mktime", OneArg: func(_, v Value) (Value, error) {
				t, err := timeArg([]Value{v}, 0, false)
				return object.Float(float64(t.Unix())), err
			}},
		})
		return m
	})
	interp.RegisterNative("gc", func() *object.Module {
		m := object.NewModule("gc")
		enabled := true
		object.AddFuncs(m, []object.Method{
			{Name: "collect", Fn: func(args, kw []Value) (Value, error) { collect(); return object.Int(0), nil }},
			{Name: "enable", NoArgs: func(Value) (Value, error) { enabled = true; return object.None, nil }},
			{Name: "disable", NoArgs: func(Value) (Value, error) { enabled = false; return object.None, nil }},
			{Name: "isenabled", NoArgs: func(Value) (Value, error) { return object.Bool(enabled), nil }},
			{Name: "freeze", NoArgs: func(Value) (Value, error) { return object.None, nil }},
			{Name: "get_objects", Fn: func(args, kw []Value) (Value, error) { return object.NewList().Ref(), nil }},
			{Name: "get_referrers", Fn: func(args, kw []Value) (Value, error) { return object.NewList().Ref(), nil }},
			{Name: "get_count", NoArgs: func(Value) (Value, error) {
				return object.NewTuple(object.Int(0), object.Int(0), object.Int(0)).Ref(), nil
			}},
			{Name: "is_tracked", OneArg: func(_, v Value) (Value, error) { return object.True, nil }},
		})
		return m
	})
	interp.RegisterNative("atexit", func() *object.Module {
		m := object.NewModule("atexit")
		m.SetFunc("register", func(args, kw []Value) (Value, error) {
			if len(args) == 0 {
				return object.Null, object.TypeErrorf("register() takes at least 1 argument (0 given)")
			}
			call := append([]Value(nil), args...)
			names := append([]Value(nil), kw...)
			exitHandlers = append(exitHandlers, func() error {
				_, err := object.CallArgs(call[0], call[1:], names)
				return err
			})
			return args[0], nil
		})
		m.SetFunc("unregister", func(args, kw []Value) (Value, error) { return object.None, nil })
		return m
	})
}
