package stdlib

import (
	"github.com/magneto-go/magneto/vm/object"
)

// What itertools has of combinatorics: products, permutations and combinations.

func productIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	n := len(args) - len(kw)
	rep := 1
	for i, k := range kw {
		if s, _ := object.Text(k); s != "repeat" {
			return nil, object.TypeErrorf("product() got an unexpected keyword argument '%s'", s)
		}
		var err error
		if rep, err = object.ToInt(th, args[n+i]); err != nil {
			return nil, err
		}
	}
	var pools [][]Value
	for _, x := range args[:n] {
		p, err := object.ToSlice(th, x)
		if err != nil {
			return nil, err
		}
		pools = append(pools, p)
	}
	one := pools
	pools = nil
	for range rep {
		pools = append(pools, one...)
	}
	for _, p := range pools {
		if len(p) == 0 {
			return empty, nil
		}
	}
	ix := make([]int, len(pools))
	first, done := true, false
	return func(th *object.Thread) (Value, error) {
		if done {
			return object.Null, nil
		}
		if !first {
			i := len(ix) - 1
			for ; i >= 0; i-- {
				if ix[i]++; ix[i] < len(pools[i]) {
					break
				}
				ix[i] = 0
			}
			if i < 0 {
				done = true
				return object.Null, nil
			}
		}
		first = false
		out := make([]Value, len(ix))
		for i, j := range ix {
			out[i] = pools[i][j]
		}
		return object.NewTuple(out...).Ref(), nil
	}, nil
}

func combinationsIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	pool, r, err := poolAndR(th, "combinations", args, kw)
	if err != nil || r > len(pool) {
		return empty, err
	}
	n := len(pool)
	ix := make([]int, r)
	for i := range ix {
		ix[i] = i
	}
	return picks(pool, ix, func() bool {
		i := r - 1
		for i >= 0 && ix[i] == i+n-r {
			i--
		}
		if i < 0 {
			return false
		}
		ix[i]++
		for j := i + 1; j < r; j++ {
			ix[j] = ix[j-1] + 1
		}
		return true
	}), nil
}

func combinationsWithReplacementIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	pool, r, err := poolAndR(th, "combinations_with_replacement", args, kw)
	if err != nil || len(pool) == 0 && r > 0 {
		return empty, err
	}
	ix := make([]int, r)
	return picks(pool, ix, func() bool {
		i := r - 1
		for i >= 0 && ix[i] == len(pool)-1 {
			i--
		}
		if i < 0 {
			return false
		}
		k := ix[i] + 1
		for ; i < r; i++ {
			ix[i] = k
		}
		return true
	}), nil
}

func permutationsIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	pool, r, err := poolAndR(th, "permutations", args, kw)
	n := len(pool)
	if err != nil || r > n {
		return empty, err
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	cycles := make([]int, r)
	for i := range cycles {
		cycles[i] = n - i
	}
	return picks(pool, all[:r], func() bool {
		for i := r - 1; i >= 0; i-- {
			if cycles[i]--; cycles[i] == 0 {
				x := all[i]
				copy(all[i:], all[i+1:])
				all[n-1] = x
				cycles[i] = n - i
				continue
			}
			j := n - cycles[i]
			all[i], all[j] = all[j], all[i]
			return true
		}
		return false
	}), nil
}
