import { useState } from "react";

import type { WaysIn } from "#subjects/account/calls/password-link.ts";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { Box } from "#app/ui/layout.tsx";
import { passwordCopy as copy } from "#subjects/account/words/password.ts";
import { securityCopy } from "#content/security.ts";
import { leastLength, type PasswordRules, readNewPassword } from "#kit/new-password.ts";
import { failed } from "#kit/result.ts";

import { AccountHead } from "./account-screen.tsx";
import { AnswerForm } from "./answer-form.tsx";

type Props = {
  title: string;
  lead: string;
  /** Whose password it is. */
  email: string;
  isAdministrator: boolean;
  rules: PasswordRules;
  /** What else opens the account, and may be ended with this. */
  waysIn?: WaysIn;
  onChoose: (password: string, endsWaysIn: boolean) => Promise<FormProblem<"password"> | undefined>;
};

function nameWaysIn({ providers, passkeys }: WaysIn = { providers: [], passkeys: 0 }): string {
  const names = providers.map((provider) => securityCopy.ways[provider] ?? provider);
  return [...names, ...(passkeys > 0 ? [copy.choose.passkeys(passkeys)] : [])].join(", ");
}

/** A new password, typed once and shown on request. */
export function ChoosePassword({ title, lead, email, isAdministrator, rules, waysIn, onChoose }: Props) {
  const [isShown, setIsShown] = useState(false);
  const [endsWaysIn, setEndsWaysIn] = useState(false);
  const named = nameWaysIn(waysIn);
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
    send: (password) => onChoose(password, endsWaysIn),
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
        {named !== "" && (
          <Box marginTop={16}>
            <Checkbox name="endsWaysIn" isChecked={endsWaysIn} onChange={setEndsWaysIn}>
              {copy.choose.endWaysIn(named)}
            </Checkbox>
          </Box>
        )}
      </AnswerForm>
    </>
  );
}
