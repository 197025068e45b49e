package stdlib

import (
	"math"
	"math/big"

	"github.com/magneto-go/magneto/vm/object"
)

func intArgs(th *object.Thread, name string, args, kw []Value) ([]*big.Int, error) {
	if err := object.NoKw("math."+name, kw); err != nil {
		return nil, err
	}
	out := make([]*big.Int, len(args))
	for i, a := range args {
		n, err := object.Index(th, a)
		if err != nil {
			return nil, err
		}
		out[i] = object.BigOf(n)
	}
	return out, nil
}

func factorial(th *object.Thread, _, v Value) (Value, error) {
	if v.IsFloat() {
		return object.Null, object.TypeErrorf("'float' object cannot be interpreted as an integer")
	}
	index, err := object.Index(th, v)
	if err != nil {
		return object.Null, err
	}
	n := object.BigOf(index)
	if n.Sign() < 0 {
		return object.Null, object.ValueErrorf("factorial() not defined for negative values")
	}
	if !n.IsInt64() {
		return object.Null, object.OverflowErrorf("factorial() argument should not exceed %d", math.MaxInt64)
	}
	if err := object.CheckLength(th, int(min(n.Int64(), math.MaxInt64/64))*n.BitLen()/8); err != nil {
		return object.Null, err
	}
	return object.BigInt(new(big.Int).MulRange(1, n.Int64())), nil
}

func gcd(th *object.Thread, args, kw []Value) (Value, error) {
	ns, err := intArgs(th, "gcd", args, kw)
	if err != nil {
		return object.Null, err
	}
	g := new(big.Int)
	for _, n := range ns {
		g.GCD(nil, nil, g, new(big.Int).Abs(n))
	}
	return object.BigInt(g), nil
}

func lcm(th *object.Thread, args, kw []Value) (Value, error) {
	ns, err := intArgs(th, "lcm", args, kw)
	if err != nil {
		return object.Null, err
	}
	r := big.NewInt(1)
	for _, n := range ns {
		a := new(big.Int).Abs(n)
		if a.Sign() == 0 {
			return object.Int(0), nil
		}
		g := new(big.Int).GCD(nil, nil, r, a)
		r = new(big.Int).Mul(r, new(big.Int).Quo(a, g))
	}
	return object.BigInt(r), nil
}

// choose is comb or, without the division by the orders, perm.
func choose(name string, divide bool) object.Method {
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		if len(args) == 0 && !divide {
			return object.Null, object.TypeErrorf("%s expected at least 1 argument, got 0", name)
		}
		if len(args) != 2 && (divide || len(args) > 2) {
			return object.Null, object.TypeErrorf("%s expected 2 arguments, got %d", name, len(args))
		}
		if !divide && (len(args) == 1 || args[1].IsNone()) {
			return factorial(th, object.Null, args[0])
		}
		ns, err := intArgs(th, name, args, kw)
		if err != nil {
			return object.Null, err
		}
		n, k := ns[0], ns[1]
		if n.Sign() < 0 {
			return object.Null, object.ValueErrorf("n must be a non-negative integer")
		}
		if k.Sign() < 0 {
			return object.Null, object.ValueErrorf("k must be a non-negative integer")
		}
		if k.Cmp(n) > 0 {
			return object.Int(0), nil
		}
		what := "k"
		if rest := new(big.Int).Sub(n, k); divide {
			what = "min(n - k, k)"
			if rest.Cmp(k) < 0 {
				k = rest
			}
		}
		if !k.IsInt64() {
			return object.Null, object.OverflowErrorf("%s must not exceed %d", what, math.MaxInt64)
		}
		r := fallingFactorial(n, k.Int64())
		if divide {
			r.Quo(r, new(big.Int).MulRange(1, k.Int64()))
		}
		return object.BigInt(r), nil
	}}
}

// fallingFactorial is n * (n-1) * ... of k factors, multiplied in halves of like size.
func fallingFactorial(n *big.Int, k int64) *big.Int {
	if n.IsInt64() {
		return new(big.Int).MulRange(n.Int64()-k+1, n.Int64())
	}
	switch k {
	case 0:
		return big.NewInt(1)
	case 1:
		return new(big.Int).Set(n)
	}
	half := k / 2
	high := fallingFactorial(n, half)
	return high.Mul(high, fallingFactorial(new(big.Int).Sub(n, big.NewInt(half)), k-half))
}
