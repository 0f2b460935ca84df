import { expect, test } from "vitest";

import { auditActions } from "#domain/contracts/audit-actions.ts";
import { engineActions } from "#engine/audit/write-audit.ts";

test("The site's list of actions holds each that the engine writes", () => {
  expect(auditActions).toEqual(expect.arrayContaining([...engineActions]));
});
