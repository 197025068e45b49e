package compile

import (
	"math"
	"math/big"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// Limits on folded values, so that a small program cannot compile to a large one.
const (
	maxFoldBits = 128  // of an integer that is not a literal
	maxFoldLen  = 4096 // of a string
)

// fold returns the value of an expression that is constant.
func (c *compiler) fold(e ast.Expr) (any, bool) {
	switch e := e.(type) {
	case *syntax.Constant:
		return constValue(e.Value), true
	case *ast.Name:
		if e.Id == "__debug__" {
			return !c.opts.Optimize, true
		}
	case *ast.UnaryOp:
		v, ok := c.fold(e.Operand)
		if !ok {
			return nil, false
		}
		return foldUnary(e.Op, v)
	case *ast.BinOp:
		if !foldableLeaf(e.Left) {
			return nil, false
		}
		l, ok := c.fold(e.Left)
		if !ok {
			return nil, false
		}
		r, ok := c.fold(e.Right)
		if !ok {
			return nil, false
		}
		return foldBinary(e.Op, l, r)
	case *ast.Tuple:
		if v, ok := c.foldItems(e.Elts); ok {
			return bytecode.Tuple(v), true
		}
	case *ast.Subscript:
		return c.foldSubscript(e)
	}
	return nil, false
}

// foldableLeaf reports quickly that an expression may be constant, so that long
// chains of operators are not walked again at every level.
func foldableLeaf(e ast.Expr) bool {
	for {
		switch x := e.(type) {
		case *ast.BinOp:
			e = x.Left
		case *ast.UnaryOp:
			e = x.Operand
		case *syntax.Constant, *ast.Tuple, *ast.Subscript:
			return true
		default:
			return false
		}
	}
}

// foldItems returns the values of expressions that are all constant.
func (c *compiler) foldItems(elts []ast.Expr) ([]any, bool) {
	values := make([]any, len(elts))
	for i, e := range elts {
		v, ok := c.fold(e)
		if !ok {
			return nil, false
		}
		values[i] = v
	}
	return values, true
}

func (c *compiler) foldSlice(s *ast.Slice) (bytecode.Slice, bool) {
	var parts [3]any
	for i, e := range []ast.Expr{s.Lower, s.Upper, s.Step} {
		if e == nil {
			continue
		}
		k, ok := e.(*syntax.Constant)
		if !ok {
			return bytecode.Slice{}, false // also -1, as in CPython
		}
		parts[i] = constValue(k.Value)
	}
	return bytecode.Slice{Start: parts[0], Stop: parts[1], Step: parts[2]}, true
}

func (c *compiler) foldSlicer(s ast.Slicer) (any, bool) {
	switch s := s.(type) {
	case *ast.Index:
		return c.fold(s.Value)
	case *ast.Slice:
		return c.foldSlice(s)
	case *ast.ExtSlice:
		items := make(bytecode.Tuple, len(s.Dims))
		for i, d := range s.Dims {
			v, ok := c.foldSlicer(d)
			if !ok {
				return nil, false
			}
			items[i] = v
		}
		return items, true
	}
	return nil, false
}

// foldSubscript folds an index into a constant tuple or ASCII string.
func (c *compiler) foldSubscript(e *ast.Subscript) (any, bool) {
	switch e.Value.(type) {
	case *syntax.Constant, *ast.Tuple:
	default:
		return nil, false
	}
	ix, ok := e.Slice.(*ast.Index)
	if !ok {
		return nil, false
	}
	k, ok := c.fold(ix.Value)
	if !ok {
		return nil, false
	}
	i, ok := k.(int64)
	if !ok {
		return nil, false
	}
	v, ok := c.fold(e.Value)
	if !ok {
		return nil, false
	}
	at := func(n int) (int, bool) {
		if i < 0 {
			i += int64(n)
		}
		return int(i), i >= 0 && i < int64(n)
	}
	switch v := v.(type) {
	case bytecode.Tuple:
		if j, ok := at(len(v)); ok {
			return v[j], true
		}
	case string:
		for k := 0; k < len(v); k++ {
			if v[k] >= 0x80 {
				return nil, false
			}
		}
		if j, ok := at(len(v)); ok {
			return v[j : j+1], true
		}
	}
	return nil, false
}

// frozenSet removes duplicates from the items of a set display.
func frozenSet(items []any) bytecode.FrozenSet {
	var set bytecode.FrozenSet
next:
	for _, v := range items {
		for _, w := range set {
			if bytecode.SameConst(v, w) {
				continue next
			}
		}
		set = append(set, v)
	}
	return set
}

// truth is the truth value of a constant.
func truth(v any) bool {
	switch x := v.(type) {
	case nil:
		return false
	case bool:
		return x
	case int64:
		return x != 0
	case float64:
		return x != 0
	case complex128:
		return x != 0
	case string:
		return x != ""
	case bytecode.Bytes:
		return x != ""
	case bytecode.Tuple:
		return len(x) > 0
	}
	return true
}

func foldUnary(op ast.UnaryOpNumber, v any) (any, bool) {
	if op == ast.Not {
		return !truth(v), true
	}
	switch x := v.(type) {
	case bool:
		n := int64(0)
		if x {
			n = 1
		}
		if op == ast.Invert {
			return nil, false // deprecated: warns at run time
		}
		return foldUnary(op, n)
	case int64, *big.Int:
		n := toBig(x)
		switch op {
		case ast.USub:
			return fromBig(new(big.Int).Neg(n)), true
		case ast.Invert:
			return fromBig(new(big.Int).Not(n)), true
		case ast.UAdd:
			return x, true
		}
	case float64:
		switch op {
		case ast.USub:
			return -x, true
		case ast.UAdd:
			return x, true
		}
	case complex128:
		switch op {
		case ast.USub:
			return complex(-real(x), -imag(x)), true
		case ast.UAdd:
			return x, true
		}
	}
	return nil, false
}

func toBig(v any) *big.Int {
	switch x := v.(type) {
	case int64:
		return big.NewInt(x)
	case *big.Int:
		return x
	case bool:
		if x {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	return nil
}

func fromBig(n *big.Int) any {
	if n.IsInt64() {
		return n.Int64()
	}
	return n
}

func toFloat(v any) (float64, bool) {
	switch x := v.(type) {
	case float64:
		return x, true
	case int64:
		return float64(x), true
	case bool:
		if x {
			return 1, true
		}
		return 0, true
	case *big.Int:
		f, _ := new(big.Float).SetInt(x).Float64()
		return f, !math.IsInf(f, 0)
	}
	return 0, false
}

func foldBinary(op ast.OperatorNumber, l, r any) (any, bool) {
	if a, ok := l.(bool); ok {
		if b, ok := r.(bool); ok {
			switch op {
			case ast.BitAnd:
				return a && b, true
			case ast.BitOr:
				return a || b, true
			case ast.BitXor:
				return a != b, true
			}
		}
	}
	if a, b := toBig(l), toBig(r); a != nil && b != nil {
		return foldInts(op, a, b)
	}
	if a, ok := l.(string); ok {
		if b, ok := r.(string); ok && op == ast.Add && len(a)+len(b) <= maxFoldLen {
			return a + b, true
		}
		if n, ok := r.(int64); ok && op == ast.Mult {
			if s, ok := repeat(a, n); ok {
				return s, true
			}
		}
		return nil, false
	}
	if a, ok := l.(bytecode.Bytes); ok {
		if b, ok := r.(bytecode.Bytes); ok && op == ast.Add && len(a)+len(b) <= maxFoldLen {
			return a + b, true
		}
		if n, ok := r.(int64); ok && op == ast.Mult {
			if s, ok := repeat(string(a), n); ok {
				return bytecode.Bytes(s), true
			}
		}
		return nil, false
	}
	if n, ok := l.(int64); ok && op == ast.Mult {
		if s, ok := r.(string); ok {
			if s, ok := repeat(s, n); ok {
				return s, true
			}
			return nil, false
		}
	}
	if a, ok := l.(bytecode.Tuple); ok {
		switch b := r.(type) {
		case bytecode.Tuple:
			if op == ast.Add && len(a)+len(b) <= 256 {
				return append(append(bytecode.Tuple{}, a...), b...), true
			}
		case int64:
			if op == ast.Mult && b >= 0 && int64(len(a))*b <= 256 {
				var t bytecode.Tuple
				for range b {
					t = append(t, a...)
				}
				if t == nil {
					t = bytecode.Tuple{}
				}
				return t, true
			}
		}
		return nil, false
	}
	_, lc := l.(complex128)
	_, rc := r.(complex128)
	if lc || rc {
		return foldComplex(op, l, r)
	}
	a, ok := toFloat(l)
	if !ok {
		return nil, false
	}
	b, ok := toFloat(r)
	if !ok {
		return nil, false
	}
	return foldFloats(op, a, b)
}

func repeat(s string, n int64) (string, bool) {
	if n < 0 || n > maxFoldLen || int64(len(s))*n > maxFoldLen {
		return "", false
	}
	return strings.Repeat(s, int(n)), true
}

func foldInts(op ast.OperatorNumber, a, b *big.Int) (any, bool) {
	z := new(big.Int)
	switch op {
	case ast.Add:
		return fromBig(z.Add(a, b)), true
	case ast.Sub:
		return fromBig(z.Sub(a, b)), true
	case ast.Mult:
		if a.BitLen()+b.BitLen() > maxFoldBits {
			return nil, false
		}
		return fromBig(z.Mul(a, b)), true
	case ast.FloorDiv, ast.Modulo:
		if b.Sign() == 0 {
			return nil, false
		}
		q, m := new(big.Int).QuoRem(a, b, new(big.Int))
		if m.Sign() != 0 && m.Sign() != b.Sign() {
			q.Sub(q, big.NewInt(1))
			m.Add(m, b)
		}
		if op == ast.FloorDiv {
			return fromBig(q), true
		}
		return fromBig(m), true
	case ast.Div:
		if b.Sign() == 0 {
			return nil, false
		}
		f, _ := new(big.Rat).SetFrac(a, b).Float64() // correctly rounded
		if f == 0 && (a.Sign() < 0) != (b.Sign() < 0) {
			f = math.Copysign(0, -1)
		}
		return f, !math.IsInf(f, 0)
	case ast.Pow:
		if b.Sign() < 0 {
			x, ok1 := toFloat(a)
			y, ok2 := toFloat(b)
			if !ok1 || !ok2 || x == 0 {
				return nil, false
			}
			return math.Pow(x, y), true
		}
		if !b.IsInt64() || int64(a.BitLen())*b.Int64() > maxFoldBits || b.Int64() > maxFoldBits {
			return nil, false
		}
		return fromBig(z.Exp(a, b, nil)), true
	case ast.LShift:
		if b.Sign() < 0 || !b.IsInt64() || b.Int64()+int64(a.BitLen()) > maxFoldBits {
			return nil, false
		}
		return fromBig(z.Lsh(a, uint(b.Int64()))), true
	case ast.RShift:
		if b.Sign() < 0 || !b.IsInt64() {
			return nil, false
		}
		return fromBig(z.Rsh(a, uint(min(b.Int64(), 1<<20)))), true
	case ast.BitAnd:
		return fromBig(z.And(a, b)), true
	case ast.BitOr:
		return fromBig(z.Or(a, b)), true
	case ast.BitXor:
		return fromBig(z.Xor(a, b)), true
	}
	return nil, false
}

func foldFloats(op ast.OperatorNumber, a, b float64) (any, bool) {
	switch op {
	case ast.Add:
		return a + b, true
	case ast.Sub:
		return a - b, true
	case ast.Mult:
		return a * b, true
	case ast.Div:
		if b == 0 {
			return nil, false
		}
		return a / b, true
	case ast.FloorDiv, ast.Modulo:
		if b == 0 {
			return nil, false
		}
		m := math.Mod(a, b)
		q := (a - m) / b
		if m != 0 {
			if (b < 0) != (m < 0) {
				m += b
				q--
			}
		} else {
			m = math.Copysign(0, b)
		}
		if op == ast.Modulo {
			return m, true
		}
		if q == 0 {
			return math.Copysign(0, a/b), true
		}
		f := math.Floor(q)
		if q-f > 0.5 {
			f++
		}
		return f, true
	case ast.Pow:
		if a == 0 && b < 0 || a < 0 && b != math.Floor(b) {
			return nil, false
		}
		f := math.Pow(a, b)
		if math.IsInf(f, 0) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
			return nil, false // raises OverflowError
		}
		return f, true
	}
	return nil, false
}

func foldComplex(op ast.OperatorNumber, l, r any) (any, bool) {
	conv := func(v any) (complex128, bool) {
		if z, ok := v.(complex128); ok {
			return z, true
		}
		f, ok := toFloat(v)
		return complex(f, 0), ok
	}
	a, ok := conv(l)
	if !ok {
		return nil, false
	}
	b, ok := conv(r)
	if !ok {
		return nil, false
	}
	switch op {
	case ast.Add:
		// Adding a real number leaves the imaginary part as it is, sign included.
		if _, z := r.(complex128); !z {
			return complex(real(a)+real(b), imag(a)), true
		}
		if _, z := l.(complex128); !z {
			return complex(real(a)+real(b), imag(b)), true
		}
		return a + b, true
	case ast.Sub:
		if _, z := r.(complex128); !z {
			return complex(real(a)-real(b), imag(a)), true
		}
		if _, z := l.(complex128); !z {
			return complex(real(a)-real(b), -imag(b)), true
		}
		return a - b, true
	}
	return nil, false
}
