import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";

import { useServices } from "#app/admin/data/services.ts";
import { useMay } from "#app/admin/people/role.tsx";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { newUuid } from "#app/api/transport/uuid.ts";
import { Button } from "#app/ui/button.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { keepMailDraft, type KeptMail, readMailDraft } from "#subjects/leads/calls/note-drafts.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import type { PreparedMail } from "#subjects/mails/contract/mails.ts";
import { fillFields } from "#subjects/mails/rules/mail-fields.ts";
import { composerCopy as copy } from "#subjects/mails/words/mail-composer.ts";

import { LiftRefusal } from "./lift-refusal.tsx";
import { usePreparedMail, useSendMail } from "./mail-queries.ts";

type Written = LeadRow & { leadId: string };
type Props = { lead: LeadRow; onClose: () => void };

/** A mail to the person of a lead, from a template or from nothing; what is written is kept in this browser. */
export function MailComposer({ lead, onClose }: Props) {
  const { leadId } = lead;
  return leadId === null ? null : <Preparation lead={{ ...lead, leadId }} onClose={onClose} />;
}

function Preparation({ lead, onClose }: { lead: Written; onClose: () => void }) {
  const { session } = useServices();
  const mail = usePreparedMail(lead.leadId);
  const [person, setPerson] = useState<string>();
  const mayLift = useMay("manager");

  // Synchronises with the session: drafts are one person's.
  useEffect(() => void session.email().then((email = "") => setPerson(email)), [session]);

  if (mail.isError) return <RetryNotice sentence={copy.loadFailed} onRetry={() => void mail.refetch()} />;
  if (!mail.data || person === undefined) {
    return <p role="status">{mail.isPaused ? copy.waitsForNetwork : copy.loading}</p>;
  }
  if (mail.data.refusal !== null) {
    return (
      <Stack gap={8} justify="start" paddingBlock={12}>
        <ProblemSentence sentence={mail.data.refusal} />
        {mail.data.is_refused && mayLift ? (
          <LiftRefusal leadId={lead.leadId} onClose={onClose} />
        ) : (
          <Button variant="secondary" isSmall hasPlug={false} onClick={onClose}>
            {admin.file.close}
          </Button>
        )}
      </Stack>
    );
  }
  return <MailForm {...{ lead, person, onClose }} mail={mail.data} />;
}

type FormProps = { lead: Written; person: string; mail: PreparedMail; onClose: () => void };

function MailForm({ lead, person, mail, onClose }: FormProps) {
  const { leadId } = lead;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [kept] = useState(() => readMailDraft(person, leadId, new Date()));
  const [draft, setDraft] = useState<KeptMail>(() => kept ?? { id: newUuid(), subject: "", text: "" });
  /** What the last template said: over it, another one is written; over words of one's own, none. */
  const [begun, setBegun] = useState({ subject: "", text: "" });
  const [isEmpty, setIsEmpty] = useState(false);
  const { send, isPending, isPaused, problem } = useSendMail(lead, person, onClose);
  // Synchronises with the focus: the button that was pressed stays behind.
  useEffect(() => form.current?.querySelector("select")?.focus(), []);

  function write(changed: Partial<KeptMail>) {
    const written = { ...draft, ...changed };
    const isBlank = `${written.subject}${written.text}`.trim() === "";
    setDraft(written);
    setIsEmpty(false);
    keepMailDraft(person, leadId, isBlank ? undefined : written, new Date());
  }

  function beginWith(template: string) {
    const chosen = mail.templates.find((each) => each.id === template);
    if (!chosen) return write({ template: undefined });
    const subject = fillFields(chosen.subject, mail.fields);
    const text = fillFields(chosen.text, mail.fields);
    const isOwn = draft.text.trim() !== "" && draft.text !== begun.text;
    setBegun({ subject, text });
    write({
      template,
      subject: draft.subject === begun.subject || draft.subject.trim() === "" ? subject : draft.subject,
      text: isOwn ? `${draft.text.trimEnd()}\n\n${text}` : text,
    });
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (draft.subject.trim() === "" || draft.text.trim() === "") return setIsEmpty(true);
    send(draft);
  }

  /** Escape puts the mail aside: its draft stays. */
  function pressKey(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the fields within
    <form
      ref={form}
      aria-label={copy.title(nameOfLead(lead) ?? admin.list.unnamed)}
      className="mail-form"
      onSubmit={submit}
      onKeyDown={pressKey}
    >
      <Stack gap={12} paddingBlock={12}>
        <p className="text-small quiet breakable">
          {copy.to(mail.recipient ?? "")} {mail.is_in_space && copy.inSpace}
        </p>
        {kept && <p className="text-small quiet">{copy.draft}</p>}
        <Stack gap={4}>
          <label className="text-caption quiet" htmlFor={`${id}-template`}>
            {copy.template}
          </label>
          <select
            id={`${id}-template`}
            className="control file-control text-body"
            value={draft.template ?? ""}
            disabled={isPending}
            onChange={(event) => beginWith(event.target.value)}
          >
            <option value="">{copy.noTemplate}</option>
            {mail.templates.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </Stack>
        <Stack gap={4}>
          <label className="text-caption quiet" htmlFor={`${id}-subject`}>
            {copy.subject}
          </label>
          <input
            id={`${id}-subject`}
            className="control text-body"
            maxLength={200}
            value={draft.subject}
            readOnly={isPending}
            onChange={(event) => write({ subject: event.target.value })}
          />
        </Stack>
        <Stack gap={4}>
          <label className="text-caption quiet" htmlFor={`${id}-text`}>
            {copy.text}
          </label>
          <textarea
            id={`${id}-text`}
            className="control text-body"
            rows={10}
            maxLength={10_000}
            value={draft.text}
            readOnly={isPending}
            onChange={(event) => write({ text: event.target.value })}
          />
        </Stack>
        {mail.has_link && !mail.is_in_space && <p className="text-caption faint">{copy.link}</p>}
        <ProblemSentence sentence={isEmpty ? copy.empty : isPaused ? copy.leavesWithNetwork : problem} />
        <Row gap={8} align="center" isWrapping>
          <Button type="submit" variant="green" isSmall hasPlug={false} busyLabel={isPending ? copy.busy : undefined}>
            {copy.send}
          </Button>
          <Button variant="secondary" isSmall hasPlug={false} onClick={onClose}>
            {copy.close}
          </Button>
          <Button
            variant="quiet"
            isSmall
            hasPlug={false}
            onClick={() => {
              keepMailDraft(person, leadId, undefined, new Date());
              onClose();
            }}
          >
            {copy.discard}
          </Button>
          <span className="text-caption faint">{copy.keys}</span>
        </Row>
      </Stack>
    </form>
  );
}
