// npm run doctor [-- --json]
// Lists what the owner has to decide before (and after) the site is on line. Reads only.
// Exit code: 0 without an error, 1 with one, 2 when it could not look.
import { hasError, listReport, writeReport } from "#server/doctor/findings.ts";
import { loadSettings } from "#server/settings/load-settings.ts";

import { failOn } from "./fail.ts";
import { listFindings } from "./list-findings.ts";

try {
  const findings = await listFindings(await loadSettings(process.cwd()));
  const isForMachines = process.argv.includes("--json");
  console.log(isForMachines ? JSON.stringify(listReport(findings), null, 2) : writeReport(findings));
  process.exit(hasError(findings) ? 1 : 0);
} catch (error) {
  failOn(error, 2);
}
