import { doctorFindings } from "#content/doctor-findings.ts";
import type { Tx } from "#engine/db/database.ts";
import type { Settings } from "#server/settings/settings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";

const french = doctorFindings.leads;
const hourMs = 3_600_000;

/** How long a refusal is a finding: browsers that were refused have tried again by then. */
export const refusalTermMs = 15 * 60_000;

/** What the database keeps of refused leads, under `refused_leads` of `private.settings`. */
export type KeptRefusals = { at: string; status: number; count: number };

export type LeadFacts = {
  /** When the newest lead came by itself; before there is one, when the first administrator did. */
  lastAt: Date | null;
  refused: KeptRefusals | null;
};

export async function readLeadFacts(tx: Tx): Promise<LeadFacts> {
  const { rows } = await tx.query<LeadFacts>(
    `select greatest(
              (select max(created_at) from public.leads where created_at <= now()),
              (select min(created_at) from public.admin_users)) as "lastAt",
            (select value from private.settings where key = 'refused_leads') as refused`,
  );
  return rows[0] ?? { lastAt: null, refused: null };
}

/** Whether leads come, and whether the site refuses any for reasons of its own. */
export async function checkLeads(
  tx: Tx,
  { leadSilenceHours }: Pick<Settings, "leadSilenceHours">,
  now: Date,
): Promise<Finding[]> {
  const { lastAt, refused } = await readLeadFacts(tx);
  const isSilent =
    leadSilenceHours > 0 && lastAt !== null && now.getTime() - lastAt.getTime() > leadSilenceHours * hourMs;
  const isRefused = refused !== null && now.getTime() - Date.parse(refused.at) <= refusalTermMs;
  return [
    ...(isSilent
      ? [
          {
            id: "no-lead",
            sentence: `No lead came since ${lastAt.toISOString()}: ${leadSilenceHours} hours are usual at most.`,
            french: french.silent(leadSilenceHours),
          } as const,
        ]
      : []),
    ...(isRefused
      ? [
          {
            id: "refused-leads",
            sentence: `Leads were refused, the last one at ${refused.at} with ${refused.status}.`,
            french: french.refused(refused.status),
          } as const,
        ]
      : []),
  ];
}
