package object

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Floats as text: decimal and hexadecimal.

// FormatFloat is the repr of a float: the shortest text that reads back the same.
func FormatFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	case f == math.Trunc(f) && math.Abs(f) < 1e16:
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	i := strings.IndexByte(s, 'e')
	exp, _ := strconv.Atoi(s[i+1:])
	if exp >= -4 && exp < 16 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return s // Go pads the exponent to two digits, as Python does
}

// parseHexFloat is the text that float.fromhex takes: digits are hexadecimal with or without 0x.
func parseHexFloat(text string) (float64, error) {
	s := strings.ToLower(strings.TrimFunc(text, isSpace))
	sign, rest := "", s
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		sign, rest = rest[:1], rest[1:]
	}
	switch rest {
	case "inf", "infinity", "nan":
	default:
		rest = "0x" + strings.TrimPrefix(rest, "0x")
		if !strings.Contains(rest, "p") {
			rest += "p0"
		}
		if strings.Contains(rest, "_") {
			rest = ""
		}
	}
	if rest == "nan" {
		sign = ""
	}
	f, err := strconv.ParseFloat(sign+rest, 64)
	if err != nil {
		if errors.Is(err, strconv.ErrRange) {
			return 0, OverflowErrorf("hexadecimal value too large to represent as a float")
		}
		return 0, ValueErrorf("invalid hexadecimal floating-point string")
	}
	return f, nil
}

// ParseFloat is float(text).
func ParseFloat(text string) (float64, bool) {
	s := asciiDigits(strings.TrimFunc(text, isSpace))
	if s == "" || strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		return 0, false
	}
	if strings.ContainsRune(s, '_') {
		for i := 1; i < len(s)-1; i++ {
			if s[i] == '_' && (s[i-1] < '0' || s[i-1] > '9' || s[i+1] < '0' || s[i+1] > '9') {
				return 0, false
			}
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	switch strings.ToLower(strings.TrimLeft(s, "+-")) {
	case "inf", "infinity", "nan":
		if len(s) > 1 && (s[1] == '+' || s[1] == '-') {
			return 0, false
		}
	default:
		for i := 0; i < len(s); i++ {
			if c := s[i]; !(c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-') {
				return 0, false
			}
		}
	}
	if strings.EqualFold(s, "+nan") || strings.EqualFold(s, "-nan") {
		f, _ := ParseFloat(s[1:])
		if s[0] == '-' {
			f = math.Copysign(f, -1)
		}
		return f, true
	}
	if len(s) > 500 || len(s)-max(strings.LastIndexAny(s, "eE"), 0) > 5 {
		s = shortFloatText(s)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	if math.IsNaN(f) {
		f = math.Float64frombits(math.Float64bits(math.NaN()) | nanCount.Add(1)&0xffffff<<8)
	}
	return f, true
}

// shortFloatText is the text of a float with few digits and a small exponent, since strconv gives up on large exponents
// that many zeros balance. 800 digits, and a last one that stands for those left out, decide every rounding.
func shortFloatText(s string) string {
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	digits := strings.TrimLeft(mantissa, "+-")
	sign := mantissa[:len(mantissa)-len(digits)]
	whole, fraction, _ := strings.Cut(digits, ".")
	size := strings.TrimLeft(exponent, "+-")
	if len(sign) > 1 || len(exponent)-len(size) > 1 || hasExponent && size == "" || whole+fraction == "" ||
		strings.Trim(whole+fraction+size, "0123456789") != "" {
		return s // no number
	}
	e, err := strconv.Atoi("0" + size)
	if err != nil {
		e = math.MaxInt / 4
	}
	if strings.HasPrefix(exponent, "-") {
		e = -e
	}
	e += len(whole) // of 0.digits
	digits = strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return sign + "0"
	}
	e -= len(whole) + len(fraction) - len(digits)
	if len(digits) > 800 {
		sticky := ""
		if strings.Trim(digits[800:], "0") != "" {
			sticky = "1"
		}
		digits = digits[:800] + sticky
	}
	return sign + "0." + digits + "e" + strconv.Itoa(max(min(e, 9999), -9999))
}

// asciiDigits replaces the decimal digits of other scripts by those of ASCII.
func asciiDigits(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 128 {
			return strings.Map(func(r rune) rune {
				if d := digitValue(r); d >= 0 {
					return '0' + rune(d)
				}
				return r
			}, s)
		}
	}
	return s
}

func floatHex(f float64) string {
	switch {
	case math.IsNaN(f), math.IsInf(f, 0):
		return FormatFloat(f)
	case f == 0:
		if math.Signbit(f) {
			return "-0x0.0p+0"
		}
		return "0x0.0p+0"
	}
	b := math.Float64bits(f)
	exp := int(b>>52&0x7ff) - 1023
	mant := b & (1<<52 - 1)
	lead := "1"
	if exp == -1023 {
		lead, exp = "0", -1022
	}
	sign := ""
	if f < 0 {
		sign = "-"
	}
	es := strconv.Itoa(exp)
	if exp >= 0 {
		es = "+" + es
	}
	m := strconv.FormatUint(mant, 16)
	return sign + "0x" + lead + "." + strings.Repeat("0", 13-len(m)) + m + "p" + es
}
