"""Rounds a variable font's kerning to 8 thousandths of an em, in one table of classes, for the letters of French.

Kerning that follows weight and width is a third of what the font weighs, for differences nobody sees: at most
0.06 px in 16 px text, 0.3 px in the largest title. Other accented letters kern as the letter below the accent, and
other signs not at all. Needs fonttools and brotli; see docs/third-party.md.

    python3 round-kerning.py font.ttf font.woff2
"""

import itertools
import sys
import unicodedata

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables as ot
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.varLib.varStore import OnlineVarStoreBuilder, VarStoreInstancer

STEP = 8
KERNED = "0123456789.,…?!‘'’-«»“”:/–—\u00a0 abcdefghijklmnopqrstuvwxyzàâäçéèêëîïôöùûüÿœæABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆ"
# The masters, as normalized coordinates: regular, bold, narrow, bold and narrow.
MASTERS = [{}, {"wght": 1}, {"wdth": -1}, {"wght": 1, "wdth": -1}]
SUPPORTS = [{}, {"wght": (0, 1, 1)}, {"wdth": (-1, -1, 0)}, {"wght": (0, 1, 1), "wdth": (-1, -1, 0)}]

font = TTFont(sys.argv[1])
glyphs = font.getGlyphOrder()
gpos, gdef = font["GPOS"].table, font["GDEF"].table


def read_pairs(location):
    """Horizontal advance added between two glyphs, summed over the lookups."""
    store = VarStoreInstancer(gdef.VarStore, font["fvar"].axes, location)

    def advance(value):
        if value is None:
            return 0
        device = getattr(value, "XAdvDevice", None)
        varied = store[(device.StartSize << 16) + device.EndSize] if device else 0
        return (getattr(value, "XAdvance", 0) or 0) + varied

    pairs = {}
    for lookup in gpos.LookupList.Lookup:
        found = {}
        for first in glyphs:
            for table in lookup.SubTable:
                if first not in table.Coverage.glyphs:
                    continue
                if table.Format == 1:
                    for record in table.PairSet[table.Coverage.glyphs.index(first)].PairValueRecord:
                        found.setdefault((first, record.SecondGlyph), advance(record.Value1))
                    continue
                row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)].Class2Record
                for second in glyphs:
                    value = row[table.ClassDef2.classDefs.get(second, 0)].Value1
                    found.setdefault((first, second), advance(value))
                break
        for pair, value in found.items():
            pairs[pair] = pairs.get(pair, 0) + value
    return pairs


def round_to_step(value):
    return round(value / STEP) * STEP


def kerned_as():
    """The glyph whose kerning each glyph has; signs have none."""
    cmap = font.getBestCmap()
    found = {}
    for code, glyph in cmap.items():
        character = chr(code)
        letter = character if character in KERNED else unicodedata.normalize("NFD", character)[0]
        if letter in KERNED:
            found.setdefault(glyph, cmap[ord(letter)])
    return found


masters = [read_pairs(location) for location in MASTERS]
nothing = (0, 0, 0, 0)
kerning = {}
models = kerned_as()
for first, second in itertools.product(models, repeat=2):
    pair = (models[first], models[second])
    regular, bold, narrow, both = (round_to_step(master.get(pair, 0)) for master in masters)
    deltas = (regular, bold - regular, narrow - regular, both - bold - narrow + regular)
    if deltas != nothing:
        kerning[first, second] = deltas


def classes(values_of):
    """Glyphs that kern alike; those that do not kern are left out."""
    found = {}
    for glyph in glyphs:
        found.setdefault(values_of(glyph), []).append(glyph)
    return [members for values, members in found.items() if any(value != nothing for value in values)]


firsts = classes(lambda first: tuple(kerning.get((first, second), nothing) for second in glyphs))
seconds = classes(lambda second: tuple(kerning.get((first, second), nothing) for first in glyphs))
firsts.sort(key=len, reverse=True)  # class 0 needs no list of its members

builder = OnlineVarStoreBuilder(["wght", "wdth"])
builder.setSupports(SUPPORTS)
devices = []


def value_record(first, second):
    advance, *deltas = kerning.get((first, second), nothing)
    value = ot.ValueRecord()
    value.XAdvance = advance
    value.XAdvDevice = None
    if any(deltas):
        device = value.XAdvDevice = ot.Device()
        index = builder.storeDeltas(deltas)
        device.DeltaFormat, device.StartSize, device.EndSize = 0x8000, index >> 16, index & 0xFFFF
        devices.append(device)
    record = ot.Class2Record()
    record.Value1, record.Value2 = value, None
    return record


table = ot.PairPos()
table.Format, table.ValueFormat1, table.ValueFormat2 = 2, 0x44, 0
table.Coverage, table.ClassDef1, table.ClassDef2 = ot.Coverage(), ot.ClassDef(), ot.ClassDef()
table.Coverage.glyphs = sorted((glyph for members in firsts for glyph in members), key=font.getGlyphID)
table.ClassDef1.classDefs = {glyph: index for index, members in enumerate(firsts) for glyph in members if index}
table.ClassDef2.classDefs = {glyph: index for index, members in enumerate(seconds, 1) for glyph in members}
table.Class1Count, table.Class2Count = len(firsts), len(seconds) + 1
table.Class1Record = []
for members in firsts:
    record = ot.Class1Record()
    record.Class2Record = [value_record(members[0], second) for second in [None, *(s[0] for s in seconds)]]
    table.Class1Record.append(record)

lookup = gpos.LookupList.Lookup[0]
lookup.SubTable = [table]
gpos.LookupList.Lookup = [lookup]
for record in gpos.FeatureList.FeatureRecord:
    record.Feature.LookupListIndex = [0]

gdef.VarStore = builder.finish()
moved = gdef.VarStore.optimize()
for device in devices:
    index = moved[(device.StartSize << 16) + device.EndSize]
    device.StartSize, device.EndSize = index >> 16, index & 0xFFFF

def add_signs():
    """What the source lacks: the thin space of large numbers, and the hyphen that ends no line."""
    thin, table = "uni202F", font["glyf"]
    for name in ("gvar", "HVAR", "GSUB"):
        font[name]  # read before the order of glyphs changes
    font.setGlyphOrder([*font.getGlyphOrder(), thin])
    table.glyphs[thin], table.glyphOrder = Glyph(), font.getGlyphOrder()
    font["hmtx"][thin] = (140, 0)
    font["gvar"].variations[thin] = []
    widths = font["HVAR"].table.AdvWidthMap.mapping
    widths[thin] = widths["uni00A0"]
    for subtable in font["cmap"].tables:
        subtable.cmap[0x202F], subtable.cmap[0x2011] = thin, "hyphen"


add_signs()
font.flavor = "woff2"
font.save(sys.argv[2])
