# A class that nothing refers to any more is no subclass of its base any more, and what was compiled for its methods goes with it.
import gc


class Base:
    pass


def make(n):
    class Derived(Base):
        def method(self):
            return n

    return Derived().method()


print(sum(make(n) for n in range(200)))
for _ in range(3):
    gc.collect()
print(len(Base.__subclasses__()) < 20)


class Kept(Base):
    pass


print(Kept in Base.__subclasses__())
