# Modules that are watched, and modules that were made in a generation.
import gc, weakref
import torch
from torch._dynamo import mutation_guard
from torch._dynamo.mutation_guard import GenerationTracker, MutationTracker, ensure_patched, is_dynamic_nn_module, watch
from torch._dynamo.utils import ExactWeakKeyDictionary
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.use_relu = True
class Code:
    def __init__(self): self.dead = []
    def invalidate(self, ref): self.dead.append(ref() is not None)
net, other, code = Net(), Net(), Code()
watch(net, code)
tracker = MutationTracker.db[net]
print(type(MutationTracker.db).__name__, tracker.mutation_count, len(tracker.watchers))
other.use_relu = False
print(tracker.mutation_count, code.dead)
net.use_relu = False
print(tracker.mutation_count, code.dead, len(tracker.watchers))
net.use_relu = True
print(tracker.mutation_count, code.dead)
watch(net, code)
del code; gc.collect()
net.use_relu = True
print(tracker.mutation_count)
print(Net.___needs_mutation_patch, net.use_relu)
d = ExactWeakKeyDictionary()
d[net] = 1; d[other] = 2
print(len(d.values) if hasattr(d, "values") else None, net in d, d[net], d.get(Net(), 5))
del other; gc.collect()
print(len(list(d.values)))
mutation_guard.install_generation_tagging_init()
first = Net()
print(GenerationTracker.generation, GenerationTracker.get_generation_value(first), GenerationTracker.check(first), GenerationTracker.check(net))
mutation_guard.install_generation_tagging_init()
second = Net()
print(GenerationTracker.check(first), GenerationTracker.check(second), GenerationTracker.get_generation_value(second) - GenerationTracker.get_generation_value(first))
GenerationTracker.tag(net)
print(GenerationTracker.check(net))
print(is_dynamic_nn_module(net, False), is_dynamic_nn_module(second, False))
net.torchdynamo_force_dynamic = True
print(is_dynamic_nn_module(net, False))
GenerationTracker.mark_class_dynamic(Net)
print(Net in GenerationTracker.dynamic_classes, is_dynamic_nn_module(second, False))
GenerationTracker.clear()
print(GenerationTracker.generation)
