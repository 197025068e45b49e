# torch.classes has the classes that libraries in C++ register; without libraries there are none.
import torch

print(torch.classes, torch.classes.loaded_libraries)
try:
    torch.classes.shop.Till
except RuntimeError as e:
    print(e)
print(torch.classes.shop is torch.classes.shop)
