// npm run check:production [-- --json] [--mail-to ADDRESS] [--identity FILE] [--time-server NAME]
// The doctor, and what has to be tried from outside: name, certificate, mails (one is sent), payment webhook,
// receivers, clock, the folder of backups and a restore into a database that is thrown away.
// Exit code: 0 without an error, 1 with one, 2 when it could not look.
import { promises as dns } from "node:dns";
import { parseArgs } from "node:util";

import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import { hasError, listReport, writeReport } from "#server/doctor/findings.ts";
import { createLog } from "#server/log.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { mailableAddress } from "#kit/email-address.ts";

import { callerFile } from "./caller-file.ts";
import { checkOutside } from "./check-production/check-outside.ts";
import { failOn } from "./fail.ts";
import { listFindings } from "./list-findings.ts";

const usage = "Usage: npm run check:production -- [--json] [--mail-to ADDRESS] [--identity FILE] [--time-server NAME]";

try {
  const { json: isForMachines, identity, ...options } = readOptions();
  const settings = await loadSettings(process.cwd());
  const mailTo = options["mail-to"] ?? settings.site.contact.email;
  if (mailableAddress(mailTo) === undefined) throw new Error(`--mail-to: ${mailTo} is no e-mail address.`);
  const tried = await checkOutside(settings, {
    resolver: new dns.Resolver({ timeout: 3000, tries: 2 }),
    mailTo,
    timeServer: options["time-server"] ?? "pool.ntp.org",
    identityFile: identity === undefined ? undefined : callerFile(identity),
    log: createLog("warn"),
  });
  const fromOutside = tried.flatMap(({ findings }) => findings);
  if (!isForMachines) {
    for (const { name, says, findings } of tried) if (findings.length === 0) console.log(`ok  ${name}: ${says}`);
    console.log("");
  }
  const looked = await listFindings(settings).catch((error: unknown) => error);
  const findings = joinFindings(Array.isArray(looked) ? looked : [], fromOutside);
  console.log(isForMachines ? JSON.stringify(listReport(findings), null, 2) : writeReport(findings));
  if (!Array.isArray(looked)) throw looked;
  process.exit(hasError(findings) ? 1 : 0);
} catch (error) {
  failOn(error, 2);
}

/** What both found is said once, as it was tried from outside: the certificate, the clock. */
function joinFindings(looked: Finding[], fromOutside: Finding[]): Finding[] {
  const tried = new Set(fromOutside.map(({ id }) => id));
  return [...looked.filter(({ id }) => !tried.has(id)), ...fromOutside];
}

function readOptions() {
  try {
    const text = { type: "string" } as const;
    const options = { json: { type: "boolean" }, "mail-to": text, identity: text, "time-server": text } as const;
    return parseArgs({ options, args: process.argv.slice(2) }).values;
  } catch (cause) {
    throw new Error(usage, { cause });
  }
}
