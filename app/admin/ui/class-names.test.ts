import { expect, it } from "vitest";

import { classNames } from "./class-names.ts";

it("Of two utilities that set the same thing, the last one wins, our tokens included", () => {
  expect(classNames("text-2xs p-2", "text-giant", "p-cell")).toBe("text-giant p-cell");
  expect(classNames("rounded-jack", "rounded-sm")).toBe("rounded-sm");
});

it("Drawn objects and conditions that do not hold stay out of it", () => {
  expect(classNames("pill pill-client", false, undefined, "mt-2")).toBe("pill pill-client mt-2");
});
