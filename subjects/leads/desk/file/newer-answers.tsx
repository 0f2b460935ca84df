import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { For } from "#app/admin/people/role.tsx";
import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { showFreshRow } from "#app/admin/data/shown-leads.ts";
import { dash, longInstant } from "#app/admin/ui/formats.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { Button } from "#app/ui/button.tsx";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { admin } from "#content/shared/admin.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { FileEntry } from "./file-entry.tsx";
import { FileSection } from "./file-section.tsx";
import { AnswerEntries } from "./lead-answers.tsx";

const copy = admin.file;

/** Answers sent later under the same e-mail: they wait here, apart from the lead's own, until the team adopts them. */
export function NewerAnswers({ lead, receivedAt }: { lead: LeadRow; receivedAt: string }) {
  const { leads } = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const leadId = lead.leadId ?? "";

  async function undo(): Promise<string | undefined> {
    const undone = await leads.undoAdoption(leadId);
    if (undone.ok) await showFreshRow(queryClient, undone.value);
    return undone.ok ? undefined : fileCopy.undo.failed;
  }

  const answers = useQuery({
    queryKey: leadKeys.newerAnswers(leadId, receivedAt),
    queryFn: async ({ signal }) => valueOf(await leads.newerAnswers(lead, signal)),
  });
  const adoption = useMutation({
    mutationFn: async () => valueOf(await leads.adoptNewerAnswers(leadId)),
    onSuccess: (row) => {
      void showFreshRow(queryClient, row);
      offerUndo({ sentence: fileCopy.undo.adopted, undo });
    },
  });

  return (
    <FileSection title={copy.newerAnswers.title(longInstant(receivedAt))} isWaiting>
      {answers.isError && <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void answers.refetch()} />}
      {answers.data && (
        <>
          {answers.data.isFromAnotherDevice && (
            <p>
              <strong>{copy.newerAnswers.fromAnotherDevice}</strong>
            </p>
          )}
          <dl>
            <FileEntry label={adminLeads.columns.heads.last_name}>{nameOfLead(answers.data) ?? dash}</FileEntry>
            <FileEntry label={copy.contact.phone}>{answers.data.phone ?? dash}</FileEntry>
            <FileEntry label={copy.contact.company}>{answers.data.companyName ?? dash}</FileEntry>
            <AnswerEntries lead={answers.data} />
          </dl>
          <For least="seller">
            <Button
              variant="secondary"
              isSmall
              busyLabel={adoption.isPending ? copy.newerAnswers.busy : undefined}
              onClick={() => adoption.mutate()}
            >
              {copy.newerAnswers.adopt}
            </Button>
          </For>
          {adoption.isError && <RetryNotice sentence={admin.list.notSaved} onRetry={() => adoption.mutate()} />}
        </>
      )}
    </FileSection>
  );
}
