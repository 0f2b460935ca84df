import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { For } from "#app/admin/people/role.tsx";
import { isFileKey, leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { dash, longDate } from "#app/admin/ui/formats.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import type { Duplicate, MergePreview } from "#subjects/leads/contract/lead-reading.ts";
import { useRowAgain } from "#subjects/leads/desk/rows/row-again.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { admin, statusLabels, waitingListLabel } from "#content/shared/admin.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { columnLabel, fileCopy } from "#subjects/leads/words/admin-file.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { sentenceOf, useDuplicates, useFileChange } from "./file-queries.ts";
import { FileSection } from "./file-section.tsx";

const copy = fileCopy.duplicates;

/** Other contacts that may be the same person, and the way to make one of them. */
export function LeadDuplicates({ lead }: { lead: LeadRow }) {
  const duplicates = useDuplicates(lead.leadId ?? "");
  const { setOpenFile } = useLeadAddress();
  const [chosen, setChosen] = useState<Duplicate>();

  return (
    <FileSection title={copy.title}>
      {duplicates.isPending && <p role="status">{copy.loading}</p>}
      {duplicates.isError && <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void duplicates.refetch()} />}
      {duplicates.data?.length === 0 && <p className="text-caption faint">{copy.none}</p>}
      <ul aria-label={copy.title}>
        {duplicates.data?.map((duplicate) => (
          <Stack as="li" key={duplicate.lead_id} gap={4} paddingBlock={8} rule="top">
            <b>{nameOfDuplicate(duplicate)}</b>
            <span className="breakable">
              {[duplicate.company_name, duplicate.email, duplicate.phone].filter(Boolean).join(", ")}
            </span>
            <span className="text-caption faint">{describeDuplicate(duplicate)}</span>
            <Row gap={8} isWrapping>
              <Button variant="secondary" isSmall hasPlug={false} onClick={() => setOpenFile(duplicate.lead_id)}>
                {copy.open}
              </Button>
              <For least="seller">
                <Button variant="secondary" isSmall hasPlug={false} onClick={() => setChosen(duplicate)}>
                  {copy.merge}
                  <span className="visually-hidden">{copy.ofLead(nameOfDuplicate(duplicate))}</span>
                </Button>
              </For>
            </Row>
          </Stack>
        ))}
      </ul>
      <DeskDialog
        title={fileCopy.merge.title}
        intro={fileCopy.merge.text(nameOfLead(lead) ?? admin.list.unnamed)}
        isOpen={chosen !== undefined}
        onClose={() => setChosen(undefined)}
      >
        {chosen && <Merge lead={lead} other={chosen} onClose={() => setChosen(undefined)} />}
      </DeskDialog>
    </FileSection>
  );
}

export function nameOfDuplicate({
  first_name: first,
  last_name: last,
  company_name: company,
  email,
  phone,
}: Duplicate): string {
  return [first, last].filter(Boolean).join(" ") || company || email || phone || dash;
}

export function describeDuplicate(duplicate: Duplicate): string {
  const {
    alike,
    funnel_origin: origin,
    lead_status: status,
    created_at: createdAt,
    has_account: hasAccount,
    is_waiting_list: isWaitingList,
  } = duplicate;
  const offer = isWaitingList ? waitingListLabel : originLabels[origin];
  const facts = [offer, statusLabels[status], longDate(createdAt), hasAccount && copy.hasAccount];
  return [...alike.map((likeness) => copy.alike[likeness]), ...facts].filter(Boolean).join(", ");
}

type MergeProps = { lead: LeadRow; other: Duplicate; onClose: () => void };

function Merge({ lead, other, onClose }: MergeProps) {
  const { desk } = useServices();
  const leadId = lead.leadId ?? "";
  const preview = useQuery({
    queryKey: leadKeys.merge(leadId, other.lead_id),
    queryFn: async ({ signal }) => valueOf(await desk.preview(leadId, [other.lead_id], signal)),
    gcTime: 0,
  });
  const merge = useMerge(lead, other.lead_id, onClose);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const words = fileCopy.merge;
  const account = preview.data?.account;
  const otherAccount = account && !account.is_of_kept ? account : undefined;
  const problem = preview.data?.problem;

  return (
    <>
      {preview.isPending && <p role="status">{words.loading}</p>}
      {preview.isError && <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void preview.refetch()} />}
      {problem && <FormNotice variant="warning">{words.impossible[problem.code] ?? fileCopy.unavailable}</FormNotice>}
      {preview.data && !problem && <Kept preview={preview.data} />}
      {otherAccount && !problem && (
        <FormNotice variant="warning">
          <p>{words.otherAccount(addressOf(otherAccount))}</p>
          <Checkbox name="other-account" isChecked={isConfirmed} onChange={setIsConfirmed}>
            {words.confirmAccount(addressOf(otherAccount))}
          </Checkbox>
        </FormNotice>
      )}
      {preview.data && !problem && (
        <p className="text-caption quiet">
          {words.reversible} {words.irreversible}
        </p>
      )}
      <ProblemSentence sentence={merge.problem} />
      <Row gap={8} justify="end" isWrapping>
        <Button variant="secondary" isSmall hasPlug={false} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          isSmall
          hasPlug={false}
          disabled={!preview.data || problem !== null || (otherAccount !== undefined && !isConfirmed)}
          busyLabel={merge.isPending ? words.busy : undefined}
          onClick={() => merge.run(otherAccount?.id)}
        >
          {words.confirm}
        </Button>
      </Row>
    </>
  );
}

/** What becomes of everything both have. */
function Kept({ preview }: { preview: MergePreview }) {
  const words = fileCopy.merge;
  const counted = Object.entries(words.words).flatMap(([name, [one, many]]) => {
    const count = preview[name as keyof typeof words.words];
    return count > 0 ? [words.counted(count, one, many)] : [];
  });
  const leads = preview.leads.filter(({ is_of_kept: isOfKept }) => !isOfKept);
  const differing = preview.contact.filter(({ kept, others }) =>
    others.some((other) => textOf(other) !== "" && textOf(other) !== textOf(kept)),
  );

  return (
    <>
      <ul aria-label={words.keptList}>
        {leads.map(({ lead_id: id, funnel_origin: origin, into_lead_id: into }) => (
          <li key={id}>{into === null ? words.moved(origin) : words.joined(origin)}</li>
        ))}
        {[...counted, ...(preview.account ? [words.account(addressOf(preview.account))] : [])].map((kept) => (
          <li key={kept}>{kept}</li>
        ))}
      </ul>
      {differing.length > 0 && (
        <section aria-label={words.differences}>
          <h3 className="text-small leading-snug tracking-text quiet">{words.differences}</h3>
          <dl>
            {differing.map(({ column, kept, others }) => (
              <div key={column}>
                <dt className="faint">{columnLabel(column)}</dt>
                <dd className="breakable">
                  {textOf(kept) === "" ? others.map(textOf).join(", ") : `${textOf(kept)} (${words.kept})`}
                  {textOf(kept) !== "" && (
                    <small className="faint block">{`${others.map(textOf).join(", ")} (${words.other})`}</small>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

/** What an account opens with. */
function addressOf({ email, phone }: NonNullable<MergePreview["account"]>): string {
  return email ?? (phone === null ? fileCopy.merge.accountWithoutAddress : `+${phone}`);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function useMerge(lead: LeadRow, other: string, onClose: () => void) {
  const { desk } = useServices();
  const queryClient = useQueryClient();
  const readAgain = useRowAgain();
  const offerUndo = useUndo();
  const leadId = lead.leadId ?? "";

  /** The other one is gone from the list, or back in it. */
  const showEverywhere = async () => {
    await readAgain(lead);
    await queryClient.invalidateQueries({ queryKey: leadKeys.all, predicate: ({ queryKey }) => !isFileKey(queryKey) });
  };

  return useFileChange(
    leadId,
    (account: string | undefined) => desk.merge(leadId, [other], account),
    (mergeId) => {
      onClose();
      void showEverywhere();
      offerUndo({
        sentence: fileCopy.undo.merged,
        undo: async () => {
          const undone = await desk.undoMerge(mergeId);
          await showEverywhere();
          return undone.ok ? undefined : sentenceOf(undone.problem);
        },
      });
    },
  );
}
