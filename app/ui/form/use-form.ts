import { type FormEvent, useState } from "react";

import { useOnce } from "#app/ui/use-once.ts";

import type { FieldProblemLink } from "./error-summary.tsx";

/** What a form holds, under the names of its controls. A box that is not ticked is not there. */
export type TypedForm = Readonly<Record<string, string>>;

/** What is wrong once everything was sent: with a field, or with no answer in particular. */
export type FormProblem<Field extends string = string> = {
  field?: Field;
  sentence: string;
  /** What becomes of the answers. */
  note?: string;
};

/** What is wrong with what was typed, by field. */
type Codes<Field extends string, Code extends string> = Partial<Record<Field, Code>>;
type Sending<Field extends string> = Promise<FormProblem<Field> | undefined> | undefined;

type Options<Values, Field extends string, Code extends string> = {
  /** The words of each problem code, in the order of the fields. */
  sentences: Record<Field, Partial<Record<Code, string>>>;
  /** The values to send, or what is wrong with what was typed. */
  read: (typed: TypedForm) => { ok: true; value: Values } | { ok: false; problem: Codes<Field, Code> };
  /** Sends once: until its promise has settled, no click does anything. */
  send: (values: Values, typed: TypedForm) => Sending<Field>;
  /** Told at each input what the form holds, whether or not the framework has heard of it. */
  hear?: (typed: TypedForm) => void;
  /** The store that keeps the problem codes, where it is not the form itself. */
  kept?: { codes: Codes<string, string>; keep: (codes: Codes<Field, Code>) => void };
  /** What went wrong before the form was there. */
  failure?: string | undefined;
};

/**
 * A form that checks what was typed, shows what is wrong with it, and sends it once.
 *
 * What is typed stays in the controls, which nothing has to copy: what was typed before the page came alive counts too.
 */
export function useForm<Values, Field extends string, Code extends string>({
  sentences,
  read,
  send,
  hear,
  kept,
  failure,
}: Options<Values, Field, Code>) {
  const [found, setFound] = useState<Codes<string, string>>({});
  const [answered, setAnswered] = useState<FormProblem | undefined>(failure ? { sentence: failure } : undefined);
  const [refusals, setRefusals] = useState(0);
  const { isBusy, once } = useOnce();

  const codes = kept?.codes ?? found;
  const problems = (Object.keys(sentences) as Field[]).flatMap((field): FieldProblemLink[] => {
    const code = codes[field];
    const ofAnswer = answered?.field === field ? answered.sentence : undefined;
    const sentence = code === undefined ? ofAnswer : sentences[field][code as Code];
    return sentence === undefined ? [] : [{ field, sentence }];
  });

  /** One action at a time, and what becomes of it. */
  function run(act: () => Sending<Field>): void {
    once(() => {
      setFound({});
      setAnswered(undefined);
      return act()?.then(report);
    });
  }

  function report(problem: FormProblem<Field> | undefined): void {
    setAnswered(problem);
    if (problem?.field !== undefined) setRefusals((count) => count + 1);
  }

  function refuse(problem: Codes<Field, Code>): void {
    (kept?.keep ?? setFound)(problem);
    setRefusals((count) => count + 1);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = readTyped(event.currentTarget);
    run(() => {
      const checked = read(typed);
      if (checked.ok) return send(checked.value, typed);
      refuse(checked.problem);
      return undefined;
    });
  }

  return {
    problems,
    problemOf: (field: Field) => problems.find((problem) => problem.field === field)?.sentence,
    /** What is wrong, when no answer is to blame. */
    failure: answered?.field === undefined ? answered : undefined,
    /** How many times something was found wrong: each takes the focus there. */
    refusals,
    isBusy,
    submit,
    onInput: hear && ((event: FormEvent<HTMLFormElement>) => hear(readTyped(event.currentTarget))),
    /** Another action of the form, such as signing in another way: one at a time with sending. */
    run,
    /** What the last answer said is no longer true. */
    dismiss: () => setAnswered(undefined),
  };
}

function readTyped(form: HTMLFormElement): TypedForm {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts);
}
