import { expect, test } from "vitest";

import { createDemoState } from "./demo-state.ts";

const mail = (subject: string, text: string) => ({ subject, text }) as never;

test("A stand-in lists what it received newest first, and forgets what it is told to", () => {
  const { mails } = createDemoState();
  for (const subject of ["un", "deux", "trois"]) mails.add(mail(subject, ""));
  expect(mails.list().map(({ subject }) => subject)).toEqual(["trois", "deux", "un"]);
  mails.clear();
  expect(mails.list()).toEqual([]);
});

test("It remembers no more than 2,000 entries and a million characters, the newest of them", () => {
  const { mails } = createDemoState();
  for (let number = 0; number < 2100; number += 1) mails.add(mail(String(number), ""));
  expect(mails.list()).toHaveLength(2000);
  expect(mails.list()[0]?.subject).toBe("2099");

  for (let number = 0; number < 300; number += 1) mails.add(mail(`long ${number}`, "é".repeat(40_000)));
  const kept = mails.list();
  expect(JSON.stringify(kept).length).toBeLessThanOrEqual(1_000_200);
  expect(kept.length).toBeGreaterThan(20);
  expect(kept[0]?.subject).toBe("long 299");
});
