package complexes

import (
	"math"
	"strings"
)

// What the functions of complex numbers give where a part of the argument is not finite, after annex G of the C standard:
// a row for each kind of the real part and in it a cell for each kind of the imaginary one, in the order -inf, negative, -0,
// 0, positive, inf, nan. A cell holds the two parts of the result, with a ! where the operation is invalid; .... are not special.
var specials = map[string][7]string{
	"acos": {
		"+t+i +p+i +p+i +p-i +p-i +t-i +n+i",
		"+h+i .... .... .... .... +h-i +n+n",
		"+h+i .... .... .... .... +h-i +h+n",
		"+h+i .... .... .... .... +h-i +h+n",
		"+h+i .... .... .... .... +h-i +n+n",
		"+q+i +0+i +0+i +0-i +0-i +q-i +n+i",
		"+n+i +n+n +n+n +n+n +n+n +n-i +n+n",
	},
	"acosh": {
		"+i-t +i-p +i-p +i+p +i+p +i+t +i+n",
		"+i-h .... .... .... .... +i+h +n+n",
		"+i-h .... .... .... .... +i+h +n+h",
		"+i-h .... .... .... .... +i+h +n+h",
		"+i-h .... .... .... .... +i+h +n+n",
		"+i-q +i-0 +i-0 +i+0 +i+0 +i+q +i+n",
		"+i+n +n+n +n+n +n+n +n+n +i+n +n+n",
	},
	"asinh": {
		"-i-q -i-0 -i-0 -i+0 -i+0 -i+q -i+n",
		"-i-h .... .... .... .... -i+h +n+n",
		"-i-h .... .... .... .... -i+h +n+n",
		"+i-h .... .... .... .... +i+h +n+n",
		"+i-h .... .... .... .... +i+h +n+n",
		"+i-q +i-0 +i-0 +i+0 +i+0 +i+q +i+n",
		"+i+n +n+n +n-0 +n+0 +n+n +i+n +n+n",
	},
	"atanh": {
		"-0-h -0-h -0-h -0+h -0+h -0+h -0+n",
		"-0-h .... .... .... .... -0+h +n+n",
		"-0-h .... .... .... .... -0+h -0+n",
		"+0-h .... .... .... .... +0+h +0+n",
		"+0-h .... .... .... .... +0+h +n+n",
		"+0-h +0-h +0-h +0+h +0+h +0+h +0+n",
		"+0-h +n+n +n+n +n+n +n+n +0+h +n+n",
	},
	"cosh": {
		"+i+n! .... +i+0 +i-0 .... +i+n! +i+n",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+n+0! .... .... .... .... +n+0! +n+0",
		"+n+0! .... .... .... .... +n+0! +n+0",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+i+n! .... +i-0 +i+0 .... +i+n! +i+n",
		"+n+n +n+n +n+0 +n+0 +n+n +n+n +n+n",
	},
	"exp": {
		"+0+0 .... +0-0 +0+0 .... +0+0 +0+0",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+i+n! .... +i-0 +i+0 .... +i+n! +i+n",
		"+n+n +n+n +n-0 +n+0 +n+n +n+n +n+n",
	},
	"log": {
		"+i-t +i-p +i-p +i+p +i+p +i+t +i+n",
		"+i-h .... .... .... .... +i+h +n+n",
		"+i-h .... .... .... .... +i+h +n+n",
		"+i-h .... .... .... .... +i+h +n+n",
		"+i-h .... .... .... .... +i+h +n+n",
		"+i-q +i-0 +i-0 +i+0 +i+0 +i+q +i+n",
		"+i+n +n+n +n+n +n+n +n+n +i+n +n+n",
	},
	"sinh": {
		"-i+n! .... -i-0 -i+0 .... -i+n! +i+n",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"-0+n! .... .... .... .... -0+n! +0+n",
		"+0+n! .... .... .... .... +0+n! +0+n",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+i+n! .... +i-0 +i+0 .... +i+n! +i+n",
		"+n+n +n+n +n-0 +n+0 +n+n +n+n +n+n",
	},
	"sqrt": {
		"+i-i +0-i +0-i +0+i +0+i +i+i +n+i",
		"+i-i .... .... .... .... +i+i +n+n",
		"+i-i .... .... .... .... +i+i +n+n",
		"+i-i .... .... .... .... +i+i +n+n",
		"+i-i .... .... .... .... +i+i +n+n",
		"+i-i +i-0 +i-0 +i+0 +i+0 +i+i +i+n",
		"+i-i +n+n +n+n +n+n +n+n +i+i +n+n",
	},
	"tanh": {
		"-1+0 .... -1-0 -1+0 .... -1+0 -1+0",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"-0+n! .... .... .... .... -0+n! -0+n",
		"+0+n! .... .... .... .... +0+n! +0+n",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+1+0 .... +1-0 +1+0 .... +1+0 +1+0",
		"+n+n +n+n +n-0 +n+0 +n+n +n+n +n+n",
	},
	"rect": {
		"+n+n! .... -i+0 -i-0 .... +n+n! +i+n",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+0+0 .... .... .... .... +0+0 +0+0",
		"+0+0 .... .... .... .... +0+0 +0+0",
		"+n+n! .... .... .... .... +n+n! +n+n",
		"+n+n! .... +i-0 +i+0 .... +n+n! +i+n",
		"+n+n +n+n +n+0 +n+0 +n+n +n+n +n+n",
	},
}

// specialParts are the values that the letters of specials stand for.
var specialParts = map[byte]float64{'0': 0, '1': 1, 'i': math.Inf(1), 'n': math.NaN(), 'p': math.Pi, 'h': math.Pi / 2, 'q': math.Pi / 4, 't': 3 * math.Pi / 4}

// kindOf is the place of a part in the table.
func kindOf(x float64) int {
	switch {
	case math.IsNaN(x):
		return 6
	case math.IsInf(x, 1):
		return 5
	case math.IsInf(x, -1):
		return 0
	case x == 0 && math.Signbit(x):
		return 2
	case x == 0:
		return 3
	case x < 0:
		return 1
	}
	return 4
}

// special is the result of a function for a special argument; found tells whether there is one, invalid whether none is right.
func special(name string, z complex128) (r complex128, found, invalid bool) {
	cell := strings.Fields(specials[name][kindOf(real(z))])[kindOf(imag(z))]
	if cell == "...." {
		return 0, false, false
	}
	part := func(s string) float64 {
		if s[0] == '-' {
			return -specialParts[s[1]]
		}
		return specialParts[s[1]]
	}
	return complex(part(cell[:2]), part(cell[2:4])), true, len(cell) > 4
}

// Invalid tells whether a function, by its name in C without the c, has no right result for z, of which a part is infinite.
func Invalid(name string, z complex128) bool {
	_, _, invalid := special(name, z)
	return invalid
}
