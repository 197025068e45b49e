package object

import (
	"encoding/binary"
	"math/bits"
	"sync"
	"unicode/utf8"
)

// Str is a Python string: UTF-8, with lone surrogates encoded as WTF-8 does.
type Str struct {
	Header
	S        string
	hash     int64
	hashed   bool
	interned bool
	kind     strKind
	more     *strMore // what few strings have
}

// strMore is what a string carries that has been indexed or has grown.
type strMore struct {
	runes []rune  // of a non-ASCII string, once it has been indexed
	room  *growth // that S lies in, from its beginning
}

// growth is memory in which a string is extended in place: whoever holds a shorter string does not see what comes behind it.
// The longest string of those that share it can be extended again, so that building a string by += takes linear time.
type growth struct{ text []byte }

// growFrom is the length in bytes from which concatenations prepare for further ones.
const growFrom = 256

type strKind uint8

const (
	kindUnknown strKind = iota
	kindASCII
	kindWide
)

// NewStr is a new string object.
func NewStr(s string) Value {
	if len(s) == 0 {
		return emptyStr.Ref()
	}
	if len(s) == 1 && s[0] < 128 {
		return asciiChars[s[0]].Ref()
	}
	return (&Str{Header: Header{typ: StrType}, S: s}).Ref()
}

// maxShort is the length in bytes up to which newShort makes strings.
const maxShort = 40

// newShort is a string object of n bytes together with the bytes, in one piece of memory; the caller fills them before
// anyone sees the string.
func newShort(n int) (*Str, []byte) {
	var o *Str
	var text []byte
	switch {
	case n <= 8:
		s := &struct {
			Str
			text [8]byte
		}{}
		o, text = &s.Str, s.text[:n]
	case n <= 24:
		s := &struct {
			Str
			text [24]byte
		}{}
		o, text = &s.Str, s.text[:n]
	default:
		s := &struct {
			Str
			text [maxShort]byte
		}{}
		o, text = &s.Str, s.text[:n]
	}
	o.typ, o.S = StrType, StringOf(text)
	return o, text
}

// NewStrCopy is a new string object with a copy of text.
func NewStrCopy(text []byte) Value {
	if len(text) < 2 || len(text) > maxShort {
		return NewStr(string(text))
	}
	o, b := newShort(len(text))
	copy(b, text)
	return o.Ref()
}

// Concat is the string of two or more strings.
func Concat(parts ...*Str) Value {
	n := 0
	for _, s := range parts {
		n += len(s.S)
	}
	if n < 2 {
		var text string
		for _, s := range parts {
			text += s.S
		}
		return NewStr(text)
	}
	if len(parts[0].S) >= growFrom {
		return parts[0].extended(parts[1:], n).Ref()
	}
	var o *Str
	var text []byte
	if n <= maxShort {
		o, text = newShort(n)
	} else {
		text = make([]byte, n)
		o = &Str{Header: Header{typ: StrType}, S: StringOf(text)}
	}
	for _, s := range parts {
		text = text[copy(text, s.S):]
	}
	return o.Ref()
}

// extended is s with the parts behind it, n bytes in all.
func (s *Str) extended(parts []*Str, n int) *Str {
	var room *growth
	if s.more != nil && s.more.room != nil {
		room = s.more.room
	}
	switch {
	case room == nil: // perhaps the only concatenation
		room = &growth{append(make([]byte, 0, n), s.S...)}
	case len(room.text) != len(s.S) || cap(room.text) < n:
		room = &growth{append(make([]byte, 0, n+n/2), s.S...)}
	}
	kind := s.kind
	for _, p := range parts {
		room.text = append(room.text, p.S...)
		if kind == kindASCII && !p.IsASCII() {
			kind = kindWide
		}
	}
	return &Str{Header: Header{typ: StrType}, S: StringOf(room.text), kind: kind, more: &strMore{room: room}}
}

var (
	interned   = make(map[string]*Str, 2048) // while packages are initialised; read-only afterwards
	lateNames  = map[string]*Str{}           // interned afterwards
	lateMutex  sync.RWMutex
	emptyStr   = Intern("")
	asciiChars = makeASCII()
)

func makeASCII() (out [128]*Str) {
	for i := range out {
		out[i] = Intern(string(rune(i)))
	}
	return out
}

// Intern is the one string object for s that is used for names; interned strings compare by pointer.
func Intern(s string) *Str {
	if o, ok := interned[s]; ok {
		return o
	}
	if started {
		return internLate(s)
	}
	o := newInterned(s)
	interned[s] = o // start: before Started
	return o
}

func newInterned(s string) *Str {
	o := &Str{Header: Header{typ: StrType}, S: s, interned: true}
	o.settle()
	return o
}

func internLate(s string) *Str {
	lateMutex.RLock()
	o := lateNames[s]
	lateMutex.RUnlock()
	if o != nil {
		return o
	}
	lateMutex.Lock()
	defer lateMutex.Unlock()
	if o := lateNames[s]; o != nil {
		return o
	}
	o = newInterned(s)
	lateNames[s] = o // shared: under the lock
	return o
}

// InternStr is the interned string equal to s.
func InternStr(s *Str) *Str {
	if s.interned {
		return s
	}
	return Intern(s.S)
}

// settle computes what a string otherwise computes when it is first asked, for a string that machines share.
func (s *Str) settle() {
	s.Hash()
	if !s.IsASCII() {
		s.Runes()
	}
}

// StrValue is the interned string as a Value.
func StrValue(name string) Value { return Intern(name).Ref() }

// IsASCII tells whether every character is ASCII, so that bytes and characters coincide.
func (s *Str) IsASCII() bool {
	if s.kind == kindUnknown {
		s.kind = kindASCII
		for i := 0; i < len(s.S); i++ {
			if s.S[i] >= utf8.RuneSelf {
				s.kind = kindWide
				break
			}
		}
	}
	return s.kind == kindASCII
}

// Runes are the characters of a non-ASCII string, computed once.
func (s *Str) Runes() []rune {
	if s.more == nil {
		s.more = &strMore{}
	}
	if s.more.runes == nil {
		s.more.runes = DecodeWTF8(s.S)
	}
	return s.more.runes
}

// countRunes returns the number of characters of a text, which may hold surrogates.
func countRunes(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// Len is the number of characters.
func (s *Str) Len() int {
	if s.IsASCII() {
		return len(s.S)
	}
	return len(s.Runes())
}

// At is the character at index i, which must be in range.
func (s *Str) At(i int) Value {
	if s.IsASCII() {
		return asciiChars[s.S[i]].Ref()
	}
	return NewStr(EncodeRune(s.Runes()[i]))
}

// Slice is the substring of the characters from i to j.
func (s *Str) Slice(i, j int) string {
	if i >= j {
		return ""
	}
	if s.IsASCII() {
		return s.S[i:j]
	}
	return EncodeWTF8(s.Runes()[i:j])
}

// DecodeRune is utf8.DecodeRuneInString that accepts encoded surrogates.
func DecodeRune(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] < 0xC0 && s[2]&0xC0 == 0x80 {
		return rune(s[0]&0xF)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, n
}

// DecodeWTF8 splits s into code points.
func DecodeWTF8(s string) []rune {
	out := make([]rune, 0, len(s))
	for len(s) > 0 {
		r, n := DecodeRune(s)
		out = append(out, r)
		s = s[n:]
	}
	return out
}

// AppendRune appends the (W)UTF-8 encoding of r.
func AppendRune(b []byte, r rune) []byte {
	if r >= 0xD800 && r < 0xE000 {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
	}
	return utf8.AppendRune(b, r)
}

// EncodeRune is the string of one code point, which may be a surrogate.
func EncodeRune(r rune) string { return string(AppendRune(nil, r)) }

// EncodeWTF8 is the string of the code points.
func EncodeWTF8(rs []rune) string {
	b := make([]byte, 0, len(rs)+8)
	for _, r := range rs {
		b = AppendRune(b, r)
	}
	return string(b)
}

// Hash is CPython's string hash with hash seed 0: SipHash-1-3 with a zero key over the fixed-width characters.
func (s *Str) Hash() int64 {
	if !s.hashed {
		s.hash = hashText(s)
		s.hashed = true
	}
	return s.hash
}

func hashText(s *Str) int64 {
	if len(s.S) == 0 {
		return 0
	}
	if s.IsASCII() {
		return HashBytes(stringBytes(s.S))
	}
	rs := DecodeWTF8(s.S)
	top := rune(0)
	for _, r := range rs {
		top = max(top, r)
	}
	var b []byte
	for _, r := range rs {
		switch {
		case top < 0x100:
			b = append(b, byte(r))
		case top < 0x10000:
			b = binary.LittleEndian.AppendUint16(b, uint16(r))
		default:
			b = binary.LittleEndian.AppendUint32(b, uint32(r))
		}
	}
	return HashBytes(b)
}

// HashBytes is SipHash-1-3 with a zero key; -1 is avoided.
func HashBytes(b []byte) int64 {
	if len(b) == 0 {
		return 0
	}
	v0, v1, v2, v3 := uint64(0x736f6d6570736575), uint64(0x646f72616e646f6d), uint64(0x6c7967656e657261), uint64(0x7465646279746573)
	round := func() {
		v0 += v1
		v1 = bits.RotateLeft64(v1, 13) ^ v0
		v0 = bits.RotateLeft64(v0, 32)
		v2 += v3
		v3 = bits.RotateLeft64(v3, 16) ^ v2
		v0 += v3
		v3 = bits.RotateLeft64(v3, 21) ^ v0
		v2 += v1
		v1 = bits.RotateLeft64(v1, 17) ^ v2
		v2 = bits.RotateLeft64(v2, 32)
	}
	n := len(b)
	for len(b) >= 8 {
		m := binary.LittleEndian.Uint64(b)
		v3 ^= m
		round()
		v0 ^= m
		b = b[8:]
	}
	m := uint64(n) << 56
	for i, c := range b {
		m |= uint64(c) << (8 * i)
	}
	v3 ^= m
	round()
	v0 ^= m
	v2 ^= 0xff
	round()
	round()
	round()
	h := int64(v0 ^ v1 ^ v2 ^ v3)
	if h == -1 {
		return -2
	}
	return h
}
