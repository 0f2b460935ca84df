import { vi } from "vitest";

import { patienceMs } from "./patience.ts";

/** Vitest gives up after a second, and has a setting for `expect.poll` alone. */
const { waitFor, waitUntil } = vi;

const isPatient = Symbol.for("waits are patient");
if (!(isPatient in vi)) {
  Object.assign(vi, {
    [isPatient]: true,
    waitFor: ((callback, options) => waitFor(callback, patiently(options))) satisfies typeof waitFor,
    waitUntil: ((callback, options) => waitUntil(callback, patiently(options))) satisfies typeof waitUntil,
  });
}

function patiently(options: Parameters<typeof waitFor>[1]) {
  return typeof options === "number" ? options : { timeout: patienceMs.wait, ...options };
}
