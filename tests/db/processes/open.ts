/** Opens a database, says so, and does what its job says until its standard input ends. For tests that kill it. */
import pino from "pino";

import { openDatabase } from "#engine/db/open-database.ts";

import type { Errand } from "./start.ts";

const errand = JSON.parse(process.argv[2] ?? "") as Errand;
const say = (text: string) => process.stdout.write(`${text}\n`);

try {
  const db = await openDatabase(
    { databaseUrl: undefined, dataDir: "", authSecret: "a secret of no use", ...errand.settings },
    pino({ level: "silent" }),
    { folders: errand.folders },
  );
  say("open");
  let isStopping = false;
  process.stdin.resume().on("end", () => (isStopping = true));

  if (errand.job === "write") {
    for (let number = errand.firstNumber ?? 1; !isStopping; number += 1) {
      await db.asServer((tx) => tx.query("insert into private.numbers (number) values ($1)", [number]));
      say(String(number));
    }
  } else {
    await new Promise((resolve) => process.stdin.once("end", resolve));
  }
  await db.close();
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
