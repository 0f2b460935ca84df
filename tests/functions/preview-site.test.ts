import { describe, expect } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import { openPreview } from "#server/preview/preview-token.ts";

import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("preview-site");
const day = civilDate("2025-10-30");

describe("A link to the site on another day", () => {
  test("is for administrators with a live session", async ({ context, db, post }) => {
    for (const { who, status, headers } of await listStrangers(context, db)) {
      const answer = await post({ day }, headers);
      expect([who, answer.status]).toEqual([who, status]);
      expect(JSON.stringify(answer.body)).not.toContain("apercu");
    }
  });

  test("opens for an hour", async ({ context, post }) => {
    const { status, body } = await post({ day });
    const [, token = ""] = /^\/apercu\/([^/]+)\/$/.exec(String(body.path)) ?? [];
    expect(status).toBe(200);
    expect(openPreview(context.settings.authSecret, token, context.now())).toEqual({ day, isDraft: false });
    expect(openPreview(context.settings.authSecret, token, new Date(Date.now() + 61 * 60_000))).toBeUndefined();
  });

  test.for(["", "demain", "2025-02-30", 7, null, undefined, "2025-10-30/../admin"])(
    "of %j is refused",
    async (asked, { post }) => {
      expect((await post({ day: asked })).status).toBe(400);
    },
  );
});
