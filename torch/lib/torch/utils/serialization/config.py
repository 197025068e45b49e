"""Settings of torch.save and torch.load."""


class save:
    compute_crc32 = True
    use_pinned_memory_for_d2h = False
    storage_alignment = 64


class load:
    mmap = False
    endianness = None
    mmap_flags = None
    calculate_storage_offsets = False
