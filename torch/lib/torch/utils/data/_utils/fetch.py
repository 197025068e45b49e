"""How the samples of a batch are taken from a data set."""


class _Fetcher:
    """Takes batches from a data set; ``batched`` tells whether an index stands for a batch of samples."""

    def __init__(self, dataset, batched, collate_fn, drop_last):
        self.dataset, self.auto_collation, self.collate_fn, self.drop_last = dataset, batched, collate_fn, drop_last


class _MapDatasetFetcher(_Fetcher):
    """Takes what stands at an index, or at each index of a batch."""

    def fetch(self, index):
        if not self.auto_collation:
            return self.collate_fn(self.dataset[index])
        if getattr(self.dataset, "__getitems__", None):
            return self.collate_fn(self.dataset.__getitems__(index))
        return self.collate_fn([self.dataset[i] for i in index])


class _IterableDatasetFetcher(_Fetcher):
    """Takes what comes next: one sample, or as many as a batch has indices."""

    def __init__(self, dataset, batched, collate_fn, drop_last):
        super().__init__(dataset, batched, collate_fn, drop_last)
        self.dataset_iter, self.ended = iter(dataset), False

    def fetch(self, index):
        if self.ended:
            raise StopIteration
        if not self.auto_collation:
            return self.collate_fn(next(self.dataset_iter))
        batch = []
        for _ in index:
            try:
                batch.append(next(self.dataset_iter))
            except StopIteration:
                self.ended = True
                break
        if not batch or self.drop_last and self.ended:
            raise StopIteration
        return self.collate_fn(batch)


def fetcher(kind, dataset, batched, collate_fn, drop_last):
    """The fetcher for a kind of data set: "map" or "iterable"."""
    return (_IterableDatasetFetcher if kind == "iterable" else _MapDatasetFetcher)(dataset, batched, collate_fn, drop_last)
