import { expect, test } from "vitest";

import { sayDay, sayWeekday } from "./days.ts";

test("Days are said as French writes them, the first of a month too", () => {
  expect([sayDay("2025-11-01"), sayDay("2025-11-21")]).toEqual(["1er\u00a0novembre 2025", "21\u00a0novembre 2025"]);
  expect(sayWeekday("2025-11-01")).toBe("samedi 1er\u00a0novembre 2025");
  expect(sayWeekday("2025-11-21")).toBe("vendredi 21\u00a0novembre 2025");
});
