import "#app/ui/text.css";
import "#app/ui/link.css";

import { useState } from "react";

import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { Box } from "#app/ui/layout.tsx";
import { passwordCopy as copy } from "#content/password.ts";
import { leastLength, type PasswordRules, readNewPassword } from "#domain/kernel/new-password.ts";
import { failed } from "#domain/kernel/result.ts";

import { AccountHead } from "./account-screen.tsx";
import { AnswerForm } from "./answer-form.tsx";

type Props = {
  title: string;
  lead: string;
  /** Whose password it is. */
  email: string;
  isAdministrator: boolean;
  rules: PasswordRules;
  onChoose: (password: string) => Promise<FormProblem<"password"> | undefined>;
};

/** A new password, typed once and shown on request. */
export function ChoosePassword({ title, lead, email, isAdministrator, rules, onChoose }: Props) {
  const [isShown, setIsShown] = useState(false);
  const least = leastLength(isAdministrator, rules);
  const kinds = copy.kinds[rules.requirements];

  const form = useForm({
    sentences: {
      password: { ...copy.problems, tooShort: copy.problems.tooShort(least), tooPlain: copy.problems.tooPlain(kinds) },
    },
    read({ password = "" }) {
      const read = readNewPassword(password, { isAdministrator, rules });
      return read.ok ? read : failed({ password: read.problem });
    },
    send: onChoose,
  });

  return (
    <>
      <AccountHead
        title={title}
        lead={
          <>
            {lead} <b className="color-ink">{email}</b>
          </>
        }
      />{" "}
      <AnswerForm
        form={form}
        name="password"
        label={copy.choose.label}
        hint={copy.choose.hint(least, kinds)}
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        submit={copy.choose.submit}
        busy={copy.choose.busy}
      >
        <Box
          as="button"
          paddingBlock={4}
          marginTop={8}
          type="button"
          className="text-small text-link"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? copy.choose.hide : copy.choose.show}
        </Box>
      </AnswerForm>
    </>
  );
}
