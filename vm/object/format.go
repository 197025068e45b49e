package object

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// The format specification mini-language: [[fill]align][sign][z][#][0][width][grouping][.precision][type].

// FormatSpec is a parsed format specification.
type FormatSpec struct {
	Fill      string
	Align     byte // < > = ^ or 0
	Sign      byte // + - space or 0
	NoNegZero bool
	Alt       bool
	Zero      bool
	Width     int
	Group     byte // , _ or 0
	Precision int  // -1 when not given
	FracGroup byte // , _ or 0: separates the digits behind the point
	Type      byte // 0 when not given
}

// ParseFormatSpec parses spec for a value of the named type.
func ParseFormatSpec(th *Thread, spec, typeName string) (FormatSpec, error) {
	f := FormatSpec{Fill: " ", Precision: -1}
	s := spec
	isAlign := func(c byte) bool { return c == '<' || c == '>' || c == '=' || c == '^' }
	filled := false
	if len(s) > 0 {
		_, n := DecodeRune(s)
		if len(s) > n && isAlign(s[n]) {
			f.Fill, f.Align, s = s[:n], s[n], s[n+1:]
			filled = true
		} else if isAlign(s[0]) {
			f.Align, s = s[0], s[1:]
		}
	}
	take := func(set string) byte {
		if s != "" && strings.IndexByte(set, s[0]) >= 0 {
			c := s[0]
			s = s[1:]
			return c
		}
		return 0
	}
	f.Sign = take("+- ")
	f.NoNegZero = take("z") != 0
	f.Alt = take("#") != 0
	if take("0") != 0 {
		f.Zero = true
		if !filled {
			f.Fill = "0"
		}
		if f.Align == 0 {
			f.Align = '='
		}
	}
	number := func() (n int, ok bool, err error) {
		i := 0
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		if i == 0 {
			return 0, false, nil
		}
		if n, err = strconv.Atoi(s[:i]); err != nil {
			return 0, false, ValueErrorf("Too many decimal digits in format string")
		}
		s = s[i:]
		return n, true, nil
	}
	n, ok, err := number()
	if err != nil {
		return f, err
	}
	if ok {
		f.Width = n
		if err := checkLength(th, n, 1); err != nil {
			return f, err
		}
	}
	f.Group = take(",_")
	if f.Group != 0 && s != "" && (s[0] == ',' || s[0] == '_') {
		if s[0] == f.Group {
			return f, ValueErrorf("Cannot specify '%c' with '%c'.", f.Group, s[0])
		}
		return f, ValueErrorf("Cannot specify both ',' and '_'.")
	}
	if take(".") != 0 {
		n, ok, err := number()
		if err != nil {
			return f, err
		}
		f.FracGroup = take(",_")
		if !ok && f.FracGroup == 0 {
			return f, ValueErrorf("Format specifier missing precision")
		}
		if n > math.MaxInt32 && typeName != "str" {
			return f, ValueErrorf("precision too big")
		}
		if ok {
			f.Precision = n
		}
	}
	if s != "" {
		if countRunes(s) > 1 {
			return f, ValueErrorf("Invalid format specifier '%s' for object of type '%s'", spec, typeName)
		}
		if s[0] >= 0x80 {
			r, _ := DecodeRune(s)
			return f, ValueErrorf("Unknown format code '\\x%x' for object of type '%s'", r, typeName)
		}
		f.Type = s[0]
	}
	for _, sep := range [2]byte{f.Group, f.FracGroup} {
		if sep != 0 && f.Type != 0 && strings.IndexByte("deEfFgG%", f.Type) < 0 && (sep == ',' || strings.IndexByte("boxX", f.Type) < 0) {
			return f, ValueErrorf("Cannot specify '%c' with '%c'.", sep, f.Type)
		}
	}
	return f, nil
}

const charRange = "%c arg not in range(0x110000)"

func unknownCode(t byte, typeName string) error {
	return ValueErrorf("Unknown format code '%c' for object of type '%s'", t, typeName)
}

func pad(body string, f FormatSpec, align byte) string {
	if f.Width == 0 {
		return body
	}
	n := f.Width - countRunes(body)
	if n <= 0 {
		return body
	}
	if f.Align != 0 {
		align = f.Align
	}
	switch align {
	case '<':
		return body + strings.Repeat(f.Fill, n)
	case '^':
		return strings.Repeat(f.Fill, n/2) + body + strings.Repeat(f.Fill, n-n/2)
	}
	return strings.Repeat(f.Fill, n) + body
}

// formatStrSpec is str.__format__.
func formatStrSpec(th *Thread, s, spec string) (string, error) {
	if spec == "" {
		return s, nil
	}
	f, err := ParseFormatSpec(th, spec, "str")
	if err != nil {
		return "", err
	}
	switch {
	case f.Type != 0 && f.Type != 's':
		return "", unknownCode(f.Type, "str")
	case f.Sign != 0:
		if f.Sign == ' ' {
			return "", ValueErrorf("Space not allowed in string format specifier")
		}
		return "", ValueErrorf("Sign not allowed in string format specifier")
	case f.Alt:
		return "", ValueErrorf("Alternate form (#) not allowed in string format specifier")
	case f.Group != 0:
		return "", ValueErrorf("Cannot specify '%c' with 's'.", f.Group)
	}
	if f.Align == '=' {
		if !f.Zero || f.Fill != "0" {
			return "", ValueErrorf("'=' alignment not allowed in string format specifier")
		}
		f.Align = '<'
	}
	if f.Precision >= 0 && f.Precision < countRunes(s) {
		s = EncodeWTF8(DecodeWTF8(s)[:f.Precision])
	}
	return pad(s, f, '<'), nil
}

// number lays out sign, prefix, grouped digits and the rest in the asked width.
func number(neg bool, prefix, digits, rest string, f FormatSpec) string {
	sign := ""
	switch {
	case neg:
		sign = "-"
	case f.Sign == '+':
		sign = "+"
	case f.Sign == ' ':
		sign = " "
	}
	step := 3
	if f.Group == '_' && (f.Type == 'b' || f.Type == 'o' || f.Type == 'x' || f.Type == 'X') {
		step = 4
	}
	align := f.Align
	if align == 0 {
		align = '>'
	}
	if align == '=' {
		room := f.Width - len(sign) - len(prefix) - len(rest)
		if f.Fill == "0" {
			digits = groupDigits(digits, f.Group, step, room)
			return sign + prefix + digits + rest
		}
		digits = groupDigits(digits, f.Group, step, 0)
		if n := room - len(digits); n > 0 {
			return sign + prefix + strings.Repeat(f.Fill, n) + digits + rest
		}
		return sign + prefix + digits + rest
	}
	return pad(sign+prefix+groupDigits(digits, f.Group, step, 0)+rest, f, '>')
}

// groupDigits inserts separators, first filling with zeros up to width characters.
func groupDigits(digits string, sep byte, step, width int) string {
	if sep == 0 {
		if n := width - len(digits); n > 0 {
			return strings.Repeat("0", n) + digits
		}
		return digits
	}
	for len(digits)+(len(digits)-1)/step < width {
		if total := len(digits) + 1 + len(digits)/step; total > width {
			// One more digit would bring its separator and overshoot: CPython lets it.
			digits = "0" + digits
			break
		}
		digits = "0" + digits
	}
	var b strings.Builder
	for i := range digits {
		if i > 0 && (len(digits)-i)%step == 0 {
			b.WriteByte(sep)
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

func formatIntSpec(th *Thread, v Value, spec string) (string, error) {
	if spec == "" {
		return StrOf(th, v)
	}
	name := v.p.typ.Name
	f, err := ParseFormatSpec(th, spec, name)
	if err != nil {
		return "", err
	}
	if f.NoNegZero && (f.Type == 0 || strings.IndexByte("dbxXocn", f.Type) >= 0) {
		return "", ValueErrorf("Negative zero coercion (z) not allowed in integer format specifier")
	}
	base := 10
	prefix := ""
	if f.Precision >= 0 && strings.IndexByte("\x00dnboxXc", f.Type) >= 0 {
		return "", ValueErrorf("Precision not allowed in integer format specifier")
	}
	switch f.Type {
	case 0, 'd':
	case 'n':
		f.Type = 'd'
	case 'b':
		base, prefix = 2, "0b"
	case 'o':
		base, prefix = 8, "0o"
	case 'x', 'X':
		base, prefix = 16, "0"+string(f.Type)
	case 'c':
		switch {
		case f.Sign != 0:
			return "", ValueErrorf("Sign not allowed with integer format specifier 'c'")
		case f.Alt:
			return "", ValueErrorf("Alternate form (#) not allowed with integer format specifier 'c'")
		}
		i, ok := v.AsInt()
		if !ok {
			return "", OverflowErrorf("Python int too large to convert to C long")
		}
		if i < 0 || i > 0x10ffff {
			return "", OverflowErrorf("%s", charRange)
		}
		return pad(EncodeRune(rune(i)), f, '<'), nil
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		x, err := ToFloat(th, v)
		if err != nil {
			return "", err
		}
		return formatFloatParsed(x, f)
	default:
		return "", unknownCode(f.Type, name)
	}
	var digits string
	neg := false
	if i, ok := v.AsInt(); ok && i != math.MinInt64 {
		neg = i < 0
		digits = strconv.FormatInt(max(i, -i), base)
	} else {
		b := BigOf(v)
		neg = b.Sign() < 0
		if base == 10 {
			if digits, err = intText(v); err != nil {
				return "", err
			}
			digits = strings.TrimPrefix(digits, "-")
		} else {
			digits = new(big.Int).Abs(b).Text(base)
		}
	}
	if f.Type == 'X' {
		digits = strings.ToUpper(digits)
	}
	if !f.Alt {
		prefix = ""
	}
	return number(neg, prefix, digits, "", f), nil
}

func formatFloatSpec(th *Thread, x float64, spec string) (string, error) {
	if spec == "" {
		return FormatFloat(x), nil
	}
	f, err := ParseFormatSpec(th, spec, "float")
	if err != nil {
		return "", err
	}
	return formatFloatParsed(x, f)
}

func formatFloatParsed(x float64, f FormatSpec) (string, error) {
	switch f.Type {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
	default:
		return "", unknownCode(f.Type, "float")
	}
	body := floatBody(math.Abs(x), f)
	neg := math.Signbit(x) && !math.IsNaN(x)
	if f.NoNegZero && strings.Trim(body, "0.%e+-") == "" {
		neg = false
	}
	digits, rest := body, ""
	if i := strings.IndexFunc(body, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		digits, rest = body[:i], body[i:]
	}
	if digits == "" { // inf, nan
		return number(neg, "", "", rest, FormatSpec{Fill: f.Fill, Align: f.Align, Sign: f.Sign, Width: f.Width}), nil
	}
	if f.FracGroup != 0 && strings.HasPrefix(rest, ".") {
		rest = groupFraction(rest, f.FracGroup)
	}
	return number(neg, "", digits, rest, f), nil
}

// groupFraction separates the digits behind the point in groups of three.
func groupFraction(rest string, sep byte) string {
	var b strings.Builder
	b.WriteByte('.')
	i := 1
	for ; i < len(rest) && rest[i] >= '0' && rest[i] <= '9'; i++ {
		if i > 1 && (i-1)%3 == 0 {
			b.WriteByte(sep)
		}
		b.WriteByte(rest[i])
	}
	return b.String() + rest[i:]
}

// floatBody is the text of a non-negative float for the specification, without sign, padding and grouping.
func floatBody(x float64, f FormatSpec) string {
	upper := f.Type == 'E' || f.Type == 'F' || f.Type == 'G'
	if math.IsInf(x, 0) || math.IsNaN(x) {
		s := strings.TrimPrefix(FormatFloat(x), "-")
		if upper {
			s = strings.ToUpper(s)
		}
		if f.Type == '%' {
			s += "%"
		}
		return s
	}
	if f.Type == '%' && math.IsInf(x*100, 0) {
		return "inf%"
	}
	prec := f.Precision
	var s string
	switch f.Type {
	case 'f', 'F':
		if prec < 0 {
			prec = 6
		}
		s = strconv.FormatFloat(x, 'f', prec, 64)
		if f.Alt && prec == 0 {
			s += "."
		}
	case '%':
		if prec < 0 {
			prec = 6
		}
		s = strconv.FormatFloat(x*100, 'f', prec, 64)
		if f.Alt && prec == 0 {
			s += "."
		}
		return s + "%"
	case 'e', 'E':
		if prec < 0 {
			prec = 6
		}
		s = strconv.FormatFloat(x, 'e', prec, 64)
		if f.Alt && prec == 0 {
			i := strings.IndexByte(s, 'e')
			s = s[:i] + "." + s[i:]
		}
	case 'g', 'G', 'n':
		if prec < 0 {
			prec = 6
		}
		s = generalFloat(x, prec, f.Alt, false)
	default: // like g, but the shortest text when no precision is given, and at least one digit after the point
		if prec < 0 {
			s = FormatFloat(x)
		} else {
			s = generalFloat(x, prec, f.Alt, true)
		}
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return s
}

// generalFloat is the %g format; point keeps ".0" of whole numbers in fixed notation.
func generalFloat(x float64, prec int, alt, point bool) string {
	if prec == 0 {
		prec = 1
	}
	e := strconv.FormatFloat(x, 'e', prec-1, 64)
	i := strings.IndexByte(e, 'e')
	exp, _ := strconv.Atoi(e[i+1:])
	limit := prec
	if point {
		limit = prec - 1
		if limit < 1 {
			limit = 1
		}
		if exp == 0 && prec == 1 {
			limit = 1
		}
	}
	if x == 0 {
		exp = 0
	}
	if exp >= -4 && exp < limit {
		s := strconv.FormatFloat(x, 'f', max(prec-1-exp, 0), 64)
		if alt {
			if !strings.Contains(s, ".") {
				s += "."
			}
			return s
		}
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		if point && !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	mant, es := e[:i], e[i:]
	if alt {
		if !strings.Contains(mant, ".") {
			mant += "."
		}
	} else if strings.Contains(mant, ".") {
		mant = strings.TrimRight(strings.TrimRight(mant, "0"), ".")
	}
	return mant + es
}
