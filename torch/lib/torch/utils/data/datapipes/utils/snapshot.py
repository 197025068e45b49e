"""Going on with a chain of pipes where an earlier run of it was."""
from torch.utils.data.datapipes.datapipe import _SnapshotState
from torch.utils.data.graph_settings import apply_random_seed


def _simple_graph_snapshot_restoration(datapipe, n_iterations, rng=None):
    """Runs n_iterations elements ahead; the next iteration over the pipe goes on from there."""
    if datapipe._snapshot_state == _SnapshotState.Restored:
        raise RuntimeError("Snapshot restoration cannot be applied. You can only restore simple snapshot to the graph if your graph has not been restored.")
    datapipe.reset()
    apply_random_seed(datapipe, rng)
    ahead = iter(datapipe)
    for _ in range(n_iterations):
        try:
            next(ahead)
        except StopIteration as e:
            raise RuntimeError(f"Fast-forward {datapipe} by {n_iterations} iterations exceeds the number of samples available.") from e
    ahead.begin()
    datapipe._fast_forward_iterator = ahead
    datapipe._snapshot_state = _SnapshotState.Restored
