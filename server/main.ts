import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { createLog } from "./log.ts";
import { release } from "./settings/release.ts";
import { loadSettings } from "./settings/load-settings.ts";
import { saySystemError } from "./settings/say-system-error.ts";
import { type Settings, SettingsError } from "./settings/settings.ts";
import { startServer } from "./start-server.ts";

const startedAt = performance.now();

try {
  const settings = await loadSettings(process.cwd());
  const log = createLog(settings.logLevel, settings.logDir);
  for (const notice of [...settings.notices, ...settings.siteNotices]) log.warn(notice);
  for (const { sentence } of settings.mediaProblems) log.warn(sentence);
  const server = await startServer(process.cwd(), settings, log);
  log.info(release, "the site is ready");
  announce(settings);

  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "the stop was not clean");
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  for (const sentence of explain(error)) console.error(sentence);
  process.exit(1);
}

function announce({ mode, site, firstAdmin, publishableKey, secretKey }: Settings): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`Ready in ${seconds} s: ${site.origin}`);
  if (mode === "production") return;
  console.log(`  Back office     ${site.origin}/admin`);
  console.log(`  Administrator   ${firstAdmin?.email}  ${firstAdmin?.password}`);
  console.log(`  Demonstration   ${site.origin}/demo (mails, webhooks, payments, failure switches)`);
  console.log(`  Browser key     ${publishableKey}`);
  console.log(`  Server key      ${secretKey}`);
}

/** One sentence that says what to do, for what an operator can cause; the stack for what is our own fault. */
function explain(error: unknown): string[] {
  if (error instanceof SettingsError) {
    return ["The configuration has mistakes:", ...error.problems.map((each) => `- ${each}`)];
  }
  const { code, port, syscall } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") return [`Port ${port} is taken: stop what uses it, or set PORT to another.`];
  if (code === "EACCES" && syscall === "listen") return [`Port ${port} needs rights that this account has not.`];
  if (syscall === "getaddrinfo" || code === "EADDRNOTAVAIL") {
    return [`HOST is ${process.env.HOST}, which is no address of this machine.`];
  }
  const said = saySystemError(error);
  if (said !== undefined) return [said];
  // Our own sentences are plain errors; whatever has a class of its own is a surprise.
  const isSentence = error instanceof Error && error.constructor === Error && code === undefined;
  if (isSentence || error instanceof DatabaseUnavailable) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
