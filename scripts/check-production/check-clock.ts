import { createSocket } from "node:dgram";

import { found, held, type Tried } from "./tried.ts";

/** Seconds between 1900 and 1970. Source: RFC 5905, NTP timestamp format. */
const epochSeconds = 2_208_988_800;
const waitMs = 4000;
/** Codes of second factors count in steps of 30 s, signatures of webhooks in five minutes. */
const mostMs = 5000;

/** @param server name or address, with `:port` if it is not 123 */
export async function checkClock(server: string): Promise<Tried> {
  const offset = await askOffset(server).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  if (typeof offset === "string") {
    return found("Clock", "clock-unknown", `The clock could not be compared with ${server} (${offset}).`);
  }
  const seconds = (offset / 1000).toFixed(1);
  if (Math.abs(offset) > mostMs) {
    return found("Clock", "wrong-clock", `The clock is ${seconds} s off that of ${server}: codes and signatures fail.`);
  }
  return held("Clock", `${seconds} s off that of ${server}.`);
}

/** One question of SNTP (RFC 4330). @returns milliseconds that their clock is ahead of ours */
function askOffset(server: string): Promise<number> {
  const [, host = server, port = "123"] = /^(.*?)(?::(\d+))?$/.exec(server) ?? [];
  return new Promise((resolve, reject) => {
    const socket = createSocket("udp4");
    const timer = setTimeout(() => end(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })), waitMs);
    const sentAt = Date.now();
    function end(result: Error | number): void {
      clearTimeout(timer);
      socket.close();
      if (typeof result === "number") resolve(result);
      else reject(result);
    }
    socket.once("error", end);
    socket.once("message", (answer) => {
      if (answer.length < 48) return end(new Error("another protocol"));
      const theirs = (answer.readUInt32BE(40) - epochSeconds + answer.readUInt32BE(44) / 2 ** 32) * 1000;
      end(theirs - (sentAt + Date.now()) / 2);
    });
    // Version 4, client.
    socket.send(Buffer.concat([Buffer.from([0x23]), Buffer.alloc(47)]), Number(port), host);
  });
}
