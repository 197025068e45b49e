package stdlib

import (
	"fmt"
	"math"
	"strings"
	"syscall"
	"time"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var started = time.Now()

// structTime is time.struct_time.
var structTime *object.Type

// A clock is one of the time module's, by the name that get_clock_info knows.
type clock struct {
	name                  string
	implementation        string
	id                    int64
	monotonic, adjustable bool
	read                  func() time.Duration
}

var clocks = []clock{
	{"time", "CLOCK_REALTIME", 0, false, true, func() time.Duration { return time.Duration(time.Now().UnixNano()) }},
	{"monotonic", "CLOCK_MONOTONIC", 1, true, false, sinceBoot},
	{"perf_counter", "CLOCK_MONOTONIC", 1, true, false, sinceBoot},
	{"process_time", "CLOCK_PROCESS_CPUTIME_ID", 2, true, false, cpuTime},
	{"thread_time", "CLOCK_THREAD_CPUTIME_ID", 3, true, false, cpuTime},
}

// sinceBoot is a clock that only goes forward.
func sinceBoot() time.Duration { return time.Since(started) + time.Hour }

func seconds(d time.Duration) Value { return object.Float(float64(d) / 1e9) }

func init() {
	interp.RegisterNative("time", func(th *object.Thread) *object.Module {
		m := object.NewModule("time")
		if structTime == nil {
			structTime = recordType(th, "time.struct_time", 9, []string{"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday",
				"tm_yday", "tm_isdst", "tm_zone", "tm_gmtoff"}, false)
		}
		m.SetType(structTime)
		m.Set("_STRUCT_TM_ITEMS", object.Int(11))
		setZoneConstants(th, m)
		for _, c := range clocks {
			m.Set(c.implementation, object.Int(c.id))
			object.AddFuncs(m, []object.Method{
				{Name: c.name, NoArgs: func(*object.Thread, Value) (Value, error) { return seconds(c.read()), nil }},
				{Name: c.name + "_ns", NoArgs: func(*object.Thread, Value) (Value, error) { return object.Int(int64(c.read())), nil }},
			})
		}
		object.AddFuncs(m, []object.Method{
			{Name: "get_clock_info", OneArg: clockInfo},
			{Name: "clock_gettime", OneArg: func(th *object.Thread, _, id Value) (Value, error) {
				d, err := readClock(th, id)
				return seconds(d), err
			}},
			{Name: "clock_gettime_ns", OneArg: func(th *object.Thread, _, id Value) (Value, error) {
				d, err := readClock(th, id)
				return object.Int(int64(d)), err
			}},
			{Name: "clock_getres", OneArg: func(th *object.Thread, _, id Value) (Value, error) {
				_, err := readClock(th, id)
				return object.Float(1e-9), err
			}},
			{Name: "sleep", OneArg: sleep},
			{Name: "localtime", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				return splitTime(th, "localtime", args, kw, stateOf.Of(th).zone)
			}},
			{Name: "gmtime", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				return splitTime(th, "gmtime", args, kw, nil)
			}},
			{Name: "strftime", Fn: required("strftime", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
				f, ok := object.Text(args[0])
				if !ok {
					return object.Null, object.TypeErrorf("strftime() argument 1 must be str, not %s", args[0].Type().Name)
				}
				t, err := brokenTime(th, "strftime", args[1:])
				return object.NewStr(formatTime(th, f, &t)), err
			})},
			{Name: "strptime", Fn: required("strptime", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
				m, err := interp.ImportModule(th, "_strptime")
				if err != nil {
					return object.Null, err
				}
				f, err := object.GetAttr(th, m, "struct")
				if err != nil {
					return object.Null, err
				}
				return object.CallArgs(th, f, args, kw)
			})},
			{Name: "ctime", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				moment, err := momentOf(th, "ctime", args, kw)
				if err != nil {
					return object.Null, err
				}
				t := broken(moment.In(stateOf.Of(th).zone), "")
				return object.NewStr(formatTime(th, "%c", &t)), nil
			}},
			{Name: "asctime", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				t, err := brokenTime(th, "asctime", args)
				return object.NewStr(formatTime(th, "%c", &t)), err
			}},
			{Name: "mktime", OneArg: func(th *object.Thread, _, v Value) (Value, error) { return makeTime(th, v) }},
			{Name: "tzset", NoArgs: func(th *object.Thread, _ Value) (Value, error) {
				stateOf.Of(th).zone = localZone(th)
				setZoneConstants(th, m)
				return object.None, nil
			}},
		})
		return m
	})
}

func clockInfo(th *object.Thread, _, name Value) (Value, error) {
	text, ok := object.Text(name)
	if !ok {
		return object.Null, object.TypeErrorf("get_clock_info() argument 1 must be str, not %s", name.Type().Name)
	}
	for _, c := range clocks {
		if c.name == text {
			return object.CallArgs(th, simpleNamespace().Ref(), []Value{object.NewStr("clock_gettime(" + c.implementation + ")"), object.Bool(c.monotonic),
				object.Bool(c.adjustable), object.Float(1e-9)}, []Value{object.NewStr("implementation"), object.NewStr("monotonic"),
				object.NewStr("adjustable"), object.NewStr("resolution")})
		}
	}
	return object.Null, object.ValueErrorf("unknown clock")
}

func readClock(th *object.Thread, id Value) (time.Duration, error) {
	n, err := object.ToInt(th, id)
	if err != nil {
		return 0, object.TypeErrorf("clk_id should be integer, not %s", id.Type().Name)
	}
	for _, c := range clocks {
		if c.id == int64(n) {
			return c.read(), nil
		}
	}
	return 0, builtins.OSError(th, syscall.EINVAL, "")
}

func sleep(th *object.Thread, _, v Value) (Value, error) {
	s, err := object.ToFloat(th, v)
	switch {
	case err != nil:
		return object.Null, object.TypeErrorf("'%s' object cannot be interpreted as an integer or float", v.Type().Name)
	case math.IsNaN(s):
		return object.Null, object.ValueErrorf("Invalid value NaN (not a number)")
	case s < 0:
		return object.Null, object.ValueErrorf("sleep length must be non-negative")
	case s*1e9 > math.MaxInt64:
		return object.Null, object.OverflowErrorf("timestamp too large to convert to C PyTime_t")
	}
	builtins.Stdout(th).Flush(th)
	tellDeaths(th)
	_, err = interp.Pause(th, time.Now().Add(time.Duration(s*1e9)))
	return object.None, err
}

// localZone is the time zone that the environment names; one that is not known is UTC.
func localZone(th *object.Thread) *time.Location {
	name, ok := interp.MachineOf(th).LookupEnv("TZ")
	if !ok {
		name = "Local"
	}
	if zone, err := time.LoadLocation(strings.TrimPrefix(name, ":")); err == nil {
		return zone
	}
	return time.UTC
}

// setZoneConstants sets tzname, timezone, altzone and daylight, by the offsets in the middle of this winter and summer.
func setZoneConstants(th *object.Thread, m *object.Module) {
	year := time.Now().Year()
	first, second := time.Date(year, 1, 1, 0, 0, 0, 0, stateOf.Of(th).zone), time.Date(year, 7, 1, 0, 0, 0, 0, stateOf.Of(th).zone)
	if first.IsDST() {
		first, second = second, first
	}
	standard, offset := first.Zone()
	summer, summerOffset := second.Zone()
	m.Set("tzname", object.NewTuple(object.NewStr(standard), object.NewStr(summer)).Ref())
	m.Set("timezone", object.Int(int64(-offset)))
	m.Set("altzone", object.Int(int64(-summerOffset)))
	daylight := int64(0)
	if offset != summerOffset {
		daylight = 1
	}
	m.Set("daylight", object.Int(daylight))
}

// momentOf returns the moment that the one argument of gmtime, localtime or ctime names, or now.
func momentOf(th *object.Thread, name string, args, kw []Value) (time.Time, error) {
	switch {
	case len(kw) > 0:
		return time.Time{}, object.TypeErrorf("%s() takes no keyword arguments", name)
	case len(args) > 1:
		return time.Time{}, object.TypeErrorf("%s() takes at most 1 argument (%d given)", name, len(args))
	case len(args) == 0 || args[0].IsNone():
		return time.Now(), nil
	}
	if n, ok := args[0].AsInt(); ok {
		return wholeSeconds(th, float64(n), n)
	}
	f, err := object.ToFloat(th, args[0])
	if err != nil {
		if args[0].Type().Float != nil || args[0].Type().Index != nil {
			return time.Time{}, object.OverflowErrorf("timestamp out of range for platform time_t")
		}
		return time.Time{}, object.TypeErrorf("'%s' object cannot be interpreted as an integer", args[0].Type().Name)
	}
	if math.IsNaN(f) {
		return time.Time{}, object.ValueErrorf("Invalid value NaN (not a number)")
	}
	return wholeSeconds(th, f, int64(math.Floor(f)))
}

func wholeSeconds(th *object.Thread, f float64, n int64) (time.Time, error) {
	if math.Abs(f) >= 1<<63 {
		return time.Time{}, object.OverflowErrorf("timestamp out of range for platform time_t")
	}
	if math.Abs(f) > 6e16 { // the year does not fit an int of C
		return time.Time{}, builtins.OSError(th, syscall.EOVERFLOW, "")
	}
	return time.Unix(n, 0), nil
}

// splitTime is gmtime, where zone is nil, and localtime.
func splitTime(th *object.Thread, name string, args, kw []Value, zone *time.Location) (Value, error) {
	moment, err := momentOf(th, name, args, kw)
	if err != nil {
		return object.Null, err
	}
	t := broken(moment.UTC(), "GMT")
	if zone != nil {
		t = broken(moment.In(stateOf.Of(th).zone), "")
	}
	values := make([]Value, 0, 11)
	for _, n := range t.fields() {
		values = append(values, object.Int(int64(*n)))
	}
	return makeRecord(structTime, 9, append(values, object.NewStr(t.zone), object.Int(int64(t.offset)))), nil
}

// A tm is a moment in parts, as C's struct of that name; months, days of the week (from Monday) and of the year are
// counted as Python does.
type tm struct {
	year, month, day, hour, minute, second, weekday, yearday, dst int

	zone   string
	offset int // seconds east of UTC
}

func (t *tm) fields() []*int {
	return []*int{&t.year, &t.month, &t.day, &t.hour, &t.minute, &t.second, &t.weekday, &t.yearday, &t.dst}
}

// broken takes a moment apart; the zone's own name is used if none is given.
func broken(m time.Time, zone string) tm {
	name, offset := m.Zone()
	if zone == "" {
		zone = name
	}
	t := tm{year: m.Year(), month: int(m.Month()), day: m.Day(), hour: m.Hour(), minute: m.Minute(), second: m.Second(),
		weekday: int(m.Weekday()+6) % 7, yearday: m.YearDay(), zone: zone, offset: offset}
	if m.IsDST() {
		t.dst = 1
	}
	return t
}

// brokenTime reads the optional tuple of strftime and asctime, and checks it.
func brokenTime(th *object.Thread, name string, args []Value) (tm, error) {
	if len(args) == 0 {
		return broken(time.Now().In(stateOf.Of(th).zone), ""), nil
	}
	t, err := readTuple(th, name, args[0])
	if err != nil {
		return t, err
	}
	if t.month == 0 {
		t.month = 1
	}
	if t.day == 0 {
		t.day = 1
	}
	if t.yearday == 0 {
		t.yearday = 1
	}
	if t.weekday < -1 {
		return t, object.ValueErrorf("day of week out of range")
	}
	t.weekday = (t.weekday + 7) % 7
	for _, l := range []struct {
		name             string
		value, low, high int
	}{{"month", t.month, 1, 12}, {"day of month", t.day, 1, 31}, {"hour", t.hour, 0, 23}, {"minute", t.minute, 0, 59},
		{"seconds", t.second, 0, 61}, {"day of year", t.yearday, 1, 366}} {
		if l.value < l.low || l.value > l.high {
			return t, object.ValueErrorf("%s out of range", l.name)
		}
	}
	return t, nil
}

// readTuple reads a struct_time or a tuple of 9 numbers.
func readTuple(th *object.Thread, name string, v Value) (tm, error) {
	var t tm
	tuple, ok := object.AsTuple(v)
	if !ok {
		return t, object.TypeErrorf("Tuple or struct_time argument required")
	}
	if len(tuple.Items) != 9 {
		return t, object.TypeErrorf("%s(): illegal time tuple argument", name)
	}
	for i, p := range t.fields() {
		n, err := object.ToInt(th, tuple.Items[i])
		if err != nil {
			return t, err
		}
		if n != int(int32(n)) {
			return t, object.OverflowErrorf("signed integer is greater than maximum")
		}
		*p = n
	}
	noon := time.Date(t.year, time.Month(t.month), t.day, t.hour, t.minute, t.second, 0, stateOf.Of(th).zone)
	t.zone, t.offset = noon.Zone()
	if noon.IsDST() && t.dst == 0 {
		first := time.Date(t.year, 1, 1, 0, 0, 0, 0, stateOf.Of(th).zone)
		t.zone, t.offset = first.Zone()
	}
	if v.Type() == structTime {
		if zone, ok := object.Text(recordField(v, 9)); ok {
			t.zone = zone
		}
		if offset, ok := recordField(v, 10).AsInt(); ok {
			t.offset = int(offset)
		}
	}
	return t, nil
}

// makeTime is mktime. A time that is said to be in summer or winter, and is not, is taken by the other offset.
func makeTime(th *object.Thread, v Value) (Value, error) {
	t, err := readTuple(th, "mktime", v)
	if err != nil {
		return object.Null, err
	}
	m := time.Date(t.year, time.Month(t.month), t.day, t.hour, t.minute, t.second, 0, stateOf.Of(th).zone)
	if t.dst >= 0 && m.IsDST() != (t.dst > 0) {
		_, offset := m.Zone()
		for _, month := range []time.Month{1, 7} {
			other := time.Date(t.year, month, 1, 0, 0, 0, 0, stateOf.Of(th).zone)
			if other.IsDST() == (t.dst > 0) {
				_, wanted := other.Zone()
				m = m.Add(time.Duration(offset-wanted) * time.Second)
				break
			}
		}
	}
	return object.Float(float64(m.Unix())), nil
}

// A timeNumber is a directive of strftime that is a number: width digits, padded with pad.
type timeNumber struct {
	value func(th *object.Thread, t *tm) int
	width int
	pad   byte
}

var timeNumbers = map[byte]timeNumber{
	'Y': {func(th *object.Thread, t *tm) int { return t.year }, 1, '0'}, 'C': {func(th *object.Thread, t *tm) int { return floorDiv(t.year, 100) }, 1, '0'},
	'y': {func(th *object.Thread, t *tm) int { return t.year - 100*floorDiv(t.year, 100) }, 2, '0'}, 'm': {func(th *object.Thread, t *tm) int { return t.month }, 2, '0'},
	'd': {func(th *object.Thread, t *tm) int { return t.day }, 2, '0'}, 'e': {func(th *object.Thread, t *tm) int { return t.day }, 2, ' '},
	'H': {func(th *object.Thread, t *tm) int { return t.hour }, 2, '0'}, 'k': {func(th *object.Thread, t *tm) int { return t.hour }, 2, ' '},
	'I': {func(th *object.Thread, t *tm) int { return (t.hour+11)%12 + 1 }, 2, '0'}, 'l': {func(th *object.Thread, t *tm) int { return (t.hour+11)%12 + 1 }, 2, ' '},
	'M': {func(th *object.Thread, t *tm) int { return t.minute }, 2, '0'}, 'S': {func(th *object.Thread, t *tm) int { return t.second }, 2, '0'},
	'j': {func(th *object.Thread, t *tm) int { return t.yearday }, 3, '0'}, 'u': {func(th *object.Thread, t *tm) int { return t.weekday + 1 }, 1, '0'},
	'w': {func(th *object.Thread, t *tm) int { return (t.weekday + 1) % 7 }, 1, '0'},
	'U': {func(th *object.Thread, t *tm) int { return (t.yearday + 6 - (t.weekday+1)%7) / 7 }, 2, '0'},
	'W': {func(th *object.Thread, t *tm) int { return (t.yearday + 6 - t.weekday) / 7 }, 2, '0'},
	'V': {func(th *object.Thread, t *tm) int { _, week := t.isoWeek(); return week }, 2, '0'}, 'G': {func(th *object.Thread, t *tm) int { year, _ := t.isoWeek(); return year }, 1, '0'},
	'g': {func(th *object.Thread, t *tm) int { year, _ := t.isoWeek(); return year - 100*floorDiv(year, 100) }, 2, '0'},
	's': {func(th *object.Thread, t *tm) int {
		return int(time.Date(t.year, time.Month(t.month), t.day, t.hour, t.minute, t.second, 0, stateOf.Of(th).zone).Unix())
	}, 1, '0'},
}

var timeTexts = map[byte]func(t *tm) string{
	'a': func(t *tm) string { return time.Weekday((t.weekday + 1) % 7).String()[:3] },
	'A': func(t *tm) string { return time.Weekday((t.weekday + 1) % 7).String() },
	'b': func(t *tm) string { return time.Month(t.month).String()[:3] },
	'h': func(t *tm) string { return time.Month(t.month).String()[:3] },
	'B': func(t *tm) string { return time.Month(t.month).String() },
	'p': func(t *tm) string { return [2]string{"AM", "PM"}[t.hour/12] },
	'P': func(t *tm) string { return [2]string{"am", "pm"}[t.hour/12] },
	'Z': func(t *tm) string { return t.zone },
	'z': func(t *tm) string {
		sign, offset := '+', t.offset
		if offset < 0 {
			sign, offset = '-', -offset
		}
		return fmt.Sprintf("%c%02d%02d", sign, offset/3600, offset/60%60)
	},
	'n': func(*tm) string { return "\n" }, 't': func(*tm) string { return "\t" }, '%': func(*tm) string { return "%" },
}
