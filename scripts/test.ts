// The whole suite, or what the arguments name. The last line is "N passed, N failed".
import { startVitest } from "vitest/node";

const vitest = await startVitest("test", process.argv.slice(2), { run: true, watch: false });
const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
const passed = tests.filter((test) => test.result().state === "passed").length;
const failed = tests.filter((test) => test.result().state === "failed").length;
const brokenFiles = vitest.state.getTestModules().filter((module) => module.state() === "failed" && ![...module.children.allTests("failed")].length).length; // prettier-ignore
const problems = vitest.state.getUnhandledErrors().length;
await vitest.close();

console.log(`${passed} passed, ${failed + brokenFiles + problems} failed`);
process.exit(passed > 0 && failed + brokenFiles + problems === 0 ? 0 : 1);
