import type { Reporter, TestCase, TestModule } from "vitest/node";

import { differences, leastShare, outside } from "./differences.ts";

/** Says how many of the cases that ask a server pass, and fails the run when one differs that is not listed. */
export class SuiteReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const asked = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => asksServer(test) && !outside.some((pattern) => pattern.test(test.fullName)));
    const differing = asked.filter((test) => test.result().state !== "passed");
    const unnamed = differing.filter((test) => !(test.fullName in differences));
    const cured = Object.keys(differences).filter((name) => !differing.some((test) => test.fullName === name));
    const share = (asked.length - differing.length) / asked.length;

    for (const error of modules.flatMap((module) => module.errors())) console.log(error.stack ?? error.message);
    for (const test of differing) console.log(`differs: ${test.fullName}: ${reasonOf(test)}`);
    for (const name of cured) console.log(`does not differ any more: ${name}`);
    console.log(`AUTH-SUITE: ${asked.length - differing.length} of ${asked.length} cases that ask a server pass`);
    process.exitCode = unnamed.length > 0 || cured.length > 0 || !(share >= leastShare) ? 1 : 0;
  }
}

/** A case that never began, because what goes before it failed, was about to ask. */
function asksServer(test: TestCase): boolean {
  return (test.meta().requests ?? 0) > 0 || test.result().state === "skipped";
}

function reasonOf(test: TestCase): string {
  const [first] = test.result().errors ?? [];
  return differences[test.fullName] ?? `not named; ${first?.message.split("\n")[0] ?? ""}`;
}
