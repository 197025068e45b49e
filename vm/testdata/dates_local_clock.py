# The local clock: times that it shows twice or never (PEP 495).
import os
import time as clock
from datetime import *
for z, s0 in [("America/New_York", 1017558000+0), ("America/New_York", 986108400), ("Europe/Vienna", -1693706400+3600), ("America/New_York", 1004248800)]:
    os.environ["TZ"]=z; clock.tzset()
    for x in (-40*3600, -3600, -1, 0, 1, 1800, 3599, 3600, 7200):
        d = datetime.fromtimestamp(s0+x)
        g = d.replace(fold=1-d.fold)
        h = d - timedelta(minutes=30)
        print(z, d, d.fold, d.timestamp()-s0, g.timestamp()-s0, h.timestamp()-s0, h.replace(fold=1).timestamp()-s0, d.astimezone(), h.astimezone(UTC), h.replace(fold=1).astimezone(UTC))
