// The whole suite, or the files that the arguments name. The last line is "N passed, N failed".
//
// Of the integration tests the whole suite runs each on the engines that may answer it
// differently, and leaves out what a release is proved with (tests/selection.ts); a file that is
// named runs on both. `--quick` is the loop of a working day: what needs neither a
// browser nor the built site.
import { relative } from "node:path";
import { createVitest, type TestSpecification } from "vitest/node";

import { engines, enginesFor, isProvedOnly, isQuick } from "#tests/selection.ts";
import { useMemoryDisk } from "#tests/support/memory-disk.ts";

const names = process.argv.slice(2).filter((argument) => argument !== "--quick");
const isQuickRun = process.argv.includes("--quick");

// As Vitest's own command does, before the configuration is read: no development site is opened for tests.
process.env.VITEST = "true";
await useMemoryDisk();
const vitest = await createVitest("test", { run: true, watch: false });
await vitest.standalone();
const specifications = (await vitest.globTestSpecifications(names)).filter(isWanted);
await vitest.runTestSpecifications(specifications, names.length === 0);

const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const passed = tests.filter((test) => test.result().state === "passed").length;
const failed = tests.filter((test) => test.result().state === "failed").length;
const brokenFiles = modules.filter(
  (module) => module.state() === "failed" && ![...module.children.allTests("failed")].length,
).length;
const problems = vitest.state.getUnhandledErrors().length;
await vitest.close();

console.log(`${passed} passed, ${failed + brokenFiles + problems} failed`);
process.exit(passed > 0 && failed + brokenFiles + problems === 0 ? 0 : 1);

function isWanted({ moduleId, project }: TestSpecification): boolean {
  const engine = engines.find((each) => each === project.name);
  const file = relative(process.cwd(), moduleId).replaceAll("\\", "/");
  if (isQuickRun) return isQuick(file, project.name);
  if (names.length > 0) return true;
  return engine === undefined ? !isProvedOnly(file) : enginesFor(file).includes(engine);
}
