# Files that PyTorch 2.14 wrote, in its zip format and its older one, compressed and as text; saving and loading; files that are refused.
import base64
import io
import pickle
import zipfile
import zlib

import torch

ZIP = "eNqlVctu00AUHdupG1zaBPogQSobFqQSTew8GwEqspA3RmoIUEUIybjOEFs4cceeFIGEVAlaqMQ38Bv8BJtuWLFAYgMrtkhsmHHi1HZIqsKVRje25px75s49TkPlEgAkk2AsUmARYBNarldo61jP7z6zFTkFHkVjn32FQK7FEICOGAM7rmHmtT62bE/QXLjTt+y2hmHPc1xtryggNpdrzZLNHtmpdyDiBhDhrtPr3B+8E1DC5xPRTIsj2djtI17lMJq9pwKVO0BJlTlA544Mw7FtaGDL6XnCltuGLmzfsQwsIGGtieYwOt9E8z7TDlqYoGxXd/UuxNAVUMok2sxAj2I7Oh4JSvs0Erpg8moCo4tUCKuyh2iRJOYQLR2ZtOYyRitNdOmd/5B5i7JNdLmfb6izybntB2+uEg66GhNbvgKyQcvzTx23q2NtD7oeOaAiL8c7PwiJsn/8+eU1FUjXZPYs2BixD9uv6bbV6XVhDyty+e8FTolqmQrYfI5+sKQEO1VAGtwOBOy8wNChV6bIN/+pbhC2hbENqYaDW9+yPKnCT9UwDzbDU10QFfnG/wgIeJlhZoeZKvr0+P1WhvzOnKJoPaJIUuQ1cIb6+5vhRetuL5nf036/p9VdAOWg7mjIxDO3oiTQiscfOg9Pv/9VUBoNoH9UD7oWmcCXOvWwZrUVuXBWAWKlKkniRqVYqkr1ak2sFOtlsVqvFsVSTaqUK3WpXq9Vav6UPjm+lskRHTlfJeNfVaAzbNDUmPLYdzAODvtvJQL0GDDB0XGOsIWyEY7jEMeYb+M0YRekIzRNFoy5L44OT+x8BP2ZBVHfxKHhoYtCTS4KleLQ8PQsRKBfT6AT2ha+09XoeRNg+rQ1VJ6/Ptx8hVsfAZOxzA09/SsRWJun/2DgN39i/YY6ww8wSX//YO8f9QOUOQ=="
OLD = "eNpdj81KAzEUhecnYzUiuHXnsm6KrUqXdiHdDPWnbrKRMGZCGwmTucmdgkJhNgX1GXwAX81HEFx42y4EQ3IhJzfnfqdN3rn9+Rh/Hz993h712mTylVJdQtQVh1EU1d6hU87KhfbBuApiahAH9GINotVSV6UpKkheBScRn2stg3nRAdIlsK7ISAxz5xGyPBEp3UyFsJMzwdYerppBJ2dNQzMVOq/mPdmgsYFLrx8bY0uJugrOy8WAE1NXdNaG1FnMNMTbL3xsXYH3W5FDsiHpnw7OhucXw/4A0s1cVTfA8uyaSO7yOGcroohX0HlTFM9qhZQu8Btfaq/LK6OQw+7JFPYQ+BT2ie8Bov/OcdFbB/xb7SWVEW067egXic1giQ=="


def read(text, **options):
    return torch.load(io.BytesIO(zlib.decompress(base64.b64decode(text))), **options)


print(read(ZIP), read(OLD))
print(read(ZIP, map_location="meta")["a"].device)

x = torch.arange(6.0)
shared = {"x": x, "tail": x[2:4], "t": x.view(2, 3).t(), "conj": torch.tensor([1 + 2j]).conj(), "u16": torch.ones(2, dtype=torch.uint16), "empty": torch.empty(0, 3),
          "dtype": torch.bfloat16, "size": torch.Size([1, 2]), "device": torch.device("cpu"), "layout": torch.strided, "rest": [1, 2.5, None, "s", b"b", {3}, 2**70]}
for zipped in (True, False):
    file = io.BytesIO()
    if not zipped:
        shared.pop("u16")
    torch.save(shared, file, _use_new_zipfile_serialization=zipped)
    file.seek(0)
    loaded = torch.load(file)
    print(loaded)
    print(loaded["x"].data_ptr() + 8 == loaded["tail"].data_ptr(), loaded["t"].stride())

file = io.BytesIO()
torch.save(torch.nn.Linear(2, 2).state_dict(), file)
archive = zipfile.ZipFile(file)
print(sorted(archive.namelist()), archive.testzip(), [i.header_offset % 64 for i in archive.infolist()][:1])


class Evil:
    def __reduce__(self):
        return print, ("called",)


class Own:
    pass


for obj in (Evil(), Own()):
    file = io.BytesIO()
    torch.save(obj, file)
    for trusted in ([], [Own]):
        file.seek(0)
        try:
            with torch.serialization.safe_globals(trusted):
                print(type(torch.load(file)).__name__)
        except pickle.UnpicklingError as e:
            print(str(e).split("WeightsUnpickler error: ")[1].split(" was not")[0])
good = zlib.decompress(base64.b64decode(ZIP))
for bad in (good[:-40], good[:200], b"PK\x03\x04" + bytes(50), b"abc", b""):
    try:
        torch.load(io.BytesIO(bad))
    except Exception as e:
        print(type(e).__name__)
