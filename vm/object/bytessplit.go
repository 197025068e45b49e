package object

import "bytes"

// Splitting, joining and changing of bytes.

// byteSplits are the methods that divide.
func byteSplits() []Method {
	pieces := func(v Value, parts [][]byte) Value {
		l := NewList()
		for _, p := range parts {
			l.Items = append(l.Items, likeBytes(v, append([]byte(nil), p...)))
		}
		return l.Ref()
	}
	split := func(name string, right bool) Method {
		return Method{Name: name, Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args(name, args, kw, "self", "|", "sep", "maxsplit")
			if err != nil {
				return Null, err
			}
			limit := -1
			if !a[2].IsNull() {
				if limit, err = ToInt(th, a[2]); err != nil {
					return Null, err
				}
			}
			b := raw(a[0])
			if a[1].IsNull() || a[1].IsNone() {
				return pieces(a[0], splitByteSpace(b, limit, right)), nil
			}
			sep, err := BytesOf(a[1])
			if err != nil {
				return Null, err
			}
			if len(sep) == 0 {
				return Null, ValueErrorf("empty separator")
			}
			if !right || limit < 0 {
				n := -1
				if limit >= 0 {
					n = limit + 1
				}
				if !right {
					return pieces(a[0], bytes.SplitN(b, sep, n)), nil
				}
			}
			var parts [][]byte
			for limit != 0 {
				i := bytes.LastIndex(b, sep)
				if i < 0 {
					break
				}
				parts = append(parts, b[i+len(sep):])
				b = b[:i]
				limit--
			}
			parts = append(parts, b)
			for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
				parts[i], parts[j] = parts[j], parts[i]
			}
			return pieces(a[0], parts), nil
		}}
	}
	partition := func(name string, find func(b, sep []byte) int) Method {
		return Method{Name: name, OneArg: func(th *Thread, v, x Value) (Value, error) {
			sep, err := BytesOf(x)
			if err != nil {
				return Null, err
			}
			if len(sep) == 0 {
				return Null, ValueErrorf("empty separator")
			}
			b := raw(v)
			part := func(p []byte) Value { return likeBytes(v, append([]byte(nil), p...)) }
			if i := find(b, sep); i >= 0 {
				return NewTuple(part(b[:i]), part(sep), part(b[i+len(sep):])).Ref(), nil
			}
			if name == "partition" {
				return NewTuple(part(b), part(nil), part(nil)).Ref(), nil
			}
			return NewTuple(part(nil), part(nil), part(b)).Ref(), nil
		}}
	}
	return []Method{
		split("split", false), split("rsplit", true),
		partition("partition", bytes.Index), partition("rpartition", bytes.LastIndex),
		{Name: "splitlines", Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args("splitlines", args, kw, "self", "|", "keepends")
			if err != nil {
				return Null, err
			}
			keep := false
			if !a[1].IsNull() {
				if keep, err = IsTrue(th, a[1]); err != nil {
					return Null, err
				}
			}
			var parts [][]byte
			b := raw(a[0])
			for len(b) > 0 {
				i := bytes.IndexAny(b, "\r\n")
				if i < 0 {
					parts = append(parts, b)
					break
				}
				end := i + 1
				if b[i] == '\r' && end < len(b) && b[end] == '\n' {
					end++
				}
				if keep {
					i = end
				}
				parts = append(parts, b[:i])
				b = b[end:]
			}
			return pieces(a[0], parts), nil
		}},
		{Name: "join", OneArg: func(th *Thread, v, it Value) (Value, error) {
			if it.p.typ.Iter == nil && it.p.typ.GetItem == nil {
				return Null, TypeErrorf("can only join an iterable")
			}
			var parts [][]byte
			err := Iterate(th, it, func(th *Thread, x Value) error {
				b, err := BytesOf(x)
				if err != nil {
					return TypeErrorf("sequence item %d: expected a bytes-like object, %s found", len(parts), x.p.typ.Name)
				}
				parts = append(parts, b)
				return nil
			})
			return likeBytes(v, bytes.Join(parts, raw(v))), err
		}},
	}
}

// splitByteSpace divides at runs of white space, at most limit times; from the right on request.
func splitByteSpace(b []byte, limit int, right bool) [][]byte {
	var parts [][]byte
	if !right {
		for {
			for len(b) > 0 && isByteSpace(b[0]) {
				b = b[1:]
			}
			if len(b) == 0 {
				return parts
			}
			if limit == 0 {
				return append(parts, b)
			}
			i := 0
			for i < len(b) && !isByteSpace(b[i]) {
				i++
			}
			parts, b, limit = append(parts, b[:i]), b[i:], limit-1
		}
	}
	for {
		for len(b) > 0 && isByteSpace(b[len(b)-1]) {
			b = b[:len(b)-1]
		}
		if len(b) == 0 {
			break
		}
		if limit == 0 {
			parts = append(parts, b)
			break
		}
		i := len(b)
		for i > 0 && !isByteSpace(b[i-1]) {
			i--
		}
		parts, b, limit = append(parts, b[i:]), b[:i], limit-1
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return parts
}

// byteChanges are the methods that give other bytes.
func byteChanges() []Method {
	mapped := func(name string, f func(out []byte)) Method {
		return Method{Name: name, NoArgs: func(th *Thread, v Value) (Value, error) {
			out := append([]byte(nil), raw(v)...)
			f(out)
			return likeBytes(v, out), nil
		}}
	}
	upper := func(c byte) byte {
		if isByteLower(c) {
			c -= 32
		}
		return c
	}
	lower := func(c byte) byte {
		if isByteUpper(c) {
			c += 32
		}
		return c
	}
	each := func(f func(c byte) byte) func([]byte) {
		return func(out []byte) {
			for i, c := range out {
				out[i] = f(c)
			}
		}
	}
	remove := func(name string, cut func(b, affix []byte) []byte) Method {
		return Method{Name: name, OneArg: func(th *Thread, v, x Value) (Value, error) {
			p, err := BytesOf(x)
			if err != nil {
				return Null, err
			}
			return copied(v, cut(raw(v), p)), nil
		}}
	}
	return []Method{
		mapped("upper", each(upper)), mapped("lower", each(lower)),
		mapped("swapcase", each(func(c byte) byte {
			if isByteUpper(c) {
				return lower(c)
			}
			return upper(c)
		})),
		mapped("title", func(out []byte) {
			inWord := false
			for i, c := range out {
				if inWord {
					out[i] = lower(c)
				} else {
					out[i] = upper(c)
				}
				inWord = isByteAlpha(c)
			}
		}),
		mapped("capitalize", func(out []byte) {
			each(lower)(out)
			if len(out) > 0 {
				out[0] = upper(out[0])
			}
		}),
		remove("removeprefix", bytes.TrimPrefix), remove("removesuffix", bytes.TrimSuffix),
		{Name: "hex", Fn: bytesHex},
		{Name: "replace", Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args("replace", args, kw, "self", "old", "new", "|", "count", "/")
			if err != nil {
				return Null, err
			}
			from, err := BytesOf(a[1])
			if err != nil {
				return Null, err
			}
			to, err := BytesOf(a[2])
			if err != nil {
				return Null, err
			}
			n := -1
			if !a[3].IsNull() {
				if n, err = ToInt(th, a[3]); err != nil {
					return Null, err
				}
			}
			return likeBytes(a[0], replaceBytes(raw(a[0]), from, to, n)), nil
		}},
		{Name: "expandtabs", Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args("expandtabs", args, kw, "self", "|", "tabsize")
			if err != nil {
				return Null, err
			}
			size := 8
			if !a[1].IsNull() {
				if size, err = ToInt(th, a[1]); err != nil {
					return Null, err
				}
			}
			var out []byte
			column := 0
			for _, c := range raw(a[0]) {
				switch {
				case c == '\t':
					if size > 0 {
						n := size - column%size
						if err := checkLength(th, len(out)+n, 1); err != nil {
							return Null, err
						}
						out = append(out, bytes.Repeat([]byte{' '}, n)...)
						column += n
					}
					continue
				case c == '\n' || c == '\r':
					column = -1
				}
				column++
				out = append(out, c)
			}
			return likeBytes(a[0], out), nil
		}},
		{Name: "translate", Fn: translateBytes},
		{Name: "decode", Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args("decode", args, kw, "self", "|", "encoding", "errors")
			if err != nil {
				return Null, err
			}
			enc, errs := "utf-8", "strict"
			for i, to := range []*string{&enc, &errs} {
				if x := a[i+1]; !x.IsNull() {
					var ok bool
					if *to, ok = Text(x); !ok {
						return Null, TypeErrorf("decode() argument '%s' must be str, not %s", [...]string{"encoding", "errors"}[i], x.p.typ.Name)
					}
				}
			}
			s, err := Decode(th, raw(a[0]), enc, errs)
			return NewStr(s), err
		}},
	}
}

// replaceBytes replaces up to n occurrences; an empty pattern lies between all bytes.
func replaceBytes(b, from, to []byte, n int) []byte {
	if len(from) > 0 {
		return bytes.Replace(b, from, to, n)
	}
	var out []byte
	for i := 0; i <= len(b); i++ {
		if n != 0 {
			out = append(out, to...)
			n--
		}
		if i < len(b) {
			out = append(out, b[i])
		}
	}
	return out
}

func translateBytes(th *Thread, args, kw []Value) (Value, error) {
	a, err := Args("translate", args, kw, "self", "table", "/", "|", "delete")
	if err != nil {
		return Null, err
	}
	var table, gone []byte
	if !a[1].IsNone() {
		if table, err = BytesOf(a[1]); err != nil {
			return Null, err
		}
		if len(table) != 256 {
			return Null, ValueErrorf("translation table must be 256 characters long")
		}
	}
	if !a[2].IsNull() {
		if gone, err = BytesOf(a[2]); err != nil {
			return Null, err
		}
	}
	out := []byte{}
	for _, c := range raw(a[0]) {
		if bytes.IndexByte(gone, c) >= 0 {
			continue
		}
		if table != nil {
			c = table[c]
		}
		out = append(out, c)
	}
	return likeBytes(a[0], out), nil
}

// makeByteTable is bytes.maketrans.
func makeByteTable(th *Thread, args, kw []Value) (Value, error) {
	a, err := Args("maketrans", args, kw, "frm", "to", "/")
	if err != nil {
		return Null, err
	}
	from, err := BytesOf(a[0])
	if err != nil {
		return Null, err
	}
	to, err := BytesOf(a[1])
	if err != nil {
		return Null, err
	}
	if len(from) != len(to) {
		return Null, ValueErrorf("maketrans arguments must have same length")
	}
	table := make([]byte, 256)
	for i := range table {
		table[i] = byte(i)
	}
	for i, c := range from {
		table[c] = to[i]
	}
	return NewBytes(table), nil
}
