def produce(n):
    got = yield n
    try:
        result = yield from produce(n - 1)
    except StopIteration as stop:
        return stop.value
    return result

