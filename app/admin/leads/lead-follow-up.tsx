import "#app/ui/form/control.css";
import "#app/admin/ui/quiet-action.css";
import "#app/ui/form/field-frame.css";
import "#app/ui/text.css";
import "./lead-follow-up.css";

import { useEffect, useRef, useState } from "react";

import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import type { NewNote as Note } from "#app/api/admin/desk.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { TextArea } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { fileCopy as copy } from "#content/admin-file.ts";
import { formCopy } from "#content/form.ts";
import { clockInParis, instantInParis } from "#domain/kernel/paris-clock.ts";
import type { LeadRow } from "#domain/leads/lead-row.ts";

import { DetailRow } from "./detail-row.tsx";
import { useCallbackChange, useNewNote, useOwnerChange, useOwners } from "./file-queries.ts";

/** Who looks after the lead. */
export function OwnerControl({ lead }: { lead: LeadRow }) {
  const { data: owners = [] } = useOwners();
  const nameOf = (owner: string | null) =>
    owner === null ? null : (owners.find(({ user_id: id }) => id === owner)?.email ?? copy.owner.unknown);
  const change = useOwnerChange(lead, nameOf);
  const chosen = change.asked === undefined ? lead.owner : change.asked;
  const isUnknown = chosen !== null && owners.every(({ user_id: id }) => id !== chosen);

  return (
    <DetailRow label={copy.owner.label}>
      <select
        className="control file-control text-body"
        aria-label={copy.owner.label}
        value={chosen ?? ""}
        disabled={lead.leadId === null}
        onChange={(event) => change.run(event.target.value === "" ? null : event.target.value)}
      >
        <option value="">{copy.owner.nobody}</option>
        {isUnknown && <option value={chosen}>{copy.owner.unknown}</option>}
        {owners.map(({ user_id: id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </select>
      <ProblemSentence sentence={change.problem} />
    </DetailRow>
  );
}

/** When a call was promised, in the time of Paris wherever the device is, as the desk shows it. */
export function CallbackControl({ lead }: { lead: LeadRow }) {
  const change = useCallbackChange(lead);
  const [typed, setTyped] = useState<string>();
  const stored = lead.callbackAt === null ? "" : clockInParis(new Date(lead.callbackAt));

  /** Once the field is left: a date that is being typed is a date all the time. */
  function save() {
    setTyped(undefined);
    if (typed === undefined || typed === stored) return;
    const at = instantInParis(typed);
    if (typed === "" || at) change.run(at?.toISOString() ?? null);
  }

  return (
    <DetailRow label={copy.callback.label}>
      <Row gap={8} align="center" isWrapping>
        <input
          className="control file-control text-body tabular"
          type="datetime-local"
          aria-label={copy.callback.label}
          value={typed ?? (change.asked ? clockInParis(new Date(change.asked)) : stored)}
          disabled={lead.leadId === null}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === "Enter" && save()}
        />
        {lead.callbackAt !== null && (
          <button type="button" className="text-caption quiet-action" onClick={() => change.run(null)}>
            {copy.callback.clear}
          </button>
        )}
      </Row>
      <ProblemSentence sentence={change.problem} />
    </DetailRow>
  );
}

/** What is written stays in the field until it is stored. */
export function AddNote({ leadId }: { leadId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <Row paddingTop={8}>
        <Button variant="secondary" isSmall hasPlug={false} {...pressedBy("note")} onClick={() => setIsOpen(true)}>
          {copy.note.open}
        </Button>
      </Row>
    );
  }
  return <NoteForm leadId={leadId} onDone={() => setIsOpen(false)} />;
}

function NoteForm({ leadId, onDone }: { leadId: string; onDone: () => void }) {
  // One id for one note: what is sent again after a lost answer is not written twice.
  const [noteId] = useState(() => crypto.randomUUID());
  const box = useRef<HTMLDivElement>(null);
  // Synchronises with the focus: the button that had it is gone.
  useEffect(() => box.current?.querySelector("textarea")?.focus(), []);
  const note = useNewNote(leadId, onDone);
  const form = useForm({
    sentences: { note: { missing: copy.note.empty } },
    read: (typed) =>
      typed["note"]?.trim()
        ? { ok: true, value: { text: typed["note"], noteId, isForCustomer: typed["for_customer"] !== undefined } }
        : { ok: false, problem: { note: "missing" } as const },
    send: (value: Note) => {
      note.run(value);
      return undefined;
    },
  });

  return (
    <Form form={form} words={formCopy}>
      <Stack ref={box} gap={12} justify="start">
        <TextArea
          name="note"
          label={copy.note.label}
          hint={copy.note.hint}
          rows={4}
          maxLength={10_000}
          problem={form.problemOf("note")}
        />
        <Checkbox name="for_customer">{copy.note.forCustomer}</Checkbox>
        <ProblemSentence sentence={note.problem} />
        <Button type="submit" isSmall hasPlug={false} busyLabel={note.isPending ? copy.note.busy : undefined}>
          {copy.note.save}
        </Button>
      </Stack>
    </Form>
  );
}
