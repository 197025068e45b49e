def read(path):
    try:
        with open(path) as file, lock:
            return file.read()
    except (OSError, ValueError) as e:
        raise RuntimeError("bad") from e
    except KeyError:
        pass
    else:
        count()
    finally:
        close()


def loop():
    for x in y:
        try:
            if x:
                return x
        finally:
            print(x)


def groups():
    try:
        f()
    except* ValueError as e:
        print(e)
    except* TypeError:
        pass


def only_jumps_back():
    try:
        while True: pass
    except KeyboardInterrupt:
        return 1
