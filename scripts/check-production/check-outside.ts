import type { Logger } from "pino";

import { isThisMachine } from "#engine/settings/public-demo.ts";
import { addressOfSender } from "#server/settings/sender.ts";
import type { Settings } from "#server/settings/settings.ts";

import { checkAnswer, checkCertificate, checkPlainAddress } from "./check-address.ts";
import { checkBackupFolder, tryRestore } from "./check-backups.ts";
import { checkClock } from "./check-clock.ts";
import { checkDkim, checkDmarc, checkSiteName, checkSpf, type Resolver } from "./check-names.ts";
import { checkMail, checkPayments, checkReceivers } from "./check-services.ts";
import { found, held, type Tried } from "./tried.ts";

export type OutsideOptions = {
  resolver: Resolver;
  /** Where the mail goes. */
  mailTo: string;
  timeServer: string;
  identityFile?: string | undefined;
  log: Logger;
};

/** All that has to be tried from outside, in the order of the report. */
export async function checkOutside(settings: Settings, options: OutsideOptions): Promise<Tried[]> {
  const { resolver, mailTo, timeServer, identityFile, log } = options;
  const { origin } = settings.site;
  const domain = addressOfSender(settings.mail.from).split("@").at(-1)?.trim() ?? "";
  const asked = await Promise.all([
    checkSiteName(resolver, origin),
    checkCertificate(origin, new Date()),
    checkAnswer(origin),
    checkPlainAddress(origin),
    checkSpf(resolver, domain),
    checkDkim(resolver, domain, settings.dkimSelector),
    checkDmarc(resolver, domain),
    checkMail(settings, mailTo),
    checkPayments(settings),
    checkClock(timeServer),
  ]);
  const receivers = await checkReceivers(settings);
  const folder = checkBackupFolder(settings);
  const restored = await tryRestore(settings, log, identityFile);
  return [...asked, checkProxy(settings), ...receivers, folder, restored];
}

/** Behind a proxy of this machine that is not named, every visitor has its address. */
export function checkProxy({ host, trustedProxies, site }: Settings): Tried {
  const isBehindOne = site.origin.startsWith("https:") && isThisMachine(host);
  if (!isBehindOne || trustedProxies.length > 0) return held("Proxy", "Visitors are told apart.");
  return found(
    "Proxy",
    "no-trusted-proxy",
    "A proxy of this machine passes visitors on, and TRUSTED_PROXY is not set.",
  );
}
