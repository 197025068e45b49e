def search(items, wanted):
    for i, item in enumerate(items):
        if item is None or item == wanted and i > 2:
            continue
        elif 0 < i <= 10:
            break
    else:
        return -1
    while True:
        i -= 1
        if not i:
            return i if item else None
    unreachable()


def check(x):
    assert x, "message"
    return f"{x!r:>{10}} {x=}" in ("a", "b")
