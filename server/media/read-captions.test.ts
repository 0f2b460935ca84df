import { expect, test } from "vitest";

import { readCaptions, turnsOf } from "./read-captions.ts";

const captions = `WEBVTT

00:00.100 --> 00:02.000
<v L’assistante>Bonjour Claire.

00:02.300 --> 01:01.500
<v L’assistante>Cela arrive-t-il ?

01:02.000 --> 01:03.000
<v La cliente>Oui.
`;

test("Cues that one speaker says one after the other are one turn, set as running French", () => {
  expect(turnsOf(readCaptions(captions) ?? [])).toEqual([
    {
      by: "assistant",
      speaker: "L’assistante",
      text: "Bonjour Claire. Cela arrive\u2011t\u2011il\u00a0?",
      atSeconds: 0.1,
    },
    { by: "caller", speaker: "La cliente", text: "Oui.", atSeconds: 62 },
  ]);
});

test("A cue says when its words end", () => {
  expect(readCaptions(captions)?.map(({ untilSeconds }) => untilSeconds)).toEqual([2, 61.5, 63]);
});
