import type { FunnelStep } from "#subjects/funnel/rules/answers.ts";
import { type Audience, audiences } from "#subjects/funnel/rules/choices.ts";
import { isFunnelStep } from "#subjects/funnel/rules/steps.ts";

import { readKeptSettings } from "./kept-settings.ts";

/** What the address says when a funnel opens. */
export type Landing = {
  /** `?volume=`: a positive number of calls or clients. */
  volume?: number;
  /** `?variante=formation`: the visitor comes from the page of training bodies. */
  audience?: Audience;
  /** Back from the identity provider (`?step=2`), with its code or what it refused. */
  provider?: { code?: string; error?: string };
  /** `#reprise=`: a mailed link, with the answers it carries. */
  resumeToken?: string;
  /** `#connexion` opens the sign-in form. */
  wantsSignIn: boolean;
  /** `#reglages=`: what the try-out of a page leaves, as it was written. */
  settings?: unknown;
};

/** Fixed by the specification: the only meaning `step` has. */
const providerReturn = { name: "step", value: "2" } as const;

/** Where the identity provider sends back to: the same path. */
export function providerReturnAddress(here: URL): string {
  return `${here.origin}${here.pathname}?${providerReturn.name}=${providerReturn.value}`;
}

export function readLanding(address: URL): Landing {
  const query = address.searchParams;
  const volume = Number(query.get("volume"));
  return {
    ...(Number.isFinite(volume) && volume > 0 ? { volume } : {}),
    ...readAudience(query.get("variante")),
    ...(query.get(providerReturn.name) === providerReturn.value ? { provider: readProviderAnswer(address) } : {}),
    ...readResumeToken(address),
    settings: readKeptSettings(address),
    wantsSignIn: address.hash === "#connexion",
  };
}

function readAudience(variant: string | null): Pick<Landing, "audience"> {
  const audience = audiences.find((each) => each === variant);
  return audience === undefined ? {} : { audience };
}

function readResumeToken({ hash }: URL): Pick<Landing, "resumeToken"> {
  const resumeToken = /^#reprise=(.+)$/.exec(hash)?.[1];
  return resumeToken === undefined ? {} : { resumeToken };
}

/** Refusals come in the fragment, and in the query as well for a flow with a code. */
function readProviderAnswer(address: URL): NonNullable<Landing["provider"]> {
  const code = address.searchParams.get("code");
  const error = address.searchParams.get("error") ?? new URLSearchParams(address.hash.slice(1)).get("error");
  return { ...(code ? { code } : {}), ...(error ? { error } : {}) };
}

/** Read once, then taken away. */
const landingParameters = [
  providerReturn.name,
  "volume",
  "variante",
  "code",
  "error",
  "error_code",
  "error_description",
  "sb",
];

/** The address of a step: `?etape=`, absent on step 1. Foreign parameters stay. */
export function stepAddress(here: URL, step: FunnelStep): string {
  const query = new URLSearchParams(here.search);
  for (const name of [...landingParameters, "etape"]) query.delete(name);
  if (step > 1) query.set("etape", String(step));
  const search = query.toString();
  return search === "" ? here.pathname : `${here.pathname}?${search}`;
}

/** The step an address asks for; anything unreadable is step 1. */
export function stepOfAddress(address: URL): FunnelStep {
  const wished = Number(address.searchParams.get("etape") ?? "1");
  return isFunnelStep(wished) ? wished : 1;
}
