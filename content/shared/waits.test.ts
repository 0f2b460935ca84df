import { expect, test } from "vitest";

import { waitInWords } from "./waits.ts";

test.each([
  [0, "une minute"],
  [40, "une minute"],
  [61, "2\u00a0minutes"],
  [3540, "59\u00a0minutes"],
  [3541, "une heure"],
  [3600, "une heure"],
  [3601, "2\u00a0heures"],
  [17_264, "5\u00a0heures"],
])("A wait of %i s is %s", (seconds, words) => expect(waitInWords(seconds * 1000)).toBe(words));
