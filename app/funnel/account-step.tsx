import { type MouseEvent, useRef, useState } from "react";

import { Button } from "#app/ui/button.tsx";
import { CurrentPassword } from "#app/ui/form/current-password.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";
import { GoogleWay } from "#app/ui/form/google-way.tsx";
import { accountCopy, type AccountFailure } from "#content/funnel.ts";
import { readAccount, readCredentials } from "#domain/funnel/account.ts";
import { maxLengths } from "#domain/funnel/answers.ts";

import type { SessionView } from "./funnel-actions.ts";
import { LegalNotice } from "./legal-notice.tsx";
import type { StepProps } from "./offer-module.ts";
import { problemsInWords, sentenceOf, StepForm } from "./step-form.tsx";
import { StepHeader } from "./step-header.tsx";

type Mode = "create" | "signIn";
type Props = StepProps & { session: SessionView };

/** Step 1: an e-mail is enough; someone who has an account signs in. */
export function AccountStep({ state, store, actions, site, session }: Props) {
  const [mode, setMode] = useState<Mode>(session.wantsSignIn ? "signIn" : "create");
  // A password lives here and nowhere else: never in the stored state.
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState(session.failure);
  const [isBusy, setIsBusy] = useState(false);
  const isSending = useRef(false);

  const copy = accountCopy[mode];
  const isWaiting = isBusy || session.isReturning;
  const problems = problemsInWords(state.formErrors, accountCopy.problems);
  const passwordProblem =
    failure === "wrongCredentials" ? accountCopy.failures[failure] : sentenceOf(problems, "password");

  function switchTo(event: MouseEvent, nextMode: Mode) {
    event.preventDefault();
    setMode(nextMode);
    setPassword("");
    setFailure(undefined);
    store.change({ type: "problemsFound", problems: {} });
  }

  function typeEmail(email: string) {
    setFailure(undefined);
    store.change({ type: "answered", changes: { email } });
  }

  function typePassword(typed: string) {
    setFailure(undefined);
    setPassword(typed);
    if (state.formErrors.password) store.change({ type: "problemsFound", problems: { ...state.formErrors, password: undefined } }); // prettier-ignore
  }

  function createAccount(): boolean {
    const { step, email } = store.getState();
    if (step !== 1) return true;
    const account = readAccount({ email });
    if (!account.ok) return refuse(account.problem);
    store.change({ type: "answered", changes: account.value });
    actions.goOnTo(2);
    return true;
  }

  function signIn(): boolean {
    const credentials = readCredentials({ email: store.getState().email, password });
    if (!credentials.ok) return refuse(credentials.problem);
    void waitFor(actions.signIn(credentials.value));
    return true;
  }

  function refuse(found: Record<string, string | undefined>): boolean {
    setFailure(undefined);
    store.change({ type: "problemsFound", problems: found });
    return false;
  }

  /** One sign-in at a time, whatever the number of clicks. */
  async function waitFor(attempt: Promise<AccountFailure | undefined>) {
    if (isSending.current) return;
    isSending.current = true;
    setFailure(undefined);
    setIsBusy(true);
    const found = await attempt;
    isSending.current = false;
    setIsBusy(false);
    setFailure(found);
    if (found === "wrongCredentials") focusField("password");
  }

  return (
    <StepForm
      className="funnel-account"
      problems={problems}
      onSubmit={() => (isWaiting ? true : mode === "create" ? createAccount() : signIn())}
      header={<StepHeader step={1} title={copy.title} lead={copy.lead} />}
    >
      {failure !== undefined && failure !== "wrongCredentials" && (
        <FormNotice look="problem">{accountCopy.failures[failure]}</FormNotice>
      )}
      {site.hasGoogleSignIn && (
        <GoogleWay
          label={accountCopy.google}
          or={accountCopy.or}
          onClick={() => isSending.current || void waitFor(actions.signInWithGoogle())}
        />
      )}
      <Field
        name="email"
        label={accountCopy.email}
        type="email"
        autoComplete="email"
        maxLength={maxLengths.line}
        required
        value={state.email}
        onChange={typeEmail}
        problem={sentenceOf(problems, "email")}
      />
      {mode === "signIn" && (
        <CurrentPassword
          label={accountCopy.password}
          forgotten={accountCopy.forgotten}
          value={password}
          onChange={typePassword}
          problem={passwordProblem}
        />
      )}
      <Button type="submit" busyLabel={isWaiting ? accountCopy.signIn.submitting : undefined}>
        {copy.submit}
      </Button>
      <p className="funnel-switch">
        {copy.switchQuestion}{" "}
        <a
          className="text-link"
          href={mode === "create" ? "#connexion" : "#compte"}
          onClick={(event) => switchTo(event, mode === "create" ? "signIn" : "create")}
        >
          {copy.switchLink}
        </a>
      </p>
      <LegalNotice site={site} />
    </StepForm>
  );
}
