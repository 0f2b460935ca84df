import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";

import pino from "pino";
import { SMTPServer } from "smtp-server";
import Stripe from "stripe";
import { expect, onTestFinished, test } from "vitest";

import { makeSelfSigned } from "#tests/outbox/self-signed.ts";
import { createTestContext } from "#tests/support/context.ts";

import { checkAnswer, checkCertificate, checkPlainAddress } from "./check-address.ts";
import { checkBackupFolder, tryRestore } from "./check-backups.ts";
import { checkClock } from "./check-clock.ts";
import { checkDkim, checkDmarc, checkSiteName, checkSpf, type Resolver } from "./check-names.ts";
import { checkProxy } from "./check-outside.ts";
import { checkMail, checkPayments, checkReceivers } from "./check-services.ts";
import type { Tried } from "./tried.ts";

const { settings } = createTestContext({ db: undefined as never });
const now = new Date("2026-11-28T12:00:00Z");

const idsOf = ({ findings }: Tried) => findings.map(({ id }) => id);

/** A name server that knows these records. */
function resolverOf(records: Record<string, string[]>): Resolver {
  const find = (kind: string) => (name: string) => {
    const found = records[`${kind} ${name}`];
    if (found) return Promise.resolve(found);
    return Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
  };
  const inPieces = async (name: string) => (await find("TXT")(name)).map((text) => [text.slice(0, 4), text.slice(4)]);
  return { resolve4: find("A"), resolve6: find("AAAA"), resolveTxt: inPieces };
}

const refuse = () => Promise.reject(Object.assign(new Error("none"), { code: "ESERVFAIL" }));
const away: Resolver = { resolve4: refuse, resolve6: refuse, resolveTxt: refuse };

test("A name leads somewhere, by either kind of address", async () => {
  const known = resolverOf({ "A a.fr": ["192.0.2.1"], "AAAA b.fr": ["2001:db8::1"] });
  expect((await checkSiteName(known, "https://a.fr")).says).toBe("a.fr is 192.0.2.1.");
  expect((await checkSiteName(known, "https://b.fr")).says).toBe("b.fr is 2001:db8::1.");
  expect(idsOf(await checkSiteName(known, "https://c.fr"))).toEqual(["name-unresolved"]);
  expect(idsOf(await checkSiteName(away, "https://a.fr"))).toEqual(["name-unresolved"]);
  expect(idsOf(await checkSiteName(away, "http://127.0.0.1:3000"))).toEqual([]);
});

test.each([
  [["v=spf1 include:_spf.poste.fr -all"], []],
  [["v=spf1 redirect=_spf.poste.fr", "google-site-verification=x"], []],
  [["v=spf1 include:_spf.poste.fr +all"], ["spf-wrong"]],
  [["v=spf1 mx ?all"], ["spf-wrong"]],
  [["v=spf1 mx -all", "v=spf1 a -all"], ["spf-wrong"]],
  [["v=spf10 -all"], ["spf-missing"]],
  [[], ["spf-missing"]],
])("Of the SPF records %j it finds %j", async (records, ids) => {
  const known = resolverOf(records.length === 0 ? {} : { "TXT a.fr": records });
  expect(idsOf(await checkSpf(known, "a.fr"))).toEqual(ids);
});

test("DMARC is looked for above, and tells what it asks for", async () => {
  const known = resolverOf({ "TXT _dmarc.a.fr": ["v=DMARC1; p=reject"], "TXT _dmarc.b.fr": ["v=DMARC1; p=none"] });
  expect(idsOf(await checkDmarc(known, "mail.a.fr"))).toEqual([]);
  expect(idsOf(await checkDmarc(known, "b.fr"))).toEqual(["dmarc-idle"]);
  expect(idsOf(await checkDmarc(known, "c.fr"))).toEqual(["dmarc-missing"]);
  expect(idsOf(await checkDmarc(away, "a.fr"))).toEqual(["name-unresolved"]);
});

test("A DKIM key is found under its selector; one that was withdrawn is none", async () => {
  const known = resolverOf({
    "TXT s1._domainkey.a.fr": ["v=DKIM1; k=rsa; p=MIIB"],
    "TXT s2._domainkey.a.fr": ["v=DKIM1; p="],
  });
  expect(idsOf(await checkDkim(known, "a.fr", "s1"))).toEqual([]);
  expect(idsOf(await checkDkim(known, "a.fr", "s2"))).toEqual(["dkim-missing"]);
  expect(idsOf(await checkDkim(known, "a.fr", "s3"))).toEqual(["dkim-missing"]);
  expect(idsOf(await checkDkim(known, "a.fr", undefined))).toEqual(["dkim-unset"]);
});

async function serveTls(pair: { key: string; cert: string }): Promise<string> {
  const server = createTlsServer(pair, (socket) => socket.end()).listen(0, "127.0.0.1");
  server.on("tlsClientError", () => {});
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

test("A certificate is believed, refused, or ends soon", async () => {
  const pair = makeSelfSigned("localhost");
  const origin = await serveTls(pair);
  expect(await checkCertificate(origin, now, pair.cert)).toMatchObject({
    findings: [],
    says: expect.stringContaining("speaks TLSv1.3"),
  });
  expect(await checkCertificate(origin, now)).toMatchObject({
    findings: [{ id: "bad-certificate", sentence: expect.stringContaining("DEPTH_ZERO_SELF_SIGNED_CERT") }],
  });
  expect(idsOf(await checkCertificate(origin, new Date("2049-12-25"), pair.cert))).toEqual(["bad-certificate"]);

  const other = makeSelfSigned("autre.fr");
  expect(await checkCertificate(await serveTls(other), now, other.cert)).toMatchObject({
    findings: [{ id: "bad-certificate", sentence: expect.stringContaining("ERR_TLS_CERT_ALTNAME_INVALID") }],
  });
  expect(await checkCertificate("https://localhost:9", now)).toMatchObject({
    findings: [{ id: "tls-refused", sentence: "No TLS at localhost:9 (ECONNREFUSED)." }],
  });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("A site that is not ready, or not there, is told with what it answers", async () => {
  const origin = await serve((_, response) => response.writeHead(503).end());
  expect((await checkAnswer(origin)).findings).toMatchObject([
    { id: "site-away", sentence: expect.stringContaining("answers 503") },
  ]);
  expect((await checkAnswer("http://127.0.0.1:9")).findings).toMatchObject([{ id: "site-away" }]);
  expect(idsOf(await checkAnswer(await serve((_, response) => response.end())))).toEqual([]);
});

test("http: leads to https:, or is told", async () => {
  const plain = await serve((_, response) => response.end("hello"));
  const leading = await serve((_, response) => response.writeHead(301, { location: "https://a.fr/" }).end());
  const asHttps = (origin: string) => origin.replace("http:", "https:");
  expect(idsOf(await checkPlainAddress(asHttps(plain)))).toEqual(["site-in-the-clear"]);
  expect(idsOf(await checkPlainAddress(asHttps(leading)))).toEqual([]);
  expect(idsOf(await checkPlainAddress("https://127.0.0.1:9"))).toEqual([]);
});

test("A mail really leaves; a server that refuses it is quoted", async () => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith("plein@") ? Object.assign(new Error("full"), { responseCode: 552 }) : null),
    onData(stream, _, done) {
      stream.on("data", (chunk: Buffer) => received.push(chunk.toString()));
      stream.on("end", () => done());
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => server.close(() => {}));
  const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const mail = { smtpUrl, from: "Ariane <bonjour@a.fr>" };

  expect(idsOf(await checkMail({ ...settings, mail }, "moi@a.fr"))).toEqual([]);
  expect(received.join("")).toMatch(/^To: moi@a\.fr/m);
  expect((await checkMail({ ...settings, mail }, "plein@a.fr")).findings).toMatchObject([
    { id: "mail-refused", sentence: expect.stringContaining("plein@a.fr (552") },
  ]);
  const nowhere = { ...mail, smtpUrl: "smtp://127.0.0.1:9" };
  expect(idsOf(await checkMail({ ...settings, mail: nowhere }, "moi@a.fr"))).toEqual(["mail-refused"]);
});

test("The payment webhook takes the signed event alone; another secret, or none, is told", async () => {
  const secret = "whsec_for_this_test_alone";
  const site = (isRight: (body: string, signature: string) => boolean) =>
    serve(async (request, response) => {
      const body = (await request.toArray()).join("");
      response.writeHead(isRight(body, String(request.headers["stripe-signature"])) ? 200 : 400).end();
    });
  const verifies = (known: string) => (body: string, signature: string) => {
    try {
      return Boolean(Stripe.webhooks.constructEvent(body, signature, known));
    } catch {
      return false;
    }
  };
  const tryAt = async (origin: string, stripeWebhookSecret: string | undefined = secret) =>
    checkPayments({ stripeWebhookSecret, site: { ...settings.site, origin } });

  expect(idsOf(await tryAt(await site(verifies(secret))))).toEqual([]);
  expect((await tryAt(await site(verifies("whsec_another_one")))).findings).toMatchObject([
    { id: "payments-refused", sentence: expect.stringContaining("answers 400 to a signed event") },
  ]);
  expect((await tryAt(await site(() => true))).findings).toMatchObject([
    { id: "payments-refused", sentence: expect.stringContaining("answers 200 to an event that another signed") },
  ]);
  expect(idsOf(await tryAt("http://127.0.0.1:9", ""))).toEqual(["payments-unset"]);
});

test("A receiver is asked whether it is there, and is sent no event", async () => {
  const asked: string[] = [];
  const answering = (status: number) =>
    serve((request, response) => {
      asked.push(String(request.method));
      response.writeHead(status).end();
    });
  const urls = [await answering(405), await answering(410), await answering(502), "http://127.0.0.1:9"];
  const receivers = urls.map((origin) => ({ topic: "lead", url: `${origin}/secret` }));

  const tried = await checkReceivers({ webhooks: { secrets: [], receivers } });
  expect(tried.map(idsOf)).toEqual([[], ["receiver-away"], ["receiver-away"], ["receiver-away"]]);
  expect(JSON.stringify(tried)).not.toContain("/secret");
  expect(asked).toEqual(["HEAD", "HEAD", "HEAD"]);
});

/** @param aheadMs that its clock is of ours */
async function serveTime(aheadMs: number): Promise<string> {
  const socket = createSocket("udp4").on("message", (_, { port, address }) => {
    const answer = Buffer.alloc(48);
    answer.writeUInt32BE(Math.floor((Date.now() + aheadMs) / 1000) + 2_208_988_800, 40);
    socket.send(answer, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

test("A clock that is off is told; without an answer it is not known", async () => {
  expect(idsOf(await checkClock(await serveTime(0)))).toEqual([]);
  expect(idsOf(await checkClock(await serveTime(60_000)))).toEqual(["wrong-clock"]);
  expect(idsOf(await checkClock(await serveTime(-60_000)))).toEqual(["wrong-clock"]);
  expect(idsOf(await checkClock("none.invalid"))).toEqual(["clock-unknown"]);
});

test("A backup that does not open is told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "ariane-20261129T031700Z.backup.age"), "cut");
  const backup = { ...settings.backup, dir: folder, key: "a passphrase of these backups" };
  expect(idsOf(await tryRestore({ ...settings, backup }, pino({ level: "silent" })))).toEqual(["restore-failed"]);
});

test("A proxy of this machine is named to the site", () => {
  const behind = { host: "127.0.0.1", trustedProxies: [], site: { ...settings.site, origin: "https://www.zeta.fr" } };
  expect(idsOf(checkProxy({ ...settings, ...behind }))).toEqual(["no-trusted-proxy"]);
  expect(idsOf(checkProxy({ ...settings, ...behind, host: "0.0.0.0" }))).toEqual([]);
});

test("The folder of backups is there, writable, closed to others, and elsewhere than the data", () => {
  const folder = mkdtempSync(join(tmpdir(), "backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const backup = { ...settings.backup, dir: folder };
  const look = (dir: string | undefined, dataDir = "/none") =>
    idsOf(checkBackupFolder({ backup: { ...backup, dir }, dataDir }));

  expect(look(folder)).toEqual([]);
  expect(look(undefined)).toEqual(["backup-folder"]);
  writeFileSync(join(folder, "file"), "");
  expect(look(join(folder, "file", "below"))).toEqual(["backup-folder"]);
  expect(look(join(folder, "made"))).toEqual([]);
  expect(look(folder, folder)).toEqual(["backup-beside-data"]);
  chmodSync(folder, 0o755);
  expect(look(folder)).toEqual(["backup-folder"]);
});
