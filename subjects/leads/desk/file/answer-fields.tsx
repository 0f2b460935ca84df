import { Field, TextArea } from "#app/ui/form/field.tsx";
import { SelectField } from "#app/ui/form/select-field.tsx";
import type { TypedForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { fileCopy, questionLabels } from "#subjects/leads/words/admin-file.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { splitBusinessHours } from "#subjects/funnel/rules/business-hours.ts";
import { intentions } from "#subjects/funnel/rules/choices.ts";
import { composeKnowledgeBaseText } from "#subjects/funnel/rules/knowledge-base-text.ts";
import {
  contactQuestions,
  isAskedIn,
  isLongText,
  maxLengthOf,
  type QuestionKey,
  questionKeys,
  questionOf,
} from "#subjects/funnel/rules/questions.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";

/** What the team may type of a lead: who it is, and what its form asks; composed answers by their parts. */
export function typedQuestions(origin: FunnelOrigin): QuestionKey[] {
  const asked = questionKeys.filter((key) => isAskedIn(origin, key) && !questionOf(key).isComposed);
  return [...new Set([...contactQuestions, ...asked])];
}

type Props = {
  questions: readonly QuestionKey[];
  /** The payment provider debits the volume that was ordered: it does not hear of another one. */
  isPaid?: boolean;
  /** What stands there, as text by question. */
  texts: Partial<Record<QuestionKey, string>>;
  problemOf: (key: string) => string | undefined;
  /** The names of controls begin with it: ids are one to a page. */
  prefix: string;
};

/** A control for each question, of its kind. */
export function AnswerFields({ questions, isPaid = false, texts, problemOf, prefix }: Props) {
  return (
    <Stack gap={16}>
      {questions.map((key) => (
        <AnswerField
          key={key}
          question={key}
          name={`${prefix}${key}`}
          text={texts[key] ?? ""}
          problem={problemOf(key)}
          isPaid={isPaid}
        />
      ))}
    </Stack>
  );
}

type FieldProps = {
  question: QuestionKey;
  name: string;
  text: string;
  problem: string | undefined;
  isPaid: boolean;
};

function AnswerField({ question, name, text, problem, isPaid }: FieldProps) {
  const { kind } = questionOf(question);
  const frame = { name, label: questionLabels[question], problem };
  if (kind.type === "choice") {
    const words = (answerWords as Record<string, Record<string, string>>)[question] ?? {};
    const stored = text === "" || Object.hasOwn(words, text) ? {} : { [text]: text };
    return <SelectField {...frame} options={{ ...words, ...stored }} placeholder="–" defaultValue={text} />;
  }
  if (kind.type === "count") {
    const volumes = [...kind.sold.map(String), ...(text === "" ? [] : [text])];
    const options = Object.fromEntries(volumes.map((volume) => [volume, volume]));
    const hint = isPaid ? fileCopy.correction.stillDebited : undefined;
    return <SelectField {...frame} hint={hint} options={options} placeholder="–" defaultValue={text} />;
  }
  if (isLongText(question)) {
    return <TextArea {...frame} rows={4} maxLength={maxLengthOf(question)} defaultValue={text} />;
  }
  const type = kind.type === "email" ? "email" : question === "phone" ? "tel" : "text";
  return <Field {...frame} type={type} maxLength={maxLengthOf(question)} defaultValue={text} autoComplete="off" />;
}

/** What was typed, under the names of the columns; the parts as the one answer that carries them. */
export function readTypedAnswers(typed: TypedForm, origin: FunnelOrigin, prefix: string): Record<string, unknown> {
  const of = (key: QuestionKey) => (typed[`${prefix}${key}`] ?? "").trim();
  const answers: Record<string, unknown> = {};
  for (const key of typedQuestions(origin)) {
    const { column, kind, partOf } = questionOf(key);
    if (partOf) continue;
    answers[column] = readTyped(kind.type, of(key), kind.type === "note" ? kind.name : "");
  }
  if (isAskedIn(origin, "knowledgeBaseText")) {
    answers[questionOf("knowledgeBaseText").column] = composeKnowledgeBaseText({
      intention: intentions.find((code) => code === of("intention")) ?? "",
      intentionDetail: of("intentionDetail"),
      knowledgeBaseOwnText: of("knowledgeBaseOwnText"),
    });
  }
  return answers;
}

function readTyped(type: string, text: string, noteName: string): unknown {
  if (type === "hours") return splitBusinessHours(text);
  if (type === "list") return text === "" ? [] : text.split(",").map((entry) => entry.trim());
  if (type === "note") return { [noteName]: text === "" ? null : text };
  return text;
}
