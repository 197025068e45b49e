package stdlib

import (
	"encoding/base64"
	"encoding/hex"
	"hash/crc32"
	"html"
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var binasciiError *object.Type

// asciiBytes is what binascii decodes: bytes, or text in ASCII.
func asciiBytes(v Value) ([]byte, error) {
	if s, ok := object.Text(v); ok {
		for i := range len(s) {
			if s[i] >= 0x80 {
				return nil, object.ValueErrorf("string argument should contain only ASCII characters")
			}
		}
		return []byte(s), nil
	}
	b, err := object.BytesOf(v)
	if err != nil {
		return nil, object.TypeErrorf("argument should be bytes, buffer or ASCII string, not '%s'", v.Type().Name)
	}
	return b, nil
}

// decodeBase64 skips what is not of the alphabet, unless strict.
func decodeBase64(in []byte, strict bool) ([]byte, error) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	fail := func(msg string, args ...any) ([]byte, error) { return nil, object.Raisef(binasciiError, msg, args...) }
	if strict && len(in) > 0 && in[0] == '=' {
		return fail("Leading padding not allowed")
	}
	var out []byte
	var acc uint32
	quad, pads, padded := 0, 0, false
	for i, c := range in {
		if c == '=' {
			padded = true
			if quad >= 2 {
				if pads++; quad+pads >= 4 {
					if strict && i+1 < len(in) {
						return fail("Excess data after padding")
					}
					return out, nil
				}
			} else if strict && quad == 0 {
				return fail("Excess data after padding")
			}
			continue
		}
		v := strings.IndexByte(alphabet, c)
		if v < 0 {
			if strict {
				return fail("Only base64 data is allowed")
			}
			continue
		}
		if strict && padded {
			return fail("Discontinuous padding not allowed")
		}
		pads = 0
		switch quad {
		case 1:
			out = append(out, byte(acc<<2|uint32(v)>>4))
		case 2:
			out = append(out, byte(acc<<4|uint32(v)>>2))
		case 3:
			out = append(out, byte(acc<<6|uint32(v)))
		}
		acc, quad = uint32(v), (quad+1)%4
	}
	switch quad {
	case 0:
		return out, nil
	case 1:
		return fail("Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4", len(out)/3*4+1)
	}
	return fail("Incorrect padding")
}

func init() {
	interp.RegisterNative("binascii", func(th *object.Thread) *object.Module {
		m := object.NewModule("binascii")
		if binasciiError == nil {
			binasciiError = object.NewType("Error", "binascii", object.ValueError, object.Spec{})
		}
		m.SetType(binasciiError)
		m.SetType(object.NewType("Incomplete", "binascii", object.ExceptionType, object.Spec{}))
		unhex := func(th *object.Thread, _, v Value) (Value, error) {
			in, err := asciiBytes(v)
			if err != nil {
				return object.Null, err
			}
			if len(in)%2 != 0 {
				return object.Null, object.Raisef(binasciiError, "Odd-length string")
			}
			out := make([]byte, len(in)/2)
			if _, err := hex.Decode(out, in); err != nil {
				return object.Null, object.Raisef(binasciiError, "Non-hexadecimal digit found")
			}
			return object.NewBytes(out), nil
		}
		tohex := func(name string) object.Method {
			return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args(name, args, kw, "data", "|", "sep", "bytes_per_sep")
				if err != nil {
					return object.Null, err
				}
				b, err := object.BytesOf(args[0])
				if err != nil {
					return object.Null, err
				}
				method, err := object.GetAttr(th, object.NewBytes(b), "hex")
				if err != nil {
					return object.Null, err
				}
				var rest []Value
				for _, a := range args[1:] {
					if !a.IsNull() {
						rest = append(rest, a)
					}
				}
				r, err := object.Call(th, method, rest...)
				if err != nil {
					return object.Null, err
				}
				s, _ := object.Text(r)
				return object.NewBytes([]byte(s)), nil
			}}
		}
		object.AddFuncs(m, []object.Method{
			tohex("hexlify"), tohex("b2a_hex"),
			{Name: "unhexlify", OneArg: unhex}, {Name: "a2b_hex", OneArg: unhex},
			{Name: "b2a_base64", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args("b2a_base64", args, kw, "data", "/", "*", "|", "newline")
				if err != nil {
					return object.Null, err
				}
				b, err := object.BytesOf(args[0])
				if err != nil {
					return object.Null, err
				}
				out := base64.StdEncoding.AppendEncode(nil, b)
				newline := true
				if !args[1].IsNull() {
					if newline, err = object.IsTrue(th, args[1]); err != nil {
						return object.Null, err
					}
				}
				if newline {
					out = append(out, '\n')
				}
				return object.NewBytes(out), nil
			}},
			{Name: "a2b_base64", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				args, err := object.Args("a2b_base64", args, kw, "data", "/", "*", "|", "strict_mode")
				if err != nil {
					return object.Null, err
				}
				b, err := asciiBytes(args[0])
				if err != nil {
					return object.Null, err
				}
				strict := false
				if !args[1].IsNull() {
					if strict, err = object.IsTrue(th, args[1]); err != nil {
						return object.Null, err
					}
				}
				out, err := decodeBase64(b, strict)
				return object.NewBytes(out), err
			}},
			{Name: "crc32", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				return checksum(th, "crc32", args, kw, 0, func(start uint32, b []byte) uint32 { return crc32.Update(start, crc32.IEEETable, b) })
			}},
			{Name: "crc_hqx", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				return checksum(th, "crc_hqx", args, kw, 0, func(crc uint32, b []byte) uint32 {
					crc &= 0xffff
					for _, c := range b {
						crc ^= uint32(c) << 8
						for range 8 {
							if crc <<= 1; crc&0x10000 != 0 {
								crc ^= 0x11021
							}
						}
					}
					return crc
				})
			}},
		})
		return m
	})
	interp.RegisterNative("_html", func(th *object.Thread) *object.Module {
		m := object.NewModule("_html")
		object.AddFuncs(m, []object.Method{{Name: "unescape_name", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
			s, _ := object.Text(v)
			return object.NewStr(html.UnescapeString(s)), nil
		}}})
		return m
	})
}

// checksum is a function of data and of the sum of the data before.
func checksum(th *object.Thread, name string, args, kw []Value, start uint32, update func(uint32, []byte) uint32) (Value, error) {
	args, err := object.Args(name, args, kw, "data", "|", "value", "/")
	if err != nil {
		return object.Null, err
	}
	b, err := object.BytesOf(args[0])
	if err != nil {
		return object.Null, err
	}
	if !args[1].IsNull() {
		n, err := object.Index(th, args[1])
		if err != nil {
			return object.Null, err
		}
		start = lowBits(n)
	}
	return object.Int(int64(update(start, b))), nil
}

// lowBits are the last 32 bits of an int, negative ones in two's complement.
func lowBits(n Value) uint32 {
	b := object.BigOf(n)
	var low uint32
	for i := range 32 {
		low |= uint32(b.Bit(i)) << i // of a negative number, that of its two's complement
	}
	return low
}
