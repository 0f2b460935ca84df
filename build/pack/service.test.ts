import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

const file = "deploy/ariane.service";
const unit = readFileSync(file, "utf8");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

describe("The service unit", () => {
  // The judge is a program of Linux; what it judges is a file that is the same everywhere.
  test.runIf(hasSystemd)("is exposed 2.0 of 10 at most, as systemd counts", () => {
    const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=true", file], { encoding: "utf8" });
    const exposure = Number(/Overall exposure level for ariane\.service: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThanOrEqual(2);
  });

  test("gives a clean stop the time that it takes, and Node its own compiler", () => {
    expect(unit).toMatch(/^TimeoutStopSec=20$/m);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m);
  });
});
