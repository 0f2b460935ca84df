import type { ComponentProps } from "react";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { FormProblem } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";

import { AccountNotice } from "./account-screen.tsx";

type Props = Omit<ComponentProps<typeof Field>, "problem" | "required" | "spellCheck"> & {
  form: ComponentProps<typeof Form>["form"] & { failure: FormProblem | undefined; isBusy: boolean };
  submit: string;
  busy: string;
};

/** One answer to give. */
export function AnswerForm({ form, submit, busy, ...field }: Props) {
  return (
    <Form
      form={form}
      words={formCopy}
      header={form.failure && <AccountNotice variant="problem">{form.failure.sentence}</AccountNotice>}
    >
      <Stack gap={24} marginTop={32}>
        <Field {...field} required spellCheck={false} problem={form.problems[0]?.sentence} />
        <Button type="submit" busyLabel={form.isBusy ? busy : undefined}>
          {submit}
        </Button>
      </Stack>
    </Form>
  );
}
