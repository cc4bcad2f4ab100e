"""Made-up texts in every encoding that Python and ICU both know by a name, as JSON: encodings.py SEED"""

import base64
import json
import random
import sys
import unicodedata

NAMES = """utf-8 utf-16-le utf-16-be utf-32-le windows-1250 windows-1251 windows-1252 windows-1253 windows-1254
windows-1255 windows-1256 windows-1257 windows-1258 iso-8859-1 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6
iso-8859-7 iso-8859-8 iso-8859-9 iso-8859-13 iso-8859-15 koi8-r koi8-u macintosh ibm437 ibm850 ibm852 ibm866 shift_jis
euc-jp gb18030 gbk big5 euc-kr""".split()
POOL = [chr(code) for code in [*range(0x20, 0x7F), *range(0xA0, 0x500), *range(0x5D0, 0x660), *range(0x3041, 0x3097),
                               *range(0x4E00, 0x4F00), *range(0xAC00, 0xAC60), 0x2013, 0x2014, 0x20AC, 0x2026]
        if unicodedata.category(chr(code))[0] in "LNPSZ"]

# ICU takes one of two characters for some bytes where Python takes the other, or knows none.
OTHERS = {"ibm437": "\u00b5\u03bc", "ibm852": "\u00ac"}
WIDE = "shift_jis euc-jp gb18030 gbk big5 euc-kr".split()

random.seed(int(sys.argv[1]))
texts = []
for name in NAMES:
    known = []
    for character in POOL:
        if character in OTHERS.get(name, "") or name in WIDE and "\u007f" < character < "\u3041":
            continue
        try:
            # Python writes syllables that EUC-KR does not have by their letters, and has kana of its own in Big5.
            written = character.encode(name)
            if name in ("big5", "euc-kr") and (len(written) > 2 or "\u3041" <= character < "\u4e00"):
                continue
            if written.decode(name) == character:
                known.append(character)
        except UnicodeError:
            continue
    text = "".join(random.choices(known, k=400))
    texts.append({"encoding": name, "text": text, "bytes": base64.b64encode(text.encode(name)).decode()})
print(json.dumps(texts))
