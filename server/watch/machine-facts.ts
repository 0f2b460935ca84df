import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { connect } from "node:tls";

import type { Database } from "#engine/db/database.ts";
import type { Settings } from "#server/settings/settings.ts";

/** What renews a certificate does so a month before its end. */
const certificateMarginMs = 14 * 24 * 3_600_000;

const keptMs = 60_000;
const certificateKeptMs = 3_600_000;
const certificateDeadlineMs = 5000;

/** The certificate that visitors are shown: its end, or why it is not believed. */
export type Certificate = { host: string; expiresAt: Date | undefined; problem: string | undefined };

/** What only this machine knows. */
export type MachineFacts = {
  disks: { place: "data" | "backups"; freeBytes: number }[];
  certificate: Certificate | undefined;
  /** Our clock before that of the database, in milliseconds; 0 where the database is ours. */
  clockOffsetMs: number;
};

export type Machine = {
  /** As it is called in the team's alerts. */
  name: string;
  /** Kept for a minute; the certificate for an hour, unless something is wrong with it. */
  read(): Promise<MachineFacts>;
};

type Given = {
  db: Database;
  settings: Pick<Settings, "mode" | "backup" | "dataDir" | "databaseUrl" | "site">;
  now: () => Date;
  readFreeBytes?: (folder: string) => Promise<number>;
  readCertificate?: (host: string, port: number) => Promise<Certificate>;
};

export function createMachine(given: Given): Machine {
  const { db, settings, now, readFreeBytes = freeBytesOf, readCertificate = askForCertificate } = given;
  let kept: { untilMs: number; facts: Promise<MachineFacts> } | undefined;
  let certificate: { untilMs: number; is: Certificate } | undefined;

  async function readDisks(): Promise<MachineFacts["disks"]> {
    const places = [
      ...(settings.databaseUrl === undefined ? [{ place: "data" as const, folder: settings.dataDir }] : []),
      ...(settings.backup.dir === undefined ? [] : [{ place: "backups" as const, folder: settings.backup.dir }]),
    ].filter(({ folder }) => existsSync(folder));
    return Promise.all(places.map(async ({ place, folder }) => ({ place, freeBytes: await readFreeBytes(folder) })));
  }

  async function lookAtCertificate(): Promise<Certificate | undefined> {
    const { protocol, hostname: host, port } = new URL(settings.site.origin);
    if (settings.mode === "demo" || protocol !== "https:") return undefined;
    const nowMs = now().getTime();
    if (certificate && nowMs < certificate.untilMs) return certificate.is;
    const is = await readCertificate(host, Number(port || 443));
    const isRight = sayCertificate(is, now()) === undefined;
    certificate = { untilMs: nowMs + (isRight ? certificateKeptMs : keptMs), is };
    return is;
  }

  async function readClock(): Promise<number> {
    if (settings.databaseUrl === undefined) return 0;
    const askedAt = now().getTime();
    const { rows } = await db.runAsServer<{ at: Date }>("select clock_timestamp() as at");
    const middle = (askedAt + now().getTime()) / 2;
    return rows[0] ? Math.round(middle - rows[0].at.getTime()) : 0;
  }

  async function read(): Promise<MachineFacts> {
    const [disks, shown, clockOffsetMs] = await Promise.all([readDisks(), lookAtCertificate(), readClock()]);
    return { disks, certificate: shown, clockOffsetMs };
  }

  return {
    name: hostname(),
    read() {
      const nowMs = now().getTime();
      if (kept && nowMs < kept.untilMs) return kept.facts;
      const facts = read();
      const mine = { untilMs: nowMs + keptMs, facts };
      kept = mine;
      facts.catch(() => {
        if (kept === mine) kept = undefined;
      });
      return facts;
    },
  };
}

/** @returns what is wrong with it, after its name; undefined where nothing is, or it could not be looked at */
export function sayCertificate({ expiresAt, problem }: Certificate, now: Date): string | undefined {
  if (problem !== undefined) return `is not believed by browsers (${problem})`;
  if (expiresAt && expiresAt.getTime() - now.getTime() < certificateMarginMs) {
    return `ends on ${expiresAt.toISOString().slice(0, 10)}`;
  }
  return undefined;
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** As a browser asks; a machine that may not ask itself from outside knows nothing, which is no fault of it. */
function askForCertificate(host: string, port: number): Promise<Certificate> {
  const { promise, resolve } = Promise.withResolvers<Certificate>();
  const servername = isIP(host) === 0 ? host : "";
  const socket = connect({ host, port, servername, rejectUnauthorized: false });
  const end = (expiresAt?: Date, problem?: string) => {
    socket.destroy();
    resolve({ host, expiresAt, problem });
  };
  socket.setTimeout(certificateDeadlineMs, () => end());
  socket.once("error", () => end());
  socket.once("secureConnect", () => {
    const { valid_to: until } = socket.getPeerCertificate();
    end(until ? new Date(until) : undefined, socket.authorized ? undefined : String(socket.authorizationError));
  });
  return promise;
}
