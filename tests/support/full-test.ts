import { test } from "vitest";

import { isFull } from "./depth.ts";

/** What another test sees too, at its own height or lower: it runs with `npm run prove`, not with `npm test`. */
export const fullTest = isFull ? test : test.skip;
