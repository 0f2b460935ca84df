import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

import { useMay } from "#app/admin/people/role.tsx";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { isAskedIn, type QuestionKey, questionOf } from "#subjects/funnel/rules/questions.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { AnswerFields } from "./answer-fields.tsx";
import { ConflictDialog } from "./correction-conflict.tsx";
import { FileEntry } from "./file-entry.tsx";
import { type Disagreement, useCorrectionForm } from "./use-correction.ts";

const copy = fileCopy.correction;

/** Answers that are typed together: a choice with its own words, a text with its address. */
const together: Partial<Record<QuestionKey, readonly QuestionKey[]>> = {
  intention: ["intention", "intentionDetail"],
  knowledgeBaseText: ["knowledgeBaseUrl", "knowledgeBaseOwnText"],
};

type Props = { lead: LeadRow; question: QuestionKey; label: string; isWide?: boolean; children: ReactNode };

/** A line of the file that is changed where it stands; what the register found, or no form asks, is only read. */
export function EditableEntry({ lead, question, label, isWide, children }: Props) {
  const mayWork = useMay("seller");
  const [isOpen, setIsOpen] = useState(false);
  const [conflict, setConflict] = useState<Disagreement>();
  const pen = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Synchronises with the focus: it goes back to where it came from.
  useEffect(() => {
    if (wasOpen.current && !isOpen) pen.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const close = () => {
    setIsOpen(false);
    setConflict(undefined);
  };
  const { isFound, isContact } = questionOf(question);
  const canChange =
    mayWork && lead.leadId !== null && !isFound && (isContact || isAskedIn(lead.origin ?? "general", question));

  return (
    <FileEntry label={label} isWide={isWide || isOpen}>
      {isOpen ? (
        <InPlace lead={lead} questions={together[question] ?? [question]} onDone={close} onConflict={setConflict} />
      ) : (
        <Row gap={8} align="start" justify="between" className="editable">
          <div className="as-typed">{children}</div>
          {canChange && (
            <button
              ref={pen}
              type="button"
              className="pen"
              aria-label={copy.inPlace(label)}
              onClick={() => setIsOpen(true)}
            >
              <Icon name="pen" isSmall />
            </button>
          )}
        </Row>
      )}
      <ConflictDialog lead={lead} conflict={conflict} onDone={close} onConflict={setConflict} />
    </FileEntry>
  );
}

type InPlaceProps = {
  lead: LeadRow;
  questions: readonly QuestionKey[];
  onDone: () => void;
  onConflict: (conflict: Disagreement) => void;
};

function InPlace({ lead, questions, onDone, onConflict }: InPlaceProps) {
  const prefix = "sur-place-";
  const { form, texts } = useCorrectionForm({ lead, onDone, onConflict, prefix });
  const box = useRef<HTMLDivElement>(null);
  // Synchronises with the focus: it was asked for to type in it.
  useEffect(() => box.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(), []);

  function pressKey(event: KeyboardEvent) {
    if (event.key !== "Escape" && !(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
    // The file and the palette have keys of the same name.
    event.stopPropagation();
    event.preventDefault();
    if (event.key === "Escape") onDone();
    else box.current?.querySelector("form")?.requestSubmit();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the fields within
    <div ref={box} onKeyDown={pressKey}>
      <Form form={form} words={formCopy} className="in-place compact-fields">
        <Stack gap={12}>
          <AnswerFields
            questions={questions}
            isPaid={lead.isPaid}
            texts={texts}
            problemOf={form.problemOf}
            prefix={prefix}
          />
          <ProblemSentence sentence={form.failure?.sentence} />
          <FormButtons variant="green" words={{ ...copy, cancel: copy.leave }} isBusy={form.isBusy} onCancel={onDone} />
        </Stack>
      </Form>
    </div>
  );
}
