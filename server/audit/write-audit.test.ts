import { expect, test } from "vitest";

import { auditActions } from "#subjects/journal/rules/audit-actions.ts";
import { engineActions } from "#engine/audit/write-audit.ts";

test("The site's list of actions holds each that the engine writes", () => {
  expect(auditActions).toEqual(expect.arrayContaining([...engineActions]));
});
