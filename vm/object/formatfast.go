package object

import "strconv"

// FormatPlain is the format of a machine int or float for the frequent specifications, [0][width][.precision][d|f];
// false for everything else, which Format knows.
func FormatPlain(v Value, spec string) (Value, bool) {
	i, zero, width, precision := 0, false, 0, -1
	if i < len(spec) && spec[i] == '0' {
		zero = true
		i++
	}
	for ; i < len(spec) && isDigit(spec[i]) && width < 10; i++ {
		width = width*10 + int(spec[i]-'0')
	}
	if i < len(spec) && spec[i] == '.' {
		i++
		if i == len(spec) || !isDigit(spec[i]) {
			return Null, false
		}
		for precision = 0; i < len(spec) && isDigit(spec[i]) && precision < 10; i++ {
			precision = precision*10 + int(spec[i]-'0')
		}
	}
	kind := byte(0)
	if i < len(spec) {
		kind = spec[i]
		i++
	}
	if i != len(spec) {
		return Null, false
	}
	var store [128]byte
	text := store[:0]
	switch {
	case v.p == &intHeader && precision < 0 && (kind == 0 || kind == 'd'):
		text = strconv.AppendInt(text, int64(v.w), 10)
	case v.p == &floatHeader && precision >= 0 && kind == 'f':
		x := v.ExactFloat()
		if !(x < 1e15 && x > -1e15) {
			return Null, false
		}
		text = strconv.AppendFloat(text, x, 'f', precision, 64)
	default:
		return Null, false
	}
	pad := width - len(text)
	if pad <= 0 {
		return NewStrCopy(text), true
	}
	fill, sign := byte(' '), 0
	if zero {
		fill = '0'
		if text[0] == '-' {
			sign = 1
		}
	}
	text = text[:len(text)+pad]
	copy(text[sign+pad:], text[sign:])
	for i := range pad {
		text[sign+i] = fill
	}
	return NewStrCopy(text), true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
