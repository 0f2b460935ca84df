import { Box, Stack } from "#app/ui/layout.tsx";
import { type MouseEvent, useState } from "react";

import { describeSignIn } from "#subjects/account/calls/sign-in.ts";
import { LegalNotice } from "#subjects/funnel/site/frame/legal-notice.tsx";
import type { SessionView } from "#subjects/funnel/site/machine/funnel-actions.ts";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailHint } from "#app/ui/form/email-hint.tsx";
import { CurrentPassword } from "#app/ui/form/current-password.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { GoogleSignIn } from "#app/ui/form/google-sign-in.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { formCopy } from "#content/shared/form.ts";
import { accountCopy } from "#subjects/funnel/words/funnel.ts";
import { type AccountAnswers, type Credentials, readAccount, readCredentials } from "#subjects/funnel/rules/account.ts";
import { isUnreachable } from "#kit/email-address.ts";
import { suggestEmail } from "#domain/kernel/email-typo.ts";
import type { Result } from "#kit/result.ts";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";
import type { Problems } from "#domain/kernel/text-rules.ts";

import { StepHeader } from "./step-header.tsx";
import { keptIn } from "./use-step-form.ts";

const warnOfEmail = (email: string) => (isUnreachable(email) ? formCopy.unreachableEmail : undefined);

type Mode = "create" | "signIn";
type AccountField = keyof typeof accountCopy.problems;
type Props = StepProps & { session: SessionView };

/** Step 1: an e-mail is enough; someone who has an account signs in. */
export function AccountStep({ state, store, actions, site, session }: Props) {
  const [mode, setMode] = useState<Mode>(session.wantsSignIn ? "signIn" : "create");
  const copy = accountCopy[mode];
  const isConfigured = mode === "create" && state.welcomeMessage !== "";
  const kept = keptIn({ state, store });

  const form = useForm({
    sentences: accountCopy.problems,
    // A password lives in its field and nowhere else: never in the stored state.
    read({ email = "", password }): Result<AccountAnswers | Credentials, Problems<AccountField>> {
      // What the form holds counts, also where a program filled it in unheard.
      if (email !== store.getState().email) store.change({ type: "answered", changes: { email } });
      return mode === "create" ? readAccount({ email }) : readCredentials({ email, password });
    },
    send(account) {
      if (session.isReturning) return undefined;
      return "password" in account ? actions.signIn(account).then(describeSignIn) : createAccount(account);
    },
    kept,
    failure: session.failure && accountCopy.failures[session.failure],
  });
  const isWaiting = form.isBusy || session.isReturning;

  function createAccount(account: AccountAnswers): undefined {
    // The second click of a burst finds the step left.
    if (store.getState().step !== 1) return;
    store.change({ type: "answered", changes: account });
    actions.goOnTo(2);
  }

  function switchTo(event: MouseEvent, nextMode: Mode) {
    event.preventDefault();
    setMode(nextMode);
    // After a refused field the title would stay above the window.
    window.scrollTo({ top: 0, behavior: "instant" });
    form.dismiss();
    kept.keep({});
  }

  function typeEmail(email: string) {
    form.dismiss();
    store.change({ type: "answered", changes: { email } });
  }

  function notePassword() {
    form.dismiss();
    if (state.formErrors.password)
      store.change({ type: "problemsFound", problems: { ...state.formErrors, password: undefined } });
  }

  return (
    <Form
      form={form}
      words={formCopy}
      className="funnel-account"
      header={
        <StepHeader step={1} title={copy.title} lead={isConfigured ? accountCopy.create.leadConfigured : copy.lead} />
      }
    >
      {form.failure && (
        <Box marginTop={32}>
          <FormNotice variant="problem">{form.failure.sentence}</FormNotice>
        </Box>
      )}
      {site.hasGoogleSignIn && (
        <Box marginTop={12} tablet={{ marginTop: 32 }}>
          <GoogleSignIn
            label={accountCopy.google}
            or={accountCopy.or}
            onClick={() => form.run(async () => describeSignIn(await actions.signInWithGoogle()))}
          />
        </Box>
      )}
      <Stack gap={20} marginTop={12} tablet={{ marginTop: 16 }}>
        {mode === "signIn" && <p className="text-small quiet">{formCopy.required}</p>}
        <Field
          name="email"
          label={accountCopy.email}
          type="email"
          autoComplete="email"
          hint={formCopy.emailExample}
          maxLength={maxLengthOf("email")}
          required
          value={state.email}
          onChange={typeEmail}
          problem={form.problemOf("email")}
        >
          {mode === "create" && (
            <EmailHint field="email" suggest={suggestEmail} label={formCopy.probableEmail} warn={warnOfEmail} />
          )}
        </Field>
        {mode === "signIn" && (
          <CurrentPassword
            label={accountCopy.password}
            forgotten={accountCopy.forgotten}
            onChange={notePassword}
            problem={form.problemOf("password")}
          />
        )}
      </Stack>
      <Box
        as={Button}
        width="full"
        marginTop={16}
        type="submit"
        busyLabel={isWaiting ? accountCopy.signIn.submitting : undefined}
      >
        {copy.submit}
      </Box>
      <Box as="p" marginTop={20} className="text-small">
        {copy.switchQuestion}{" "}
        <a
          className="text-link finger-link"
          href={mode === "create" ? "#connexion" : "#compte"}
          onClick={(event) => switchTo(event, mode === "create" ? "signIn" : "create")}
        >
          {copy.switchLink}
        </a>
      </Box>
      <LegalNotice site={site} />
    </Form>
  );
}
