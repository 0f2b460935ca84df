import { connect, type PeerCertificate } from "node:tls";

import { found, held, type Tried } from "./tried.ts";

const waitMs = 30_000;
const dayMs = 24 * 3600 * 1000;
/** Certificates of Let's Encrypt are renewed 30 days before their end. */
const soonDays = 14;

type Handshake = { refusal: string | undefined; endsAt: Date; protocol: string };

/**
 * The certificate that visitors are shown. @param origin of the site
 * @param authorities that are believed beside Node's own, as PEM
 */
export async function checkCertificate(origin: string, now: Date, authorities?: string): Promise<Tried> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol === "http:") return held("TLS", `${origin} is this machine's own, spoken to in the clear.`);
  const place = `${hostname}:${port || 443}`;
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const shaken = await shakeHands(host, Number(port || 443), authorities).catch(
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  if (typeof shaken === "string") return found("TLS", "tls-refused", `No TLS at ${place} (${shaken}).`);
  const { refusal, endsAt, protocol: version } = shaken;
  if (refusal) return found("TLS", "bad-certificate", `Browsers refuse the certificate of ${place} (${refusal}).`);
  const days = Math.floor((endsAt.getTime() - now.getTime()) / dayMs);
  if (days < soonDays) return found("TLS", "bad-certificate", `The certificate of ${place} ends in ${days} days.`);
  return held("TLS", `${place} speaks ${version}, with a certificate for ${days} more days.`);
}

function shakeHands(host: string, port: number, authorities: string | undefined): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const isNumeric = /^[\d.]+$|:/.test(host);
    const socket = connect({
      host,
      port,
      // What is refused is said, not thrown.
      rejectUnauthorized: false,
      timeout: waitMs,
      ...(!isNumeric && { servername: host }),
      ...(authorities !== undefined && { ca: authorities }),
    });
    socket.once("secureConnect", () => {
      const { valid_to: endsAt }: PeerCertificate = socket.getPeerCertificate();
      resolve({
        refusal: socket.authorized ? undefined : sayRefusal(socket.authorizationError),
        endsAt: new Date(endsAt),
        protocol: socket.getProtocol() ?? "TLS",
      });
      socket.destroy();
    });
    socket.once("timeout", () => socket.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })));
    socket.once("error", reject);
  });
}

/** Node gives its code, or the error itself. */
function sayRefusal(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

/** The site answers at its public address, and is ready. */
export async function checkAnswer(origin: string): Promise<Tried> {
  try {
    const { status } = await fetch(`${origin}/readyz`, { redirect: "manual", signal: AbortSignal.timeout(waitMs) });
    if (status === 200) return held("Site", `${origin} is ready.`);
    return found("Site", "site-away", `${origin}/readyz answers ${status}.`);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return found("Site", "site-away", `${origin} does not answer (${cause?.code ?? message}).`);
  }
}

/** Typed without https:, the name leads to it. A server that is silent there is as good. */
export async function checkPlainAddress(origin: string): Promise<Tried> {
  const { protocol, host } = new URL(origin);
  if (protocol === "http:") return held("Plain http", "Nothing to lead on: the address is this machine's own.");
  const answer = await fetch(`http://${host}/`, { redirect: "manual", signal: AbortSignal.timeout(waitMs) }).catch(
    () => undefined,
  );
  const target = answer?.headers.get("location") ?? "";
  if (answer && !target.startsWith("https:")) {
    return found("Plain http", "site-in-the-clear", `http://${host}/ answers ${answer.status}, in the clear.`);
  }
  return held("Plain http", answer ? `http://${host}/ leads to https:.` : `Nothing answers at http://${host}/.`);
}
