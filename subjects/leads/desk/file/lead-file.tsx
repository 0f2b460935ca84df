import { usePrices } from "#app/admin/data/services.ts";
import { useState } from "react";

import { For, useMay } from "#app/admin/people/role.tsx";
import { keyScope, pressedBy } from "#app/admin/keys/pressed-by.ts";
import { CallStrip } from "#subjects/leads/desk/call/call-strip.tsx";
import { CallLink, useReaching, waysTo, WriteButton } from "#subjects/leads/desk/call/reach.tsx";
import { amountOf } from "#subjects/leads/desk/rows/lead-amount.ts";
import { ChangeProblem } from "#subjects/leads/desk/rows/change-problem.tsx";
import { PaymentControl } from "#subjects/leads/desk/rows/payment-control.tsx";
import { StatusControl } from "#subjects/leads/desk/rows/status-control.tsx";
import { MailComposer } from "#subjects/mails/desk/mail-composer.tsx";
import { AlsoHere } from "#app/admin/live/also-here.tsx";
import { businessOf, dash, joinFacts, longDate, longInstant, originOf, sayCallConsent } from "#app/admin/ui/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { TagsControl } from "#subjects/leads/desk/tags/tags-control.tsx";
import { tagCopy } from "#subjects/leads/words/tags.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { admin } from "#content/shared/admin.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { AddNote } from "./add-note.tsx";
import { CallSheet } from "./call-sheet.tsx";
import { CallbackControl } from "./callback-control.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditableEntry } from "./editable-entry.tsx";
import { FileEntry } from "./file-entry.tsx";
import { FileHeader } from "./file-header.tsx";
import { FileSection } from "./file-section.tsx";
import { LeadAccountSection } from "./lead-account-section.tsx";
import { LeadAnswers } from "./lead-answers.tsx";
import { LeadCorrection } from "./lead-correction.tsx";
import { LeadDuplicates } from "./lead-duplicates.tsx";
import { LeadExport } from "./lead-export.tsx";
import { LeadHistory } from "./lead-history.tsx";
import { LeadReceipts } from "./lead-receipts.tsx";
import { LeadResumeLink } from "./lead-resume-link.tsx";
import { NewerAnswers } from "./newer-answers.tsx";
import { OtherLeads } from "./other-leads.tsx";
import { OwnerControl } from "./owner-control.tsx";
import { ReasonControl } from "./reason-control.tsx";

const copy = admin.file;

type Props = { lead: LeadRow; onClose: () => void; onDeleted: (sentence: string) => void };

/** Everything known about one lead. */
export function LeadFile({ lead, onClose, onDeleted }: Props) {
  const prices = usePrices();
  return (
    <article {...keyScope("file")} aria-label={copy.label(nameOfLead(lead) ?? admin.list.unnamed)}>
      {hasId(lead) && <CallSheet lead={lead} />}
      <FileHeader onClose={onClose}>
        <h2 className="text-heading leading-tight">{nameOfLead(lead) ?? dash}</h2>
        <Box as="p" marginTop={8} className="quiet">
          {joinFacts([lead.companyName, businessOf(lead)])}
        </Box>
      </FileHeader>
      <QuickActions lead={lead} />
      <AlsoHere />
      <Warnings lead={lead} />
      {lead.newerAnswersAt !== null && <NewerAnswers lead={lead} receivedAt={lead.newerAnswersAt} />}
      <FileSection title={copy.followUp.title}>
        <dl>
          <FileEntry label={copy.followUp.status}>
            <StatusControl lead={lead} />
          </FileEntry>
          <ReasonControl lead={lead} />
          <FileEntry label={copy.followUp.payment}>
            <PaymentControl lead={lead} />
          </FileEntry>
          <OwnerControl lead={lead} />
          <CallbackControl lead={lead} />
          <FileEntry label={tagCopy.label}>
            <TagsControl lead={lead} />
          </FileEntry>
          <FileEntry label={copy.contact.origin}>{originOf(lead)}</FileEntry>
          <FileEntry label={fileCopy.print.amount}>{amountOf(lead, prices) ?? dash}</FileEntry>
        </dl>
        <ChangeProblem lead={lead} />
      </FileSection>
      {hasId(lead) && (
        <LeadHistory lead={lead}>
          <For least="seller">
            <Box paddingBottom={16}>
              <AddNote key={lead.leadId} leadId={lead.leadId} hasAccount={lead.userId !== null} />
            </Box>
          </For>
        </LeadHistory>
      )}
      <FileSection title={copy.contact.title}>
        <dl>
          <EditableEntry lead={lead} question="firstName" label={copy.contact.firstName}>
            {lead.firstName ?? dash}
          </EditableEntry>
          <EditableEntry lead={lead} question="lastName" label={copy.contact.lastName}>
            {lead.lastName ?? dash}
          </EditableEntry>
          <EditableEntry lead={lead} question="phone" label={copy.contact.phone}>
            <span className="tabular">{lead.phone ?? dash}</span>
          </EditableEntry>
          <EditableEntry lead={lead} question="email" label={copy.contact.email}>
            {lead.email ?? dash}
          </EditableEntry>
          <EditableEntry lead={lead} question="companyName" label={copy.contact.company}>
            {lead.companyName ?? dash}
          </EditableEntry>
          <EditableEntry lead={lead} question="businessType" label={copy.contact.business}>
            {businessOf(lead) ?? dash}
          </EditableEntry>
          <FileEntry label={copy.contact.callConsent}>{sayCallConsent(lead)}</FileEntry>
          <FileEntry label={copy.followUp.created}>
            <Instant at={lead.createdAt} />
          </FileEntry>
          <FileEntry label={copy.followUp.updated}>
            <Instant at={lead.updatedAt} />
          </FileEntry>
        </dl>
        {hasId(lead) && <FileActions lead={lead} />}
      </FileSection>
      <OtherLeads lead={lead} />
      <LeadAnswers lead={lead} />
      {hasId(lead) && <LeadReceipts lead={lead} />}
      {hasId(lead) && <LeadAccountSection leadId={lead.leadId} />}
      {hasId(lead) && <LeadDuplicates lead={lead} />}
      <Deletion lead={lead} onDeleted={onDeleted} />
    </article>
  );
}

/** A row that the wire gave without its id can be neither written to nor read again. */
function hasId(lead: LeadRow): lead is LeadRow & { leadId: string } {
  return lead.leadId !== null;
}

/** What one does with the whole file. */
function FileActions({ lead }: { lead: LeadRow }) {
  const [open, setOpen] = useState<"correction" | "export">();
  const close = () => setOpen(undefined);
  return (
    <Row gap={8} isWrapping paddingTop={8} className="file-actions">
      <For least="seller">
        <Button
          variant="secondary"
          isSmall
          hasPlug={false}
          {...pressedBy("correct")}
          onClick={() => setOpen("correction")}
        >
          {fileCopy.correction.open}
        </Button>
      </For>
      <For least="manager">
        <Button variant="secondary" isSmall hasPlug={false} onClick={() => setOpen("export")}>
          {fileCopy.export.open}
        </Button>
      </For>
      <Button variant="secondary" isSmall hasPlug={false} onClick={() => window.print()}>
        {fileCopy.print.open}
      </Button>
      <For least="seller">
        <LeadResumeLink lead={lead} />
      </For>
      <LeadCorrection lead={lead} isOpen={open === "correction"} onClose={close} />
      <LeadExport lead={lead} isOpen={open === "export"} onClose={close} />
    </Row>
  );
}

/** A control whose address is missing is not offered; the first is what the person agreed to. */
function QuickActions({ lead }: { lead: LeadRow }) {
  const { call, isCallFirst, ...ways } = waysTo(lead);
  const mayWork = useMay("seller");
  const canWrite = ways.canWrite && mayWork;
  const { isCalling, isWriting, startCall, startMail, close } = useReaching();
  if (call === undefined && !canWrite) return null;
  const controls = [
    call !== undefined && <CallLink key="call" lead={lead} isMain={isCallFirst} onCall={startCall} />,
    canWrite && (
      <WriteButton key="write" lead={lead} isMain={!isCallFirst} isOpen={isWriting} isInFile onWrite={startMail} />
    ),
  ];
  return (
    <Box paddingInline={24} paddingBottom={24}>
      <Stack columns={2} gap={8}>
        {isCallFirst ? controls : controls.reverse()}
      </Stack>
      {call !== undefined && !isCallFirst && <p className="text-caption color-error">{fileCopy.call.refused}</p>}
      {isCalling && mayWork && <CallStrip lead={lead} onClose={close} {...(canWrite && { onWrite: startMail })} />}
      {isWriting && <MailComposer lead={lead} onClose={close} />}
    </Box>
  );
}

/** What one should know before calling. */
function Warnings({ lead }: { lead: LeadRow }) {
  const sentences = [lead.hasAccountElsewhere && copy.accountElsewhere, lead.isSuspect && copy.suspect].filter(
    (sentence) => sentence !== false,
  );
  return sentences.map((sentence) => (
    <FormNotice key={sentence} variant="warning">
      {sentence}
    </FormNotice>
  ));
}

/** Without both ids nothing is asked of the server: there is no telling what it would delete. */
function Deletion({ lead, onDeleted }: Omit<Props, "onClose">) {
  const [asked, setAsked] = useState<"confirmation" | "impossible">();
  const canDelete = lead.leadId !== null && lead.profileId !== null;
  const mayDelete = useMay(lead.isPaid ? "manager" : "seller");

  if (!mayDelete) return null;

  return (
    <Box as="footer" paddingTop={16} paddingInline={24} paddingBottom={24} rule="top" className="faint text-caption">
      <Row
        as="button"
        gap={8}
        align="center"
        type="button"
        className="color-error text-small quiet-action"
        onClick={() => setAsked(canDelete ? "confirmation" : "impossible")}
      >
        <Icon name="trash" />
        {copy.delete}
      </Row>
      <p>{copy.deleteHint}</p>
      {lead.expiresAt !== null && <p>{copy.expires(longDate(lead.expiresAt))}</p>}
      {asked === "impossible" && (
        <Box marginTop={12}>
          <FormNotice variant="problem">{admin.deletion.missingIds}</FormNotice>
        </Box>
      )}
      {canDelete && (
        <DeleteDialog
          lead={lead}
          isOpen={asked === "confirmation"}
          onClose={() => setAsked(undefined)}
          onDeleted={onDeleted}
        />
      )}
    </Box>
  );
}

function Instant({ at }: { at: string | null }) {
  return (
    <time className="tabular" dateTime={at ?? undefined}>
      {longInstant(at)}
    </time>
  );
}
