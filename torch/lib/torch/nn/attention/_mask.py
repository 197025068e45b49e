"""Masks of flex attention: which blocks of a matrix of queries and keys a function leaves empty, fills, or fills in part."""

import inspect
import math

import torch

BLOCK = 128


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device=None):
    """The function of batch, head, query and key for all of them: bool [B, H, Q_LEN, KV_LEN]. A function of scores is one that leaves them above -inf or not."""
    B, H = 1 if B is None else B, 1 if H is None else H
    at = [torch.arange(0, n, device=device) for n in (B, H, Q_LEN, KV_LEN)]
    if changes_scores(mod_fn):
        scores = torch.zeros(B, H, Q_LEN, KV_LEN, device=device)
        return torch.where(torch.isneginf(for_all(mod_fn, (0,))(scores, *at)), False, True)
    return for_all(mod_fn)(*at).expand(B, H, Q_LEN, KV_LEN)


def for_all(function, before=(), after=()):
    """Maps a function of batch, head, query and key over all four; before and after tell which other arguments have these dimensions."""
    for place in range(3, -1, -1):
        function = torch.vmap(function, in_dims=before + tuple(0 if i == place else None for i in range(4)) + after)
    return function


def changes_scores(function):
    """Tells a function of a score and its place from one of a place alone."""
    parameters = inspect.signature(function).parameters.values()
    count = sum(p.default is inspect.Parameter.empty for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD))
    if count not in (4, 5):
        raise AssertionError(f"Expected 4 or 5 positional args, got {count}")
    return count == 5


def noop_mask(batch, head, token_q, token_kv):
    """Leaves nothing out."""
    return batch.new_ones(size=(), dtype=torch.bool, device=batch.device)


def _sliced_mask_mod_error(batch, head, token_q, token_kv):
    """Stands for the function of a mask of which a part was taken: its places are others now."""
    raise RuntimeError(
        "Cannot use mask_mod from a sliced BlockMask. When you slice a BlockMask using [], the mask_mod attribute is reset. "
        "You must set it from the original BlockMask's mask_mod.\n\n"
        "Incorrect usage:\n"
        "  base_mask = create_block_mask(my_mask_fn, ...)\n"
        "  sliced_mask = base_mask[:, :, block_idx]\n"
        "  sliced_mask.mask_mod = apply_offset(sliced_mask.mask_mod, offset)  # WRONG!\n\n"
        "Correct usage:\n"
        "  base_mask = create_block_mask(my_mask_fn, ...)\n"
        "  sliced_mask = base_mask[:, :, block_idx]\n"
        "  sliced_mask.mask_mod = apply_offset(base_mask.mask_mod, offset)  # Use base_mask!")


def ordered(dense):
    """Of blocks that are there or not, in rows: how many are there, and their columns, those that are there first."""
    dense = dense.to(dtype=torch.int32)
    columns = torch.argsort(dense, dim=-1, descending=True, stable=True)
    return dense.sum(dim=-1).to(torch.int32, memory_format=torch.contiguous_format), columns.to(torch.int32, memory_format=torch.contiguous_format)


def dense(counts, columns, width):
    """The opposite of ordered: int32 [..., rows, width]."""
    there = torch.arange(columns.shape[-1], device=columns.device) < counts.unsqueeze(-1)
    places = torch.where(there, columns, width).to(torch.int64)
    made = columns.new_zeros(*columns.shape[:-1], width + 1)
    return made.scatter(-1, places, 1)[..., :width].contiguous()


def transposed(counts, columns, width):
    if counts is None:
        return None, None
    return ordered(dense(counts, columns, width).transpose(-2, -1))


def _blocks(length, size):
    return -(-length // size)


class BlockMask:
    """A mask function and the blocks that it does not leave empty, of each row of queries and of each column of keys: kv_num_blocks, int32 [B, H, rows], counts
    blocks which are filled in part, kv_indices, int32 [B, H, rows, columns], has their columns first; full_ those that are whole; q_ the same by columns."""

    def __init__(self, seq_lengths, kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, q_num_blocks, q_indices, full_q_num_blocks, full_q_indices,
                 BLOCK_SIZE=(BLOCK, BLOCK), mask_mod=noop_mask, *, dq_write_order=None, dq_write_order_full=None, dq_kv_order=None, dq_kv_order_spt=None):
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        for name, counts, columns in (("full_kv", full_kv_num_blocks, full_kv_indices), ("q", q_num_blocks, q_indices), ("full_q", full_q_num_blocks, full_q_indices)):
            if (counts is None) != (columns is None):
                raise AssertionError(f"{name}_num_blocks and {name}_indices must be both provided or omitted")
        self.seq_lengths = seq_lengths
        self.kv_num_blocks, self.kv_indices = kv_num_blocks, kv_indices
        self.full_kv_num_blocks, self.full_kv_indices = full_kv_num_blocks, full_kv_indices
        self.q_num_blocks, self.q_indices = q_num_blocks, q_indices
        self.full_q_num_blocks, self.full_q_indices = full_q_num_blocks, full_q_indices
        self.BLOCK_SIZE = BLOCK_SIZE
        self.mask_mod = mask_mod
        self.dq_write_order, self.dq_write_order_full = dq_write_order, dq_write_order_full
        self.dq_kv_order, self.dq_kv_order_spt = dq_kv_order, dq_kv_order_spt

    _TENSOR_ATTRS = ["kv_num_blocks", "kv_indices", "full_kv_num_blocks", "full_kv_indices", "q_num_blocks", "q_indices", "full_q_num_blocks", "full_q_indices",
                     "dq_write_order", "dq_write_order_full", "dq_kv_order"]
    _CONTEXT_ATTRS = ["seq_lengths", "BLOCK_SIZE", "mask_mod", "dq_kv_order_spt"]

    @classmethod
    def from_kv_blocks(cls, kv_num_blocks, kv_indices, full_kv_num_blocks=None, full_kv_indices=None, BLOCK_SIZE=BLOCK, mask_mod=None, seq_lengths=None,
                       compute_q_blocks=True, *, dq_write_order=None, dq_write_order_full=None, dq_kv_order=None, dq_kv_order_spt=None):
        """The mask whose rows have these blocks."""
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        if (full_kv_num_blocks is None) != (full_kv_indices is None):
            raise AssertionError("full_kv_num_blocks and full_kv_indices must be both provided or omitted")
        size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
        if seq_lengths is None:
            seq_lengths = (kv_indices.shape[-2] * size[0], kv_indices.shape[-1] * size[1])
        columns = (None, None, None, None)
        if compute_q_blocks:
            width = _blocks(seq_lengths[1], size[1])
            columns = (*transposed(kv_num_blocks, kv_indices, width), *transposed(full_kv_num_blocks, full_kv_indices, width))
        return cls(seq_lengths, kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, *columns, BLOCK_SIZE=size,
                   mask_mod=noop_mask if mask_mod is None else mask_mod, dq_write_order=dq_write_order, dq_write_order_full=dq_write_order_full,
                   dq_kv_order=dq_kv_order, dq_kv_order_spt=dq_kv_order_spt)

    def as_tuple(self, flatten=True):
        size = self.BLOCK_SIZE if flatten else (self.BLOCK_SIZE,)
        lengths = self.seq_lengths if flatten else (self.seq_lengths,)
        return (*lengths, self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices, self.q_num_blocks, self.q_indices,
                self.full_q_num_blocks, self.full_q_indices, self.dq_write_order, self.dq_write_order_full, self.dq_kv_order, self.dq_kv_order_spt,
                *size, self.mask_mod)

    @property
    def shape(self):
        return (*self.kv_indices.shape[:-2], *self.seq_lengths)

    def numel(self):
        """How many places there are, of empty blocks too."""
        return math.prod(self.shape)

    def to_dense(self):
        """Blocks that are not empty: int32 [B, H, rows, columns]."""
        width = self.kv_indices.shape[-1]
        made = dense(self.kv_num_blocks, self.kv_indices, width)
        if self.full_kv_num_blocks is not None:
            made = made | dense(self.full_kv_num_blocks, self.full_kv_indices, width)
        return made

    def sparsity(self):
        """Share of empty blocks, in percent."""
        made = self.to_dense()
        return 100 * (1 - made.sum().item() / made.numel()) if made.numel() else 0.0

    def to(self, device):
        moved = {name: None if getattr(self, name) is None else getattr(self, name).to(device) for name in self._TENSOR_ATTRS}
        return BlockMask(**moved, **{name: getattr(self, name) for name in self._CONTEXT_ATTRS})

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        if Ellipsis in [i for i in index if not isinstance(i, torch.Tensor)]:
            index = tuple(slice(None) if i is Ellipsis else i for i in index)
        if len(index) > 3:
            raise IndexError("BlockMask indexing supports batch, head, and Q-block dimensions")
        whole = [slice(i, i + 1) if isinstance(i, int) and i != -1 else slice(-1, None) if isinstance(i, int) else i for i in index]
        rows = self.kv_indices.shape[-2]

        def part(t):
            return None if t is None else t[tuple(whole)]

        lengths = self.seq_lengths
        if len(index) == 3:
            kept = torch.arange(rows)[whole[2].cpu() if isinstance(whole[2], torch.Tensor) else whole[2]]
            size = self.BLOCK_SIZE[0]
            lengths = (sum(min(size, lengths[0] - row * size) for row in kept.tolist()), lengths[1])
        return BlockMask.from_kv_blocks(part(self.kv_num_blocks), part(self.kv_indices), part(self.full_kv_num_blocks), part(self.full_kv_indices),
                                        BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=_sliced_mask_mod_error, seq_lengths=lengths, compute_q_blocks=self.q_indices is not None)

    def _adjust(self, new_q_len, new_kv_len):
        """The upper left corner, for other lengths."""
        rows, columns = _blocks(new_q_len, self.BLOCK_SIZE[0]), _blocks(new_kv_len, self.BLOCK_SIZE[1])

        def corner(counts, indices):
            if counts is None:
                return None, None
            there = torch.arange(indices.shape[-1], device=indices.device) < counts.unsqueeze(-1)
            counts = (there & (indices < columns)).sum(-1).to(torch.int32)
            return counts[..., :rows], indices[..., :rows, :columns]

        return BlockMask.from_kv_blocks(*corner(self.kv_num_blocks, self.kv_indices), *corner(self.full_kv_num_blocks, self.full_kv_indices),
                                        BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=self.mask_mod, seq_lengths=(new_q_len, new_kv_len))

    def to_string(self, grid_size=(20, 20), limit=4):
        """A picture for each batch and head, up to limit of them, with at most grid_size signs in a column and in a row (-1: one for each block)."""
        blocks = self.to_dense()
        rows, columns = blocks.shape[-2:]
        if isinstance(grid_size, int):
            grid_size = (grid_size, grid_size)
        high, wide = (_blocks(n, n if limit == -1 else min(limit, n)) if limit != -1 else 1 for n, limit in zip((rows, columns), grid_size))
        places = [()]
        for n in blocks.shape[:-2]:
            places = [place + (i,) for place in places for i in range(n)]
        lines = []
        for count, place in enumerate(places):
            if count == limit:
                lines += ["...", "To print out more, set BlockMask.to_string(limit=N)",
                          "You can also index (BlockMask[batch, head]) to choose a specific batch or head"]
                break
            lines.append(str(place))
            picture = blocks[place].float()
            for top in range(0, rows, high):
                shares = [picture[top:top + high, left:left + wide].mean().item() for left in range(0, columns, wide)]
                lines.append("".join("██" if share == 1 else "░░" if share else "  " for share in shares))
            lines.append("")
        return "\n".join(lines).rstrip("\n")

    def __str__(self):
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%, \n{self.to_string()}\n)"

    def __repr__(self):
        def size(name):
            t = getattr(self, name)
            return f"    {name}={None if t is None else t.shape},"

        lines = [size(name) for name in self._TENSOR_ATTRS[:8]]
        mask = self.mask_mod
        return "\n".join(["BlockMask(", *lines, f"    BLOCK_SIZE={self.BLOCK_SIZE},", f"    shape={self.shape},", f"    sparsity={self.sparsity():.2f}%,",
                          f"    mask_mod={mask.__name__ if hasattr(mask, '__name__') else mask}", ")"])


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device=None, BLOCK_SIZE=BLOCK, _compile=False, separate_full_blocks=True, compute_dq_write_order=False,
                      dq_kv_order=True):
    """The blocks that a function of batch, head, query and key does not leave empty."""
    if changes_scores(mask_mod):
        raise AssertionError(f"create-block_mask requires a mask_mod function! Got {mask_mod}")
    if compute_dq_write_order:
        raise NotImplementedError("create_block_mask(compute_dq_write_order=True), which is for accelerators, is not supported")
    size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
    mask = create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device)
    mask = torch.nn.functional.pad(mask, (0, -KV_LEN % size[1], 0, -Q_LEN % size[0]))
    b, h, rows, columns = mask.shape
    filled = mask.view(b, h, rows // size[0], size[0], columns // size[1], size[1]).permute(0, 1, 2, 4, 3, 5).sum(dim=[-2, -1])
    if separate_full_blocks:
        full = filled == size[0] * size[1]
        blocks = (*ordered((filled > 0) & ~full), *ordered(full))
    else:
        blocks = (*ordered(filled > 0), None, None)
    return BlockMask.from_kv_blocks(*blocks, BLOCK_SIZE=size, mask_mod=mask_mod, seq_lengths=(Q_LEN, KV_LEN))


BlockMask.__module__ = create_block_mask.__module__ = create_mask.__module__ = noop_mask.__module__ = "torch.nn.attention.flex_attention"
