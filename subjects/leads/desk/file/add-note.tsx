import { type KeyboardEvent, useEffect, useRef, useState } from "react";

import { useServices } from "#app/admin/data/services.ts";
import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { keepDraft, readDraft } from "#subjects/leads/calls/note-drafts.ts";
import type { NewNote as Note } from "#subjects/leads/calls/desk.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { fileCopy as copy } from "#subjects/leads/words/admin-file.ts";
import { mentionsIn } from "#subjects/leads/rules/mentions.ts";
import { formCopy } from "#content/shared/form.ts";

import { useNewNote } from "./file-queries.ts";
import { MentionArea } from "./mention-area.tsx";
import { useMentionable } from "./use-mentionable.ts";

type Props = { leadId: string; hasAccount: boolean };
/** `person`: whose drafts this browser keeps. */
type Opening = { draft: string; person: string; isPressed: boolean };

/** What is written stays in the field until it is stored, and in this browser while it is not. */
export function AddNote({ leadId, hasAccount }: Props) {
  const { session } = useServices();
  const [opening, setOpening] = useState<Opening>();

  // Synchronises with the storage of the browser: what was begun here is shown again.
  useEffect(() => {
    void session.email().then((person = "") => {
      const draft = readDraft(person, leadId, new Date());
      if (draft !== undefined) setOpening((now) => now ?? { draft, person, isPressed: false });
    });
  }, [session, leadId]);

  if (!opening) {
    const open = async () => {
      const person = (await session.email()) ?? "";
      setOpening({ draft: readDraft(person, leadId, new Date()) ?? "", person, isPressed: true });
    };
    return (
      <Row paddingTop={8}>
        <Button variant="secondary" isSmall hasPlug={false} {...pressedBy("note")} onClick={() => void open()}>
          {copy.note.open}
        </Button>
      </Row>
    );
  }
  return <NoteForm {...{ leadId, hasAccount, ...opening }} onDone={() => setOpening(undefined)} />;
}

type NoteProps = Props & Opening & { onDone: () => void };

function NoteForm({ leadId, hasAccount, draft, person, isPressed, onDone }: NoteProps) {
  // One id for one note: what is sent again after a lost answer is not written twice.
  const [noteId] = useState(() => crypto.randomUUID());
  const [text, setText] = useState(draft);
  const [isForCustomer, setIsForCustomer] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // Synchronises with the focus: the button that had it is gone.
  useEffect(() => {
    if (isPressed) box.current?.querySelector("textarea")?.focus();
  }, [isPressed]);

  function write(typed: string) {
    setText(typed);
    keepDraft(person, leadId, typed, new Date());
  }

  function close() {
    keepDraft(person, leadId, "", new Date());
    onDone();
  }

  /** Escape puts the note aside: its draft stays. */
  function pressKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Escape") {
      event.stopPropagation();
      onDone();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.closest("form")?.requestSubmit();
  }

  const people = useMentionable();
  const note = useNewNote(leadId, close);
  const form = useForm({
    sentences: { note: { missing: copy.note.empty } },
    read: (typed) =>
      typed["note"]?.trim()
        ? {
            ok: true,
            value: {
              text: typed["note"],
              noteId,
              isForCustomer: typed["for_customer"] !== undefined,
              mentions: mentionsIn(typed["note"], people),
            },
          }
        : { ok: false, problem: { note: "missing" } as const },
    send: (value: Note) => {
      note.run(value);
      return undefined;
    },
  });

  return (
    <Form form={form} words={formCopy}>
      <Stack ref={box} gap={12} justify="start" onKeyDown={pressKey}>
        {draft !== "" && <p className="text-small quiet">{copy.note.draft}</p>}
        <MentionArea
          name="note"
          people={people}
          value={text}
          onChange={write}
          label={copy.note.label}
          hint={copy.note.hint}
          maxLength={10_000}
          problem={form.problemOf("note")}
        />
        {hasAccount ? (
          <Checkbox name="for_customer" isChecked={isForCustomer} onChange={setIsForCustomer}>
            {copy.note.forCustomer}
          </Checkbox>
        ) : (
          <p className="text-small quiet">{copy.note.noAccount}</p>
        )}
        <ProblemSentence sentence={note.problem} />
        <Button type="submit" isSmall hasPlug={false} busyLabel={note.isPending ? copy.note.busy : undefined}>
          {isForCustomer ? copy.note.saveForCustomer : copy.note.save}
        </Button>
        <Button variant="secondary" isSmall hasPlug={false} onClick={close}>
          {copy.note.cancel}
        </Button>
        <p className="text-caption faint">{copy.note.keys}</p>
      </Stack>
    </Form>
  );
}
