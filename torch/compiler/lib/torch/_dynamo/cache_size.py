"""When a function has been compiled so often that it is left to the interpreter."""

import dataclasses

from torch._dynamo import config


@dataclasses.dataclass
class CacheSizeRelevantForFrame:
    """How many compiled versions a frame meets: of its code, and of those the ones for the very objects of this call."""

    num_cache_entries: int = 0
    num_cache_entries_with_same_id_matched_objs: int = 0
    total_cache_entries_all_regions: int = 0

    def will_compilation_exceed(self, limit):
        return self.will_compilation_exceed_accumulated_limit() or self.will_compilation_exceed_specific_limit(limit)

    def will_compilation_exceed_accumulated_limit(self):
        return self.num_cache_entries >= config.accumulated_recompile_limit

    def will_compilation_exceed_specific_limit(self, limit):
        return self.num_cache_entries_with_same_id_matched_objs >= limit


def is_recompilation(cache_size):
    """Whether a version for the same objects exists, so that a guard must have failed."""
    return cache_size.will_compilation_exceed(1)


def exceeds_recompile_limit(cache_size, compile_id):
    """(whether one more version would be one too many, the setting that says so)"""
    if cache_size.will_compilation_exceed_accumulated_limit():
        return True, "accumulated_recompile_limit"
    if cache_size.will_compilation_exceed_specific_limit(config.recompile_limit):
        return True, "recompile_limit"
    return False, ""
