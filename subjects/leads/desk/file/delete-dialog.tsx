import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useRef } from "react";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { longDate, originOf } from "#app/admin/ui/formats.ts";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import type { Deletion } from "#subjects/leads/calls/leads.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { deleteStages } from "#subjects/leads/words/delete-problems.ts";
import { failed, ok } from "#kit/result.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { type DeletionExtent, useDeletionExtent } from "./file-queries.ts";

const copy = admin.deletion;

type Props = {
  /** Both its ids are known. */
  lead: LeadRow;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: (sentence: string) => void;
};

/** Names all that will go before it goes. The focus enters the button that keeps everything. */
export function DeleteDialog({ lead, isOpen, onClose, onDeleted }: Props) {
  const keepButton = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <AlertDialog.Portal>
        {/* Also when it opens over a file that already covers the list. */}
        <AlertDialog.Backdrop forceRender className="dialog-backdrop" />
        <AlertDialog.Popup className="dialog" initialFocus={keepButton}>
          <Stack gap={16}>
            <AlertDialog.Title className="text-heading leading-tight">
              {copy.title(nameOfLead(lead) ?? admin.list.unnamed)}
            </AlertDialog.Title>
            <Confirmation lead={lead} keepButton={keepButton} onDeleted={onDeleted} />
          </Stack>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type ConfirmationProps = Pick<Props, "lead" | "onDeleted"> & { keepButton: RefObject<HTMLButtonElement | null> };

function Confirmation({ lead, keepButton, onDeleted }: ConfirmationProps) {
  const extent = useDeletionExtent(lead);
  const deletion = useDeletion(lead, onDeleted);
  const hasSeveralLeads = (extent.data?.ofProfile.length ?? 0) > 1;
  const isReady = extent.data !== undefined;

  return (
    <>
      <AlertDialog.Description className="text-body quiet">
        {hasSeveralLeads ? copy.severalLeads(extent.data?.ofProfile.length ?? 0) : copy.text}
      </AlertDialog.Description>
      {extent.data && <Extent lead={lead} extent={extent.data} />}
      {extent.isPending && (
        <p role="status" className="text-body quiet">
          {copy.loading}
        </p>
      )}
      {extent.isError && <RetryNotice sentence={copy.unlisted} onRetry={() => void extent.refetch()} />}
      {deletion.problem !== undefined && <FormNotice variant="problem">{deletion.problem}</FormNotice>}
      <Row gap={8} justify="end" isWrapping paddingTop={8}>
        <AlertDialog.Close ref={keepButton} className="button button-secondary button-small">
          {copy.keep}
        </AlertDialog.Close>
        {hasSeveralLeads && (
          <Button
            variant="secondary"
            isSmall
            hasPlug={false}
            busyLabel={deletion.busyScope === "lead" ? copy.busy : undefined}
            onClick={() => deletion.run("lead")}
          >
            {copy.confirmLead}
          </Button>
        )}
        <Button
          variant="danger"
          isSmall
          hasPlug={false}
          disabled={!isReady}
          busyLabel={deletion.busyScope === "contact" ? copy.busy : undefined}
          onClick={() => deletion.run("contact")}
        >
          {copy.confirmContact}
        </Button>
      </Row>
    </>
  );
}

function Extent({ lead, extent: { ofProfile, untouched } }: { lead: LeadRow; extent: DeletionExtent }) {
  // The open lead goes whatever the second reading says.
  const leads = ofProfile.some(({ leadId }) => leadId === lead.leadId) ? ofProfile : [lead, ...ofProfile];
  return (
    <>
      <ul aria-label={copy.listLabel}>
        {leads.map((gone) => (
          <Item key={gone.leadId}>
            {nameLead(gone)}
            {leads.length > 1 && gone.leadId === lead.leadId && <small className="faint">{copy.thisLead}</small>}
          </Item>
        ))}
        <Item>{copy.answers}</Item>
        <Item>{copy.profile(nameOfLead(lead) ?? admin.list.unnamed)}</Item>
        <Item>{lead.userId === null ? copy.noAccount : copy.account(lead.email ?? "")}</Item>
      </ul>
      {leads.some(({ isPaid }) => isPaid) && <FormNotice variant="warning">{copy.paying}</FormNotice>}
      {untouched.length > 0 && (
        <Stack gap={8}>
          <h3 className="text-small leading-snug tracking-text quiet">{copy.untouchedLabel}</h3>
          <ul aria-label={copy.untouchedLabel}>
            {untouched.map((kept) => (
              <Item key={kept.leadId}>{nameLead(kept)}</Item>
            ))}
          </ul>
        </Stack>
      )}
    </>
  );
}

function Item({ children }: { children: ReactNode }) {
  return (
    <Row as="li" rowGap={2} columnGap={8} justify="between" isWrapping paddingBlock={8} rule="top">
      {children}
    </Row>
  );
}

function nameLead(lead: LeadRow): string {
  return copy.lead(originOf(lead), longDate(lead.createdAt));
}

function useDeletion(lead: LeadRow, onDeleted: (sentence: string) => void) {
  const { leads } = useServices();
  const queryClient = useQueryClient();

  const { mutate, data, isPending, variables } = useMutation({
    mutationFn: async (scope: Deletion["scope"]) => {
      const { leadId, profileId, userId } = lead;
      if (leadId === null || profileId === null) throw new Error("A lead without its ids was about to be deleted.");
      const deleted = await leads.delete({ leadId, profileId, userId, scope });
      if (deleted.ok) return ok(scope);
      const { stage, sentence } = readProblem(deleted.problem);
      console.error("A contact was not deleted.", { leadId, stage });
      return failed(copy.failed(copy.stages[stage](sentence)));
    },
    onSuccess: (result) => {
      if (!result.ok) return;
      onDeleted(result.value === "lead" ? copy.leadDone : copy.done);
      void queryClient.invalidateQueries({ queryKey: leadKeys.list });
      void queryClient.invalidateQueries({ queryKey: leadKeys.counts });
    },
  });

  return {
    /** A second click while one runs does nothing. */
    run: (scope: Deletion["scope"]) => !isPending && mutate(scope),
    busyScope: isPending ? variables : undefined,
    problem: data?.ok === false ? data.problem : undefined,
  };
}

/** The final alert names the stage that failed. Source: resolutions, section 12. */
function readProblem(problem: CallProblem) {
  const said = problem.code === "refused" ? problem.stage : undefined;
  const stage = deleteStages.find((known) => known === said) ?? "unexpected";
  return { stage, sentence: sentenceOf(problem, copy.noReason) };
}
