import * as z from "zod";

import { doctorFindings } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import { passwordPage } from "#server/settings/mailed-pages.ts";
import type { Settings } from "#server/settings/settings.ts";

const requestTimeoutMs = 5_000;
const french = doctorFindings.project;

type Asked = Pick<Settings, "supabaseUrl" | "publishableKey" | "site" | "auth">;

const keySet = z.object({ keys: z.array(z.object({ alg: z.string().optional(), kty: z.string() })) });
const projectSettings = z.object({
  mailer_autoconfirm: z.boolean().optional(),
  passkeys_enabled: z.boolean().optional(),
});

/**
 * What a hosted project has to be set up for and is not: keys that its tokens can be checked by, the site among the
 * addresses that its links may lead to, proved addresses, and the ways in that our pages offer. Asks it, changes
 * nothing.
 */
export async function checkProject(settings: Asked): Promise<Finding[]> {
  if (settings.supabaseUrl === undefined) return [];
  const url = `${settings.supabaseUrl.replace(/\/+$/, "")}/auth/v1`;
  const said = await Promise.all([checkKeys(url), checkReturn(url, settings), checkSettingsOf(url, settings)]).catch(
    (): Finding[][] => [
      [{ id: "project-away", sentence: "The Supabase project does not answer.", french: french.away }],
    ],
  );
  return said.flat();
}

async function checkKeys(url: string): Promise<Finding[]> {
  const { keys } = keySet.parse(await (await ask(`${url}/.well-known/jwks.json`)).json());
  if (keys.some(({ kty }) => kty === "EC" || kty === "RSA")) return [];
  const sentence =
    "The Supabase project publishes no signing key: people sign in, and every function refuses their tokens.";
  return [{ id: "project-without-keys", sentence, french: french.withoutKeys }];
}

/** A link that is none is answered with a redirect: to the page that was asked for, if the project allows it. */
async function checkReturn(url: string, settings: Asked): Promise<Finding[]> {
  const wanted = passwordPage(settings.site.origin);
  const query = new URLSearchParams({ token: "none", type: "recovery", redirect_to: wanted });
  const location = (await ask(`${url}/verify?${query}`)).headers.get("location") ?? "";
  if (location.startsWith(wanted)) return [];
  const { origin } = settings.site;
  const sentence =
    `The Supabase project does not send people back to ${origin}: links of its mails and Google land elsewhere, with ` +
    "the tokens.";
  return [{ id: "project-leads-elsewhere", sentence, french: french.elsewhere(origin) }];
}

async function checkSettingsOf(url: string, { publishableKey, auth }: Asked): Promise<Finding[]> {
  const answer = await ask(`${url}/settings`, { apikey: publishableKey });
  const { mailer_autoconfirm: confirmsAtOnce, passkeys_enabled: hasPasskeys } = projectSettings.parse(
    await answer.json(),
  );
  const said: Finding[] = [];
  if (confirmsAtOnce) {
    const sentence = "The Supabase project confirms addresses by itself: anybody becomes the customer of any address.";
    said.push({ id: "project-confirms-at-once", sentence, french: french.confirmsAtOnce });
  }
  if (auth.passkey.enabled && hasPasskeys === false) {
    const sentence = "The site offers passkeys and the Supabase project has them switched off.";
    said.push({ id: "project-without-passkeys", sentence, french: french.withoutPasskeys });
  }
  return said;
}

function ask(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, { headers, signal: AbortSignal.timeout(requestTimeoutMs), redirect: "manual" });
}
