import { useMutation, useQueryClient } from "@tanstack/react-query";

import { useMay } from "#app/admin/people/role.tsx";
import { type AskedChange, queuedChange, undoInQueue } from "#app/admin/data/own-changes.ts";
import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { longInstant } from "#app/admin/ui/formats.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { adminToday } from "#subjects/leads/words/admin-today.ts";
import { admin } from "#content/shared/admin.ts";
import { failed, ok } from "#kit/result.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import type { SetUp } from "#subjects/orders/rules/lead-receipts.ts";

import { sentenceOf } from "./file-queries.ts";
import { FileSection } from "./file-section.tsx";

const copy = fileCopy.setup;

/** The tick of a paid lead: its service runs. */
export function SetupControl({ lead, setup }: { lead: LeadRow & { leadId: string }; setup: SetUp }) {
  const { desk } = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const mayChange = useMay("seller");

  async function send({ change: isDone }: AskedChange<boolean>) {
    const set = await desk.setSetup(lead.leadId, isDone);
    await queryClient.invalidateQueries({ queryKey: leadKeys.receipts(lead.leadId) });
    return set.ok ? ok({ changed: { updatedAt: set.value } }) : failed(sentenceOf(set.problem));
  }

  const { mutate, data, isPending, variables } = useMutation({
    ...queuedChange(queryClient, lead.leadId, "setup", send),
    onSuccess: (result, { change, seen }) => {
      if (!result.ok) return;
      const asked = { change: !change, seen: { ...seen, ...result.value.changed } };
      offerUndo({
        sentence: change ? adminToday.said.setup(nameOfLead(lead) ?? admin.list.unnamed) : copy.undone,
        undo: () => undoInQueue(queryClient, lead.leadId, asked, send),
      });
    },
  });

  const state =
    setup.at === null ? copy.waiting(longInstant(setup.since)) : copy.done(longInstant(setup.at), setup.by ?? "");
  if (!mayChange) {
    return (
      <FileSection title={copy.label}>
        <p>{state}</p>
      </FileSection>
    );
  }
  return (
    <FileSection title={copy.label}>
      <Checkbox
        name="en-service"
        isChecked={isPending ? variables.change : setup.at !== null}
        onChange={(isDone) => !isPending && mutate({ change: isDone, seen: lead })}
      >
        {`${copy.tick}, ${state}`}
      </Checkbox>
      <ProblemSentence sentence={data?.ok === false ? data.problem : undefined} />
    </FileSection>
  );
}
