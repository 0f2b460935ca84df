import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ResumePayload } from "#subjects/funnel/rules/resume-payload.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";

import { openResumption, type Resumption, sealResumption } from "./resume-token.ts";

const secret = "a-secret-for-tests-only-0123456789abcdef";
const issuedAt = new Date("2026-11-20T10:00:00.000Z");
const after = (ms: number) => new Date(issuedAt.getTime() + ms);
const lifeMs = 30 * 24 * 60 * 60 * 1000;
const resumption: Resumption = {
  funnel: "secretariat",
  issuedAt,
  answers: { email: "yann@menuiserie.example", firstName: "Yann", companyName: "D'Été & Fils <b>", volume: 50 },
};

/** Sealed by the first version with the same secret: links already mailed must go on opening. */
const mailedBefore =
  "Ab9RrrUSQLAN0owyp2lrlqhljL3N9XeYlKus-RYw3rEKhby6gFkUXZPKfmtYWN9VgHKhOvTt_sMW5G1o2q9HiNZkhcJOp4goM5nph5CW8_ejmndx7v8DLtFQK76Cx0DJ6gF_5s14dg2ycx1vsYCIliMq-C11R1Gg5ms74bJ_xBLnfODqRfzrCeyhtuBmapNMCJdZGq6XRL4BnLfNfp3Qcw";

describe("A sealed resumption", () => {
  test("opens to what was sealed, whatever was typed", async () => {
    const text = fc.string({ unit: "binary", maxLength: 400 });
    const answers: fc.Arbitrary<ResumePayload> = fc.record(
      { email: text, firstName: text, welcomeMessage: text, businessHours: fc.array(text), callsPerMonth: fc.nat() },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...funnelOffers), answers, async (funnel, typed) => {
        const token = await sealResumption(secret, { funnel, issuedAt, answers: typed });
        expect(token).toMatch(/^[\w-]+$/);
        const opened = await openResumption(secret, token, issuedAt);
        expect(opened).toEqual({ ok: true, value: { funnel, issuedAt, answers: typed } });
      }),
      { numRuns: 60 },
    );
  });

  test("made earlier, by the first version, still opens", async () => {
    expect(await openResumption(secret, mailedBefore, after(1))).toEqual({ ok: true, value: resumption });
  });

  test("shows nothing of what it carries, and is never twice the same", async () => {
    const [one, other] = [await sealResumption(secret, resumption), await sealResumption(secret, resumption)];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, "base64url").toString("latin1")).not.toMatch(/yann|menuiserie|secretariat/i);
  });

  test("with any bit of any byte changed is refused", async () => {
    const bytes = Buffer.from(await sealResumption(secret, resumption), "base64url");
    for (let place = 0; place < bytes.length; place += 1) {
      const bent = Buffer.from(bytes);
      bent[place] = (bent[place] ?? 0) ^ (1 << (place % 8));
      expect([place, await openResumption(secret, bent.toString("base64url"), issuedAt)]).toEqual([
        place,
        { ok: false, problem: "unusable" },
      ]);
    }
  });

  test("cut anywhere, lengthened or spelt otherwise is refused", async () => {
    const token = await sealResumption(secret, resumption);
    const others = [
      ...Array.from({ length: token.length }, (_, length) => token.slice(0, length)),
      `${token}A`,
      `${token}=`,
      `${token} `,
      ` ${token}`,
      token.replace(/.$/, "!"),
      "A".repeat(2000),
      "💥",
    ];
    for (const other of others) {
      expect([other, await openResumption(secret, other, issuedAt)]).toEqual([
        other,
        { ok: false, problem: "unusable" },
      ]);
    }
  });

  test("is refused under another secret", async () => {
    const token = await sealResumption(secret, resumption);
    expect(await openResumption(`${secret}2`, token, issuedAt)).toEqual({ ok: false, problem: "unusable" });
  });

  test.each([
    [0, true],
    [lifeMs, true],
    [lifeMs + 1, false],
    [2 * lifeMs, false],
  ])("after %i ms opens: %s", async (ageMs, opens) => {
    const token = await sealResumption(secret, resumption);
    expect((await openResumption(secret, token, after(ageMs))).ok).toBe(opens);
  });
});
