package ops

import (
	"github.com/magneto-go/magneto/symbolic"
)

// multiDot multiplies a chain of matrices in the order that costs least. The first and the last may be vectors: a row and a column.
func multiDot(ctx *Context, list []Value) Value {
	n := len(list)
	check(n >= 2, "multi_dot(): expected at least 2 tensors but got %d", n)
	chain := append([]Value(nil), list...)
	var out []symbolic.Int
	switch dimOf(chain[0]) {
	case 1:
		chain[0] = ctx.unsqueeze(chain[0], 0)
	case 2:
		out = append(out, sizeOf(chain[0], 0))
	default:
		throwRuntime("multi_dot(): the first tensor must be 1D or 2D but got %dD", dimOf(chain[0]))
	}
	switch last := chain[n-1]; dimOf(last) {
	case 1:
		chain[n-1] = ctx.unsqueeze(last, -1)
	case 2:
		out = append(out, sizeOf(last, 1))
	default:
		throwRuntime("multi_dot(): the last tensor must be 1D or 2D but got %dD", dimOf(last))
	}
	for i := 1; i < n-1; i++ {
		check(dimOf(chain[i]) == 2, "multi_dot(): tensor %d must be 2D but got %dD", i, dimOf(chain[i]))
	}
	for i, t := range list[1:] {
		check(dtypeOf(t) == dtypeOf(list[0]), "multi_dot(): all tensors must have be the same dtype but tensor 0 is %s and tensor %d %s", dtypeOf(list[0]).CName(), i+1, dtypeOf(t).CName())
		check(expectSame(ctx, sizeOf(chain[i], 1), sizeOf(chain[i+1], 0)), "multi_dot(): tensors %d and %d with shapes %s and %s cannot be multiplied", i, i+1, sizesText(sizesOf(list[i])), sizesText(sizesOf(list[i+1])))
	}
	return ctx.view(multiplyChain(ctx, chain, chainOrder(ctx, chain), 0, n-1), out)
}

// chainOrder gives for each stretch [first][last] of a chain of matrices behind which one its last product splits it, by dynamic programming over
// the lengths of stretches (Cormen et al., Introduction to Algorithms, 15.2).
func chainOrder(ctx *Context, chain []Value) [][]int {
	n := len(chain)
	size := make([]float64, n+1)
	for i, t := range chain {
		size[i] = ctx.factor(t, sizeOf(t, 0))
	}
	size[n] = ctx.factor(chain[n-1], sizeOf(chain[n-1], 1))
	split, cost := make([][]int, n), make([][]float64, n)
	for i := range n {
		split[i], cost[i] = make([]int, n), make([]float64, n)
	}
	for length := 1; length < n; length++ {
		for i := 0; i+length < n; i++ {
			j := i + length
			for k := i; k < j; k++ {
				c := cost[i][k] + cost[k+1][j] + size[i]*size[k+1]*size[j+1]
				// The left of three matrices is multiplied first where both orders cost the same.
				if k == i || c < cost[i][j] || n == 3 && length == 2 && c == cost[i][j] {
					cost[i][j], split[i][j] = c, k
				}
			}
		}
	}
	return split
}

func multiplyChain(ctx *Context, chain []Value, split [][]int, first, last int) Value {
	if first == last {
		return chain[first]
	}
	k := split[first][last]
	right := multiplyChain(ctx, chain, split, k+1, last)
	return ctx.call1("mm", multiplyChain(ctx, chain, split, first, k), right)
}
