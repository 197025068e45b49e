"""Sequences of low discrepancy."""

import torch


class SobolEngine:
    """Sobol sequences of up to 21201 dimensions; magneto has the direction numbers of the first 21 only (Joe and Kuo, "Constructing Sobol
    sequences with better two-dimensional projections", 2008)."""

    MAXBIT = 30
    MAXDIM = 21201

    # For each dimension after the first: the coefficients of its polynomial, and the initial numbers.
    _DIRECTIONS = ((0, (1,)), (1, (1, 3)), (1, (1, 3, 1)), (2, (1, 1, 1)), (1, (1, 1, 3, 3)), (4, (1, 3, 5, 13)), (2, (1, 1, 5, 5, 17)), (4, (1, 1, 5, 5, 5)),
                   (7, (1, 1, 7, 11, 19)), (11, (1, 1, 5, 1, 1)), (13, (1, 1, 1, 3, 11)), (14, (1, 3, 5, 5, 31)), (1, (1, 3, 3, 9, 7, 49)),
                   (13, (1, 1, 1, 15, 21, 21)), (16, (1, 3, 1, 13, 27, 49)), (19, (1, 1, 1, 15, 7, 5)), (22, (1, 3, 1, 15, 13, 25)), (25, (1, 1, 5, 5, 19, 61)),
                   (1, (1, 3, 7, 11, 23, 15, 103)), (4, (1, 3, 7, 13, 13, 15, 69)))

    def __init__(self, dimension, scramble=False, seed=None):
        if dimension > self.MAXDIM or dimension < 1:
            raise ValueError(f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        if dimension > len(self._DIRECTIONS) + 1:
            raise NotImplementedError(f"magneto has Sobol sequences of up to {len(self._DIRECTIONS) + 1} dimensions")
        self.seed, self.scramble, self.dimension = seed, scramble, dimension
        self.sobolstate = torch.tensor([self._numbers(d) for d in range(dimension)], dtype=torch.long)
        self.shift = torch.zeros(dimension, dtype=torch.long)
        if scramble:
            self._scramble()
        self.quasi = self.shift.clone()
        self._first_point = (self.quasi / 2 ** self.MAXBIT).reshape(1, -1)
        self.num_generated = 0

    def _numbers(self, d):
        if d == 0:
            return [1 << (self.MAXBIT - 1 - i) for i in range(self.MAXBIT)]
        a, initial = self._DIRECTIONS[d - 1]
        s = len(initial)
        m = [*initial]
        for i in range(s, self.MAXBIT):
            new = m[i - s] ^ (m[i - s] << s)
            for k in range(1, s):
                if a >> (s - 1 - k) & 1:
                    new ^= m[i - k] << k
            m.append(new)
        return [m[i] << (self.MAXBIT - 1 - i) for i in range(self.MAXBIT)]

    def _scramble(self):
        g = None
        if self.seed is not None:
            g = torch.Generator()
            g.manual_seed(self.seed)
        shift = torch.randint(2, (self.dimension, self.MAXBIT), generator=g)
        self.shift = torch.mv(shift, torch.pow(2, torch.arange(0, self.MAXBIT)))
        lower = torch.randint(2, (self.dimension, self.MAXBIT, self.MAXBIT), generator=g).tril()
        state = []
        for d in range(self.dimension):
            rows = []
            for p in range(self.MAXBIT):
                row = [1 if q == p else int(lower[d, p, q]) for q in range(self.MAXBIT)]
                rows.append(sum(bit << (self.MAXBIT - 1 - q) for q, bit in enumerate(row)))
            numbers = []
            for v in self.sobolstate[d].tolist():
                numbers.append(sum((bin(v & rows[p]).count("1") & 1) << (self.MAXBIT - 1 - p) for p in range(self.MAXBIT)))
            state.append(numbers)
        self.sobolstate = torch.tensor(state, dtype=torch.long)

    def _advance(self):
        bit = 0
        n = self._step
        while n & 1:
            n >>= 1
            bit += 1
        self.quasi = torch.bitwise_xor(self.quasi, self.sobolstate[:, bit])
        self._step += 1

    def draw(self, n=1, out=None, dtype=None):
        dtype = dtype or torch.get_default_dtype()
        points = []
        for _ in range(n):
            if self.num_generated > 0:
                self._step = self.num_generated - 1
                self._advance()
            points.append(self.quasi.clone())
            self.num_generated += 1
        result = (torch.stack(points).to(torch.float64) / 2 ** self.MAXBIT).to(dtype) if n else torch.empty(0, self.dimension, dtype=dtype)
        if out is not None:
            out.resize_(result.shape).copy_(result)
            return out
        return result

    def draw_base2(self, m, out=None, dtype=None):
        n = 2 ** m
        total = self.num_generated + n
        if total & (total - 1):
            raise ValueError(f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points have been previously generated, "
                             f"then: n={self.num_generated}+2**{m}={total}. If you still want to do this, please use 'SobolEngine.draw()' instead.")
        return self.draw(n=n, out=out, dtype=dtype)

    def reset(self):
        self.quasi.copy_(self.shift)
        self.num_generated = 0
        return self

    def fast_forward(self, n):
        self.draw(n)
        return self

    def __repr__(self):
        parts = [f"dimension={self.dimension}"]
        if self.scramble:
            parts.append("scramble=True")
        if self.seed is not None:
            parts.append(f"seed={self.seed}")
        return f"{type(self).__name__}({', '.join(parts)})"
