package stdlib

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/magneto-go/magneto/vm/object"
)

// timeFormats are the directives that stand for several.
var timeFormats = map[byte]string{'c': "%a %b %e %H:%M:%S %Y", 'D': "%m/%d/%y", 'x': "%m/%d/%y", 'F': "%Y-%m-%d", 'r': "%I:%M:%S %p",
	'R': "%H:%M", 'T': "%H:%M:%S", 'X': "%H:%M:%S"}

func floorDiv(a, b int) int { return int(math.Floor(float64(a) / float64(b))) }

// isoWeek is the year and week of ISO 8601, by the day of the week and of the year alone.
func (t *tm) isoWeek() (year, week int) {
	week = (t.yearday - t.weekday + 9) / 7
	switch {
	case week < 1:
		return t.year - 1, isoWeeks(t.year - 1)
	case week > isoWeeks(t.year):
		return t.year + 1, 1
	}
	return t.year, week
}

func isoWeeks(year int) int {
	_, week := time.Date(year, 12, 28, 0, 0, 0, 0, time.UTC).ISOWeek()
	return week
}

// formatTime expands the directives of C's strftime, with the flags (%-d, %_d, %^a) and widths of GNU's.
func formatTime(th *object.Thread, format string, t *tm) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		text, n := timeDirective(th, format[i+1:], t)
		if n == 0 {
			b.WriteByte('%') // no directive: as it stands
			continue
		}
		b.WriteString(text)
		i += n
	}
	return b.String()
}

// timeDirective expands the directive at the start of s, which stands after a "%", and returns its length, 0 if it is none.
func timeDirective(th *object.Thread, s string, t *tm) (text string, n int) {
	var pad byte
	upper := false
	for n < len(s) && strings.IndexByte("-_0^#", s[n]) >= 0 {
		if s[n] == '^' || s[n] == '#' {
			upper = true
		} else {
			pad = s[n]
		}
		n++
	}
	width := 0
	for ; n < len(s) && '0' <= s[n] && s[n] <= '9' && width < 1000; n++ {
		width = 10*width + int(s[n]-'0')
	}
	if n < len(s) && (s[n] == 'E' || s[n] == 'O') {
		n++
	}
	if n == len(s) {
		return "", 0
	}
	code := s[n]
	fill := byte(' ')
	if d, ok := timeNumbers[code]; ok {
		fill = d.pad
		text = fmt.Sprint(d.value(th, t))
		width = max(width, d.width)
	} else if f, ok := timeTexts[code]; ok {
		text = f(t)
	} else if f, ok := timeFormats[code]; ok {
		text = formatTime(th, f, t)
	} else {
		return "", 0
	}
	switch pad {
	case '-':
		width = 0
	case '_':
		fill = ' '
	case '0':
		fill = '0'
	}
	if upper {
		text = strings.ToUpper(text)
	}
	for len(text) < width {
		text = string(fill) + text
	}
	return text, n + 1
}
