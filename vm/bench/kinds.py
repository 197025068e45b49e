"""How fast an interpreter is at fifteen kinds of work, beside the loops and calls of bench_test.go.

Runs on any Python: each case prints one line of JSON with the best seconds of several runs. Arguments name the cases to run.
"""
import heapq
import itertools
import json
import re
import struct
import sys
import time


def regex(n):
    pattern = re.compile(r"(\w+)\s*=\s*(\d+|'[^']*')")
    words = re.compile(r"\b[a-z]+\b")
    text = "alpha = 12; beta = 'two words'; gamma=7 and some more text, Here and THERE. " * 4
    found = 0
    for _ in range(n):
        found += len(pattern.findall(text)) + len(words.findall(text))
        found += len(re.sub(r"\s+", " ", text)) + len(re.split(r"[;,.]\s*", text))
    return found


def sort_with_key(n):
    people = [(f"name{i * 7919 % 997}", i * 31 % 89, i) for i in range(n)]
    people.sort(key=lambda person: (person[1], person[0]))
    people.sort(key=lambda person: -person[2])
    return len(sorted(people, key=lambda person: person[0], reverse=True))


def percent_format(n):
    size = 0
    for i in range(n):
        size += len("%d: %s, %5.2f, %-8s|%x" % (i, "item", i * 0.5, "ab", i))
        size += len("%(name)s=%(value)r" % {"name": "n", "value": i})
    return size


def super_init(n):
    class Shape:
        def __init__(self, name):
            self.name = name

        def area(self):
            return 0

    class Box(Shape):
        def __init__(self, name, a, b):
            super().__init__(name)
            self.a, self.b = a, b

        def area(self):
            return super().area() + self.a * self.b

    class Square(Box):
        def __init__(self, a):
            super().__init__("square", a, a)

    total = 0
    for i in range(n):
        total += Square(i).area()
    return total


def heap_exceptions(n):
    heap, empty = [], 0
    for i in range(n):
        heapq.heappush(heap, (i * 7919 % 1009, i))
    while True:
        try:
            heapq.heappop(heap)
        except IndexError:
            break
    for i in range(n):
        try:
            heapq.heappop(heap)
        except IndexError as e:
            empty += len(e.args)
        try:
            {}[i]
        except KeyError:
            empty += 1
    return empty


def string_methods(n):
    count = 0
    for i in range(n):
        line = "  The quick,brown fox %  "
        words = line.strip().lower().replace(",", " ").split()
        count += sum(word.startswith(("q", "b")) for word in words)
        count += len("-".join(words).title()) + line.find("fox") + "fox".isalpha()
        count += len(line.partition(",")[2].rjust(30)) + words[0].count("e") + len(words[1].encode())
    return count


def itertools_chains(n):
    total = 0
    for _ in range(n):
        for a, b in zip(itertools.chain(range(20), range(20)), itertools.cycle((1, 2, 3))):
            total += a * b
        total += sum(itertools.islice(itertools.accumulate(itertools.count(1)), 30))
        total += len(list(itertools.combinations(range(8), 3)))
        total += sum(len(list(group)) for _, group in itertools.groupby("aaabbbccd" * 4))
        total += sum(itertools.starmap(pow, [(2, 3), (3, 2), (10, 2)]))
    return total


def tuple_comparison(n):
    points = [(i % 13, i % 7, str(i % 5)) for i in range(400)]
    smaller = 0
    for _ in range(n):
        last = points[0]
        for point in points:
            if point < last or point == last:
                smaller += 1
            last = point
        smaller += max(points) > min(points)
    return smaller


def json_text(n):
    data = {"name": "run", "values": [1, 2.5, None, True, "text with \"quotes\""], "nested": {str(i): [i, i * 0.25] for i in range(20)}}
    size = 0
    for _ in range(n):
        text = json.dumps(data)
        size += len(text) + len(json.loads(text)["nested"])
    return size


def struct_bytes(n):
    record = struct.Struct("<IhdB3x")
    total = 0
    for i in range(n):
        packed = record.pack(i, i % 1000, i * 0.5, i & 255)
        a, b, c, d = record.unpack(packed)
        total += a + b + d + struct.unpack_from(">H", packed, 2)[0]
    return total


def closures(n):
    def counter(step):
        count = 0

        def advance(by=1):
            nonlocal count
            count += step * by
            return count

        return advance

    total = 0
    for i in range(n):
        advance = counter(i)
        total += advance() + advance(2) + advance(by=3)
    return total


def generator_pipeline(n):
    def numbers(limit):
        for i in range(limit):
            yield i

    def evens(items):
        for item in items:
            if item % 2 == 0:
                yield item

    def pairs(items):
        for item in items:
            got = yield item, item + 1
            assert got is None

    def tree(depth):
        if depth:
            yield from tree(depth - 1)
            yield depth
            yield from tree(depth - 1)

    return sum(a * b for a, b in pairs(evens(numbers(n)))) + sum(tree(10))


def comprehensions(n):
    total = 0
    for i in range(n):
        squares = [x * x for x in range(30) if x % 3]
        index = {x: str(x) for x in squares}
        total += len({x & 7 for x in squares}) + len(index) + len([y for x in index.values() for y in x])
    return total


def big_ints(n):
    a, b, total = 1, 3 ** 200, 0
    for i in range(1, n):
        a = a * i % b
        total ^= (a << 17) + (b >> i % 64)
    return len(str(total)) + len(str(3 ** min(n, 9000)))


def n_body(n):
    bodies = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 39.5], [4.84, -1.16, -0.1, 0.6, 2.8, -0.02, 0.037],
              [8.34, 4.12, -0.4, -1.01, 1.8, 0.008, 0.011], [12.89, -15.11, -0.22, 1.08, 0.86, -0.01, 0.0017]]
    pairs = list(itertools.combinations(bodies, 2))
    for _ in range(n):
        for first, second in pairs:
            dx, dy, dz = first[0] - second[0], first[1] - second[1], first[2] - second[2]
            pull = 0.01 * (dx * dx + dy * dy + dz * dz) ** -1.5
            m1, m2 = first[6] * pull, second[6] * pull
            first[3] -= dx * m2
            first[4] -= dy * m2
            first[5] -= dz * m2
            second[3] += dx * m1
            second[4] += dy * m1
            second[5] += dz * m1
        for body in bodies:
            body[0] += 0.01 * body[3]
            body[1] += 0.01 * body[4]
            body[2] += 0.01 * body[5]
    return bodies[0][0]


CASES = {
    regex: 300, sort_with_key: 8000, percent_format: 20000, super_init: 30000, heap_exceptions: 15000, string_methods: 12000, itertools_chains: 800,
    tuple_comparison: 60, json_text: 600, struct_bytes: 30000, closures: 30000, generator_pipeline: 40000, comprehensions: 3000, big_ints: 10000, n_body: 2500,
}


def main(wanted):
    for case, n in CASES.items():
        if wanted and case.__name__ not in wanted:
            continue
        best = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            case(n)
            best = min(best, time.perf_counter() - start)
        print(json.dumps({"case": case.__name__, "seconds": round(best, 5)}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
