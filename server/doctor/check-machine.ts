import { doctorFindings } from "#content/doctor-findings.ts";
import { type MachineFacts, sayCertificate } from "#server/watch/machine-facts.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";

const french = doctorFindings.machine;

/** Writes are refused below 128 MB (`engine/db/free-space.ts`): this leaves time to act. */
const lowDiskBytes = 512 * 1024 * 1024;
const clockToleranceMs = 30_000;

/** What of this machine goes wrong. */
export function checkMachine({ disks, certificate, clockOffsetMs }: MachineFacts, now: Date): Finding[] {
  const offsetS = Math.round(Math.abs(clockOffsetMs) / 1000);
  const wrong = certificate && sayCertificate(certificate, now);
  return [
    ...disks
      .filter(({ freeBytes }) => freeBytes < lowDiskBytes)
      .map(({ place, freeBytes }): Finding => {
        const megabytes = Math.floor(freeBytes / 1024 / 1024);
        const sentence = `The disk of the ${place === "data" ? "database" : "backups"} has ${megabytes} MB left.`;
        return { id: "low-disk", sentence, french: french.lowDisk(french.disks[place], megabytes), about: place };
      }),
    ...(wrong
      ? [
          {
            id: "bad-certificate",
            sentence: `The certificate of ${certificate.host} ${wrong}.`,
            french: french.certificate(certificate.host),
            about: certificate.host,
          } as const,
        ]
      : []),
    ...(Math.abs(clockOffsetMs) > clockToleranceMs
      ? [
          {
            id: "wrong-clock",
            sentence: `The clock of this machine and that of the database differ by ${offsetS} s.`,
            french: french.clock(offsetS),
          } as const,
        ]
      : []),
  ];
}
