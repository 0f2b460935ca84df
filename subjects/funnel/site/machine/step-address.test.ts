import { describe, expect, test } from "vitest";

import { providerReturnAddress, readLanding, stepAddress, stepOfAddress } from "./step-address.ts";

const at = (rest: string) => new URL(`https://site.example/inscription-secretariat${rest}`);

describe("Address of a funnel", () => {
  test.each([
    ["?etape=3", 3],
    ["", 1],
    ["?etape=9", 1],
    ["?etape=abc", 1],
    ["?etape=2.5", 1],
  ])("%j asks for step %i", (rest, step) => {
    expect(stepOfAddress(at(rest))).toBe(step);
  });

  test.each([
    ["", 1, ""],
    ["?etape=4", 1, ""],
    ["", 3, "?etape=3"],
    ["?step=2&code=x&utm_source=lettre", 2, "?utm_source=lettre&etape=2"],
    ["?volume=75&step=7#connexion", 3, "?etape=3"],
    ["?step=2&error=access_denied&error_code=x&error_description=y#error=access_denied", 1, ""],
  ] as const)("From %j step %i is at %j: what was read is taken away, the rest stays", (rest, step, expected) => {
    expect(stepAddress(at(rest), step)).toBe(`/inscription-secretariat${expected}`);
  });

  test.each([
    ["?volume=75", 75],
    ["?volume=0", undefined],
    ["?volume=-10", undefined],
    ["?volume=abc", undefined],
    ["?volume=Infinity", undefined],
    ["?volume=", undefined],
  ])("%j asks for the volume %s", (rest, volume) => {
    expect(readLanding(at(rest)).volume).toBe(volume);
  });

  test("Only step=2 is a return from the identity provider", () => {
    expect(readLanding(at("?step=2&code=abc")).provider).toEqual({ code: "abc" });
    expect(readLanding(at("?step=2#error=access_denied")).provider).toEqual({ error: "access_denied" });
    expect(readLanding(at("?step=2")).provider).toEqual({});
    expect(readLanding(at("?step=3&code=abc")).provider).toBeUndefined();
  });

  test("The provider sends back to the same path with step=2 and nothing else", () => {
    expect(providerReturnAddress(at("?etape=1&utm=x"))).toBe("https://site.example/inscription-secretariat?step=2");
  });
});
