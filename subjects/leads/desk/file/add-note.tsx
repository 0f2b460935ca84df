import { useEffect, useRef, useState } from "react";

import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import type { NewNote as Note } from "#subjects/leads/calls/desk.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { TextArea } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { fileCopy as copy } from "#subjects/leads/words/admin-file.ts";
import { formCopy } from "#content/shared/form.ts";

import { useNewNote } from "./file-queries.ts";

/** What is written stays in the field until it is stored. */
export function AddNote({ leadId, hasAccount }: { leadId: string; hasAccount: boolean }) {
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
  return <NoteForm leadId={leadId} hasAccount={hasAccount} onDone={() => setIsOpen(false)} />;
}

type NoteProps = { leadId: string; hasAccount: boolean; onDone: () => void };

function NoteForm({ leadId, hasAccount, onDone }: NoteProps) {
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
        {hasAccount ? (
          <Checkbox name="for_customer">{copy.note.forCustomer}</Checkbox>
        ) : (
          <p className="text-small quiet">{copy.note.noAccount}</p>
        )}
        <ProblemSentence sentence={note.problem} />
        <Button type="submit" isSmall hasPlug={false} busyLabel={note.isPending ? copy.note.busy : undefined}>
          {copy.note.save}
        </Button>
      </Stack>
    </Form>
  );
}
