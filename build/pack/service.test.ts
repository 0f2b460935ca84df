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

  test("hardens one of several processes as it hardens a single one", () => {
    const several = readFileSync("deploy/ariane@.service", "utf8");
    const hardening = unit.slice(unit.indexOf("NoNewPrivileges=yes"));
    expect(several.endsWith(hardening)).toBe(true);
    expect(several).toMatch(/^ExecStart=\/usr\/bin\/env PORT=%i /m);
  });
});

describe("The file of containers", () => {
  test("gives the proxy an address that the set-up trusts, and a clean stop its time", () => {
    const compose = readFileSync("deploy/compose.yaml", "utf8");
    const [, network = "none"] = /subnet: (\S+)/.exec(compose) ?? [];
    expect(readFileSync("scripts/setup/compose-files.ts", "utf8")).toContain(`"${network}"`);
    expect(compose).toMatch(/^ {4}stop_grace_period: 20s$/m);
  });
});
