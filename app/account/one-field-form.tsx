import { type ComponentProps, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";

import { Button } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";

/** A sentence by the field that is wrong, or above the form when nothing typed is to blame. */
export type FormProblem = { isOfField: boolean; sentence: string };

type FieldProps = ComponentProps<typeof Field>;

type Props = Pick<FieldProps, "name" | "label" | "type" | "hint" | "autoComplete" | "inputMode" | "children"> & {
  submit: string;
  busy: string;
  /** Checks and sends what was typed. @returns what is wrong, if anything */
  send: (typed: string) => Promise<FormProblem | undefined>;
};

/** One answer to give: what is wrong with it takes the focus, and it is sent once, whatever the number of clicks. */
export function OneFieldForm({ submit, busy, send, ...field }: Props) {
  const { name } = field;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<FormProblem>();
  const [isSending, setIsSending] = useState(false);
  const isBusy = useRef(false);

  // The page's own field: what is typed before React comes alive is in the document only.
  useLayoutEffect(() => {
    const early = form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value;
    if (early) setTyped(early);
  }, [name]);

  // Focus: on what is to be typed again.
  useEffect(() => {
    if (problem?.isOfField) focusField(name);
  }, [problem, name]);

  async function submitOnce(event: FormEvent) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    setProblem(await send(typed));
    isBusy.current = false;
    setIsSending(false);
  }

  return (
    <form ref={form} className="account-form" method="post" noValidate onSubmit={(event) => void submitOnce(event)}>
      {problem && !problem.isOfField && <FormNotice variant="problem">{problem.sentence}</FormNotice>}
      <Field
        {...field}
        required
        spellCheck={false}
        value={typed}
        onChange={setTyped}
        problem={problem?.isOfField ? problem.sentence : undefined}
      />
      <Button type="submit" busyLabel={isSending ? busy : undefined}>
        {submit}
      </Button>
    </form>
  );
}
