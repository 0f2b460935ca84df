import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { Button } from "#app/ui/button.tsx";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { questionKeys, questionOf } from "#subjects/funnel/rules/questions.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

import { useFileChange } from "./file-queries.ts";

const copy = fileCopy.resume;

/** For who stopped on the way: the link that opens their funnel where they stood. What is paid is not resumed. */
export function LeadResumeLink({ lead }: { lead: LeadRow }) {
  const { desk } = useServices();
  const say = useUndo();
  const offer = funnelOffers.find((known) => known === lead.origin);
  const sending = useFileChange(
    lead.leadId ?? "",
    (email: string) => desk.sendResumeLink(offer ?? "secretariat", { ...answersOf(lead), email }),
    (_, email) => say({ sentence: copy.sent(email) }),
  );
  const { email } = lead;
  if (offer === undefined || lead.isPaid || email === null) return null;

  return (
    <>
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        busyLabel={sending.isPending ? copy.busy : undefined}
        onClick={() => sending.run(email)}
      >
        {copy.send}
      </Button>
      <ProblemSentence sentence={sending.problem} />
    </>
  );
}

/** Under the names of the funnel's state; questions without an answer are left out. */
function answersOf(lead: LeadRow): Record<string, unknown> {
  const answers = questionKeys.flatMap((key) => {
    const { plainName, partOf } = questionOf(key);
    const name = partOf && key === "knowledgeBaseOwnText" ? partOf : (plainName?.key ?? key);
    const value: unknown = (lead as Record<string, unknown>)[name];
    return value === null || value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(answers);
}
