package ops

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
)

// einsum evaluates an equation by aligning all operands to one list of labels, multiplying pairs with bmm.
func einsum(ctx *Context, equation string, operands []Value) Value {
	check(len(operands) > 0, "einsum(): must provide at least one operand")
	eq := strings.ReplaceAll(equation, " ", "")
	left, right, explicit := strings.Cut(eq, "->")
	terms := strings.Split(left, ",")
	check(len(terms) >= len(operands), "einsum(): more operands were provided than specified in the equation")
	check(len(terms) <= len(operands), "einsum(): fewer operands were provided than specified in the equation")
	type label = rune
	ellipsis := 0
	parsed := make([][]label, len(terms))
	for i, term := range terms {
		n := dimOf(operands[i])
		dotsOfEquation(term, fmt.Sprintf("operand %d", i), "")
		letters := strings.Replace(term, "...", "", 1)
		for _, c := range letters {
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
				throwRuntime("einsum(): invalid subscript given at index %d in the equation string, subscripts must be in [a-zA-Z]", strings.IndexRune(equation, c))
			}
		}
		hasDots := len(letters) != len(term)
		extra := n - len(letters)
		if hasDots {
			check(extra >= 0, "einsum(): the number of subscripts in the equation (%d) is more than the number of dimensions (%d) for operand %d", len(letters), n, i)
		} else {
			relation := "does not match"
			if extra != 0 {
				throwRuntime("einsum(): the number of subscripts in the equation (%d) %s the number of dimensions (%d) for operand %d and no ellipsis was given", len(letters), relation, n, i)
			}
		}
		ellipsis = max(ellipsis, extra)
		at := strings.Index(term, "...")
		var labels []label
		for j, c := range letters {
			if hasDots && j == at {
				labels = appendDots(labels, extra)
			}
			labels = append(labels, c)
		}
		if hasDots && at >= len(letters) {
			labels = appendDots(labels, extra)
		}
		parsed[i] = labels
	}
	// Dots labels are numbered from the right; renumber so that all operands align.
	counts := map[label]int{}
	for _, labels := range parsed {
		for _, l := range labels {
			counts[l]++
		}
	}
	var output []label
	if explicit {
		dotsOfEquation(right, "output", " (...)")
		letters := strings.Replace(right, "...", "", 1)
		at := strings.Index(right, "...")
		seen := map[label]bool{}
		for j, c := range letters {
			if at == j && len(letters) != len(right) {
				output = appendDots(output, ellipsis)
			}
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
				throwRuntime("einsum(): invalid subscript given at index %d in the equation string, subscripts must be in [a-zA-Z]", strings.IndexRune(equation, c))
			}
			check(!seen[c], "einsum(): output subscript %c appears more than once in the output", c)
			check(counts[c] > 0, "einsum(): output subscript %c does not appear in the equation for any input operand", c)
			seen[c] = true
			output = append(output, c)
		}
		if at >= len(letters) && len(letters) != len(right) {
			output = appendDots(output, ellipsis)
		}
	} else {
		output = appendDots(output, ellipsis)
		for c := 'A'; c <= 'z'; c++ {
			if counts[c] == 1 {
				output = append(output, c)
			}
		}
	}
	// The order of all labels: output first, then the summed ones.
	order := append([]label(nil), output...)
	inOutput := map[label]bool{}
	for _, l := range output {
		inOutput[l] = true
	}
	for l := dotLabel(ellipsis - 1); ellipsis > 0 && l >= dotLabel(0); l-- {
		if !inOutput[l] && counts[l] > 0 {
			order = append(order, l)
		}
	}
	for c := 'A'; c <= 'z'; c++ {
		if counts[c] > 0 && !inOutput[c] {
			order = append(order, c)
		}
	}
	position := map[label]int{}
	for i, l := range order {
		position[l] = i
	}
	sizes := make([]symbolic.Int, len(order))
	for i := range sizes {
		sizes[i] = one
	}
	aligned := make([]Value, len(operands))
	for i, t := range operands {
		labels := append([]label(nil), parsed[i]...)
		for j := 0; j < len(labels); j++ { // repeated labels: take the diagonal
			for k := j + 1; k < len(labels); k++ {
				if labels[k] == labels[j] {
					a, b := sizeOf(t, j), sizeOf(t, k)
					check(expectSame(ctx, a, b), "einsum(): subscript %c is repeated for operand %d but the sizes don't match, %s != %s", labels[k], i, b, a)
					t = ctx.call1("movedim.int", ctx.call1("diagonal", t, int64(0), int64(j), int64(k)), int64(-1), int64(j))
					labels = append(labels[:k], labels[k+1:]...)
					k--
				}
			}
		}
		perm := make([]int, 0, len(labels))
		full := make([]symbolic.Int, len(order))
		for p := range full {
			full[p] = one
		}
		for p, l := range order {
			for j, m := range labels {
				if m == l {
					perm = append(perm, j)
					full[p] = sizeOf(t, j)
					if sizes[p] != full[p] {
						if isOne(ctx, sizes[p]) {
							sizes[p] = full[p]
						} else if !isOne(ctx, full[p]) && !ctx.is(sizes[p].Eq(full[p])) {
							throwRuntime("einsum(): subscript %c has size %s for operand %d which does not broadcast with previously seen size %s", l, full[p], i, sizes[p])
						}
					}
				}
			}
		}
		if len(perm) > 0 {
			t = ctx.permute(t, perm...)
		}
		aligned[i] = view2(ctx, t, full)
	}
	keep := len(output)
	acc := aligned[0]
	last := map[int]int{} // position → last operand with it
	for p := range order {
		for i := range aligned {
			if !isOne(ctx, sizeOf(aligned[i], p)) {
				last[p] = i
			}
		}
	}
	if len(aligned) == 1 {
		var dims []int
		for p := keep; p < len(order); p++ {
			dims = append(dims, p)
		}
		if len(dims) > 0 {
			acc = ctx.sumDim(acc, false, dims...)
		}
		return acc
	}
	for i := 1; i < len(aligned); i++ {
		var dims []int
		for p := keep; p < len(order); p++ {
			if l, ok := last[p]; ok && l == i || !ok && i == len(aligned)-1 {
				dims = append(dims, p)
			} else if ok && l < i && i == 1 && l == 0 {
				acc = ctx.sumDim(acc, true, p)
			}
		}
		acc = sumProductPair(ctx, acc, aligned[i], dims)
	}
	for p := len(order) - 1; p >= keep; p-- {
		acc = ctx.squeeze(acc, p)
	}
	return acc
}

// view2 reshapes, as a view where possible.
func view2(ctx *Context, t Value, sizes []symbolic.Int) Value {
	if equalSyms(sizesOf(t), sizes) {
		return t
	}
	return ctx.reshape(t, sizes)
}

func dotLabel(i int) rune { return rune(0x10000 + i) }

// dotsOfEquation refuses dots in a part of an equation beside one ellipsis.
func dotsOfEquation(part, what, named string) {
	for i, found := 0, false; i < len(part); i++ {
		switch {
		case part[i] != '.':
		case found:
			throwRuntime("einsum(): found '.' for %s for which an ellipsis was already found", what)
		case !strings.HasPrefix(part[i:], "..."):
			throwRuntime("einsum(): found '.' for %s that is not part of any ellipsis%s", what, named)
		default:
			found = true
			i += 2
		}
	}
}

// appendDots adds labels for n broadcast dimensions, the last one numbered 0.
func appendDots(labels []rune, n int) []rune {
	for i := n - 1; i >= 0; i-- {
		labels = append(labels, dotLabel(i))
	}
	return labels
}

// sumProductPair multiplies two aligned operands and sums over dims (kept with size 1), as one batched product.
func sumProductPair(ctx *Context, x, y Value, dims []int) Value {
	if len(dims) == 0 {
		return ctx.mul(x, y)
	}
	summed := map[int]bool{}
	for _, d := range dims {
		summed[d] = true
	}
	n := dimOf(x)
	var batch, onlyX, onlyY, inner []int
	for d := range n {
		ox, oy := isOne(ctx, sizeOf(x, d)), isOne(ctx, sizeOf(y, d))
		switch {
		case summed[d] && !ox && !oy:
			inner = append(inner, d)
		case summed[d]:
			if !ox {
				x = ctx.sumDim(x, true, d)
			} else if !oy {
				y = ctx.sumDim(y, true, d)
			}
			batch = append(batch, d)
		case !ox && !oy:
			batch = append(batch, d)
		case !ox:
			onlyX = append(onlyX, d)
		case !oy:
			onlyY = append(onlyY, d)
		default:
			batch = append(batch, d)
		}
	}
	size := func(t Value, ds []int) symbolic.Int {
		p := one
		for _, d := range ds {
			p = p.Mul(sizeOf(t, d))
		}
		return p
	}
	order := func(groups ...[]int) []int {
		var p []int
		for _, g := range groups {
			p = append(p, g...)
		}
		return p
	}
	b := one
	outSizes := make([]symbolic.Int, 0, n)
	for _, d := range batch {
		s := sizeOf(x, d)
		if isOne(ctx, s) {
			s = sizeOf(y, d)
		}
		b = b.Mul(s)
		outSizes = append(outSizes, s)
	}
	m, k, nn := size(x, onlyX), size(x, inner), size(y, onlyY)
	lx := ctx.reshape(ctx.permute(x, order(batch, onlyX, inner, onlyY)...), []symbolic.Int{b, m, k})
	ly := ctx.reshape(ctx.permute(y, order(batch, inner, onlyY, onlyX)...), []symbolic.Int{b, k, nn})
	r := ctx.call1("bmm", lx, ly)
	for _, d := range onlyX {
		outSizes = append(outSizes, sizeOf(x, d))
	}
	for range inner {
		outSizes = append(outSizes, one)
	}
	for _, d := range onlyY {
		outSizes = append(outSizes, sizeOf(y, d))
	}
	perm := order(batch, onlyX, inner, onlyY)
	back := make([]int, n)
	for i, d := range perm {
		back[d] = i
	}
	return ctx.permute(ctx.view(r, outSizes), back...)
}
