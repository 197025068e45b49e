package syntax

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxIntDigits is the limit on decimal integer literals.
const maxIntDigits = 4300

// number scans a numeric literal. Its value is computed by numberValue.
func (s *scanner) number() {
	start := s.pos
	if s.src[start] == '0' && start+1 < len(s.src) {
		switch s.src[start+1] | 0x20 {
		case 'x':
			s.radix(start, 16, "hexadecimal")
			return
		case 'o':
			s.radix(start, 8, "octal")
			return
		case 'b':
			s.radix(start, 2, "binary")
			return
		}
	}
	i, ok := s.digits(start)
	if !ok {
		return
	}
	intEnd, isFloat := i, false
	if i < len(s.src) && s.src[i] == '.' {
		isFloat = true
		i++
		if i < len(s.src) && isDigit(s.src[i]) {
			if i, ok = s.digits(i); !ok {
				return
			}
		}
	}
	if i < len(s.src) && s.src[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s.src) && (s.src[j] == '+' || s.src[j] == '-') {
			j++
		}
		if j < len(s.src) && isDigit(s.src[j]) {
			isFloat = true
			if i, ok = s.digits(j); !ok {
				return
			}
		} else if j > i+1 {
			s.fail("SyntaxError", i+1, i+1, "invalid decimal literal")
			return
		}
	}
	imaginary := i < len(s.src) && s.src[i]|0x20 == 'j'
	if imaginary {
		i++
	}
	if !isFloat && !imaginary {
		text := strings.ReplaceAll(s.src[start:intEnd], "_", "")
		if len(text) > 1 && text[0] == '0' && strings.Trim(text, "0") != "" {
			zeros := intEnd - start - len(strings.TrimLeft(s.src[start:intEnd], "0_"))
			s.fail("SyntaxError", start, start+zeros, "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers")
			return
		}
	}
	kind := "decimal"
	if imaginary {
		kind = "imaginary"
	}
	s.endNumber(start, i, kind)
}

// digits skips decimal digits with single underscores between them.
func (s *scanner) digits(i int) (int, bool) {
	for i < len(s.src) {
		switch c := s.src[i]; {
		case isDigit(c):
			i++
		case c == '_':
			if i+1 >= len(s.src) || !isDigit(s.src[i+1]) {
				s.fail("SyntaxError", i, i, "invalid decimal literal")
				return i, false
			}
			i++
		default:
			return i, true
		}
	}
	return i, true
}

func (s *scanner) radix(start, base int, name string) {
	isRadix := func(c byte) bool {
		if base == 16 {
			return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f'
		}
		return c >= '0' && int(c-'0') < base
	}
	i := start + 2
	for {
		if i < len(s.src) && s.src[i] == '_' {
			i++
		}
		if i >= len(s.src) || !isRadix(s.src[i]) {
			if i < len(s.src) && isDigit(s.src[i]) {
				s.fail("SyntaxError", i, i, fmt.Sprintf("invalid digit '%c' in %s literal", s.src[i], name))
			} else {
				s.fail("SyntaxError", i-1, i-1, "invalid "+name+" literal")
			}
			return
		}
		for i < len(s.src) && isRadix(s.src[i]) {
			i++
		}
		if i < len(s.src) && s.src[i] == '_' {
			continue
		}
		break
	}
	if i < len(s.src) && isDigit(s.src[i]) {
		s.fail("SyntaxError", i, i, fmt.Sprintf("invalid digit '%c' in %s literal", s.src[i], name))
		return
	}
	s.endNumber(start, i, name)
}

// endNumber emits the literal unless a name follows it directly. A keyword may
// follow (1if x else y), as in CPython.
func (s *scanner) endNumber(start, end int, kind string) {
	if end < len(s.src) && isIdentByte(s.src[end]) {
		j := end
		for j < len(s.src) && isIdentByte(s.src[j]) {
			j++
		}
		switch word := s.src[end:j]; word {
		case "and", "else", "for", "if", "in", "is", "not", "or":
		default:
			s.fail("SyntaxError", end-1, end-1, "invalid "+kind+" literal")
			return
		}
	}
	s.pos = end
	s.emit(NumberTok, start, end)
}

// numberValue returns the value of a literal that the scanner accepted: int64,
// *big.Int, float64 or complex128.
func numberValue(text string) (any, error) {
	text = strings.ToLower(strings.ReplaceAll(text, "_", ""))
	if len(text) > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'o' || text[1] == 'b') {
		if v, err := strconv.ParseInt(text, 0, 64); err == nil {
			return v, nil
		}
		v, _ := new(big.Int).SetString(text, 0)
		return v, nil
	}
	if strings.HasSuffix(text, "j") {
		f, _ := strconv.ParseFloat(text[:len(text)-1], 64)
		return complex(0, f), nil
	}
	if strings.ContainsAny(text, ".e") {
		f, _ := strconv.ParseFloat(text, 64) // out of range gives infinity, as in Python
		return f, nil
	}
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		return v, nil
	}
	if len(text) > maxIntDigits {
		return nil, fmt.Errorf("Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals to avoid decimal conversion limits.", maxIntDigits, len(text))
	}
	v, _ := new(big.Int).SetString(text, 10)
	return v, nil
}
