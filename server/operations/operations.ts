import { dayOfSite } from "#kit/civil-date.ts";
import { checkDocument } from "#subjects/site-settings/server/check-document.ts";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { administratorProblems, createAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { inviteAdministrator } from "#engine/auth/administration/invite-administrator.ts";
import { projectOf } from "#engine/auth/administration/project-accounts.ts";
import { factorResetProblems, resetFactorsOf } from "#engine/auth/administration/reset-factors.ts";
import { hasSecretKey } from "#engine/auth/sessions/api-keys.ts";
import { recordBackup } from "#engine/backup/backup-record.ts";
import { copyDatabase } from "#engine/backup/folder-copies.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import type { WriteObstacle } from "#engine/db/database.ts";
import { instantShape } from "#kit/instants.ts";
import { checkRunning } from "#server/doctor/check-running.ts";
import type { MountedService } from "#engine/http/api.ts";
import { readJsonBody } from "#engine/http/json-body.ts";
import { keysAreConfigured } from "#engine/identity/configured-keys.ts";
import { isLoopback } from "#engine/network/client-address.ts";
import { listOpenDeliveries, listReceivers } from "#engine/outbox/open-deliveries.ts";
import { replayDeliveries, replayProblems } from "#engine/outbox/replay-deliveries.ts";
import type { Settings } from "#server/settings/settings.ts";

import { siteDocumentShape } from "#domain/site/site-config.ts";
import { importDocument } from "#server/site-versions/import-document.ts";

import { createMetrics } from "./metrics.ts";
import { folderHeader, nameFolder } from "./named-folder.ts";
import { createSecurityText, securityTextPath } from "./security-text.ts";

export type Probe = {
  isOutboxRunning: () => boolean;
  /** It still answers, and wants to be asked no more. */
  isStopping: () => boolean;
};

/** What a supervisor asks (is the process up, is it ready, how is it doing), and the programs of this machine. */
export function createOperations(context: ServerContext, probe: Probe): MountedService[] {
  return [
    { prefix: "/healthz", service: new Hono<AppEnv>().get("/", (c) => c.json({ status: "up" })) },
    { prefix: "/readyz", service: new Hono<AppEnv>().get("/", (c) => answerReadiness(context, probe, c)) },
    { prefix: "/metrics", service: createMetricsService(context) },
    { prefix: "/operations", service: createLocalOperations(context) },
    { prefix: securityTextPath, service: createSecurityText(context) },
  ];
}

async function answerReadiness({ db }: ServerContext, probe: Probe, c: Context): Promise<Response> {
  const isStopping = probe.isStopping();
  const database = await db.findWriteObstacle().then(
    (obstacle) => (obstacle ? obstacles[obstacle] : "reachable"),
    () => "unreachable",
  );
  const outbox = probe.isOutboxRunning() ? "running" : "stopped";
  const isReady = !isStopping && database === "reachable" && outbox === "running";
  if (!isReady) c.header("retry-after", "1");
  const status = isReady ? "ready" : isStopping ? "stopping" : "not ready";
  return c.json({ status, database, outbox }, isReady ? 200 : 503);
}

function createMetricsService(context: ServerContext): Hono<AppEnv> {
  const { settings } = context;
  const metrics = createMetrics(context);
  const isAllowed = (c: Context<AppEnv>) => (settings.mode === "demo" && isLocal(c)) || bringsSecretKey(settings, c);
  return new Hono<AppEnv>()
    .use(onlyIf(isAllowed, "SECRET_KEY is needed as bearer token."))
    .get("/", async (c) => c.text(await metrics.read(), 200, { "content-type": metrics.contentType }));
}

/** What the programs of this machine ask of the process that holds the embedded database. */
function createLocalOperations(context: ServerContext): Hono<AppEnv> {
  const { settings, db } = context;
  const operations = new Hono<AppEnv>();
  const isAllowed = (c: Context<AppEnv>) => isLocal(c) && bringsSecretKey(settings, c);
  operations.use(onlyIf(isAllowed, "SECRET_KEY is needed, from this machine."));
  operations.use(async (c, next) => {
    const folder = c.req.header(folderHeader);
    const isOurs = folder === undefined || (!settings.databaseUrl && folder === nameFolder(settings.dataDir));
    return isOurs ? next() : c.json({ error: "This server has another database." }, 404);
  });

  // What `npm run admin` asks.
  operations.post("/administrators", async (c) => {
    const asked = await readBody(
      c,
      administratorShape,
      "An e-mail is needed, and a password unless it is mailed an invitation.",
    );
    if (!asked.ok) return asked.problem;
    const { password, ...administrator } = asked.value;
    const { guessableWords } = settings;
    const created =
      password === undefined
        ? await inviteAdministrator(context, administrator)
        : await createAdministrator(
            db,
            { ...administrator, password, guessableWords },
            context.passwords,
            projectOf(settings),
          );
    return created.ok
      ? c.json({ waysLeft: created.value.waysLeft ?? [] }, 201)
      : c.json({ error: administratorProblems[created.problem] }, 400);
  });
  operations.post("/factor-resets", async (c) => {
    const asked = await readBody(c, factorResetShape, "An e-mail is needed.");
    if (!asked.ok) return asked.problem;
    const reset = await db.asServer((tx) => resetFactorsOf(context, tx, asked.value.email));
    return reset.ok ? c.json({}) : c.json({ error: factorResetProblems[reset.problem] }, 400);
  });
  operations.post("/signing-keys", async (c) => {
    const asked = await readBody(c, keyRotationShape, notOurs);
    if (!asked.ok) return asked.problem;
    if (settings.signingKeys) return c.json({ error: keysAreConfigured }, 409);
    const { signingKeys: keys } = context.identity;
    await (asked.value.now ? keys.retire() : keys.rotate());
    return c.json({});
  });

  // What `npm run settings` asks.
  operations.get("/site-settings", (c) => c.json({ document: settings.document }));
  operations.post("/site-settings", async (c) => {
    const asked = await readBody(c, siteImportShape, "A document is needed.");
    if (!asked.ok) return asked.problem;
    const { document, isTried } = asked.value;
    try {
      const imported = await importDocument(context, document, {
        isTried,
        today: dayOfSite(settings, context.now()),
        // A process that draws no pages has none to compare.
        compare: async (written) => (context.liveSite.version() === undefined ? [] : checkDocument(context, written)),
      });
      await context.liveSite.refresh();
      return c.json(imported);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      return c.json({ error: (error as Error).message }, 400);
    }
  });

  // What `npm run doctor` asks.
  operations.get("/findings", async (c) => c.json({ findings: await checkRunning(context) }));

  // What `npm run backup` asks: a copy to read, and to know when it is done.
  operations.post("/folder-copies", async (c) => {
    if (!db.copyFolder) return c.json({ error: "The database is a server: it is read in a snapshot." }, 409);
    try {
      const folder = await copyDatabase(db, settings.dataDir);
      return folder ? c.json({ folder }) : c.json({ error: "Another backup begins at this moment." }, 409);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return c.json({ error: error.message }, 503);
      throw error;
    }
  });
  operations.post("/backups", async (c) => {
    const asked = await readBody(c, backupRecordShape, notOurs);
    if (!asked.ok) return asked.problem;
    await db.asServer((tx) => recordBackup(tx, asked.value));
    return c.json({});
  });

  // What `npm run deliveries` asks.
  operations.get("/deliveries", async (c) =>
    c.json(
      await db.asServer(async (tx) => ({
        receivers: await listReceivers(tx),
        deliveries: await listOpenDeliveries(tx),
      })),
    ),
  );
  operations.post("/replays", async (c) => {
    const asked = await readBody(c, replayTargetShape, "The id of a delivery or of a receiver is needed.");
    if (!asked.ok) return asked.problem;
    const replay = { now: context.now(), actor: null };
    const replayed = await db.asServer((tx) => replayDeliveries(tx, asked.value.target, replay));
    return replayed.ok
      ? c.json({ replayed: replayed.value })
      : c.json({ error: replayProblems[replayed.problem] }, 409);
  });
  return operations;
}

/** The guard of every operation that is not open to all. */
function onlyIf(isAllowed: (c: Context<AppEnv>) => boolean, refusal: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => (isAllowed(c) ? next() : c.json({ error: refusal }, 401));
}

/** Asked by a program of this machine, for itself: a proxy that runs here too says that it passes something on. */
function isLocal(c: Context<AppEnv>): boolean {
  const isPassedOn = forwardingHeaders.some((name) => c.req.header(name) !== undefined);
  return isLoopback(c.get("clientAddress")) && !isPassedOn;
}

function bringsSecretKey(settings: Settings, c: Context<AppEnv>): boolean {
  return hasSecretKey(settings, { authorization: c.req.header("authorization") });
}

const notOurs = "The body is no JSON of ours.";

/** @param refusal what is answered to JSON of another shape */
async function readBody<Asked>(c: Context, shape: z.ZodType<Asked>, refusal: string): Promise<Result<Asked, Response>> {
  const body = await readJsonBody(c.req.raw);
  if (!body.ok) return failed(c.json({ error: notOurs }, body.problem.status));
  const asked = shape.safeParse(body.value);
  return asked.success ? ok(asked.data) : failed(c.json({ error: refusal }, 400));
}

const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/** In the words of `/readyz`: the database answers, and takes nothing. */
const obstacles = { disk_full: "short of space", read_only: "read-only" } satisfies Record<WriteObstacle, string>;

const siteImportShape = z.object({ document: siteDocumentShape, isTried: z.boolean() });
const factorResetShape = z.object({ email: z.string() });
const administratorShape = z.object({
  email: z.string(),
  password: z.string().optional(),
  name: z.string().max(100).optional(),
  role: z.string().optional(),
});

const keyRotationShape = z.strictObject({ now: z.boolean() });

const backupRecordShape = z.strictObject({
  at: instantShape,
  bytes: z.number(),
  rows: z.number(),
  isEncrypted: z.boolean(),
});

const replayTargetShape = z.object({
  target: z.union([
    z.literal("all"),
    z.strictObject({ delivery: z.guid() }),
    z.strictObject({ receiver: z.union([z.guid(), z.literal("mail")]) }),
  ]),
});
