import { doctorFindings as french } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { Database } from "#engine/db/database.ts";
import type { Settings } from "#server/settings/settings.ts";

/** What the administration API of a hosted project cannot close, and the administrators whom it is about. */
export async function checkAccounts(db: Database, { supabaseUrl }: Pick<Settings, "supabaseUrl">): Promise<Finding[]> {
  if (supabaseUrl === undefined) return []; // our own accounts are closed by ourselves
  const { rows } = await db.runAsServer<{ email: string; ways: string[] }>(
    "select email, ways from private.administrators_with_other_ways()",
  );
  return [
    {
      id: "project-accounts",
      sentence:
        "Accounts are the project's: its API takes no linked identity and no phone away from an account that " +
        "becomes an administrator's. Whoever invites is told; they are removed in the project.",
      french: french.projectAccounts,
    },
    ...rows.map(({ email, ways }): Finding => ({
      id: "other-ways-in",
      sentence: `${email} is an administrator whose account also opens by: ${ways.join(", ")}.`,
      french: french.otherWays(email, ways.join(", ")),
    })),
  ];
}
