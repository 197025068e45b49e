package object

// Plain is the string, byte string or number that an instance of a class derived from one of these types is, as an exact one; other values are returned
// as they are.
func Plain(v Value) Value {
	if v.IsNull() || !v.p.typ.heap {
		return v
	}
	switch v.p.typ.layout {
	case LayoutInt:
		return BigInt(BigOf(v))
	case LayoutFloat:
		f, _ := v.AsFloat()
		return Float(f)
	case LayoutComplex:
		c, _ := AsComplex(v)
		return NewComplex(c.V)
	case LayoutStr:
		s, _ := AsStr(v)
		return NewStr(s.S)
	case LayoutBytes:
		b, _ := AsBytes(v)
		return NewBytes(b.B)
	}
	return v
}
