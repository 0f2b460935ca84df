import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { CustomerAccount } from "#app/api/customer-account.ts";
import { Button } from "#app/ui/button.tsx";
import { CurrentPassword } from "#app/ui/form/current-password.tsx";
import { ErrorSummary, focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";
import { GoogleWay } from "#app/ui/form/google-way.tsx";
import { dashboardCopy } from "#content/dashboard.ts";
import { accountCopy, type AccountFailure, funnelCopy } from "#content/funnel.ts";
import { readCredentials } from "#domain/funnel/account.ts";

import { useOnce } from "./use-once.ts";

const copy = dashboardCopy.signIn;

type Problems = { email?: string | undefined; password?: string | undefined };

type Props = {
  account: CustomerAccount;
  hasGoogle: boolean;
  /** What ended the session before, if anything. */
  notice: string | undefined;
  /** Why coming back from the identity provider failed. */
  failure: AccountFailure | undefined;
  onSignedIn: () => Promise<void>;
};

/** E-mail and password, or the identity provider where there is one. */
export function CustomerSignIn({ account, hasGoogle, notice, failure: firstFailure, onSignedIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState(firstFailure);
  const { isBusy, once } = useOnce();

  // The page's own fields: what is typed before React comes alive is in the document only.
  useLayoutEffect(() => {
    const early = (name: string) => form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value;
    setEmail((typed) => early("email") ?? typed);
    setPassword((typed) => early("password") ?? typed);
  }, []);

  // Focus: on what is to be typed again, or on the list of it.
  useEffect(() => {
    const wrong = (["email", "password"] as const).filter((field) => problems[field] !== undefined);
    if (wrong.length > 1) summary.current?.focus();
    else if (wrong[0]) focusField(wrong[0]);
  }, [problems]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = readCredentials({ email, password });
    if (!read.ok) {
      const { email: ofEmail, password: ofPassword } = read.problem;
      setFailure(undefined);
      return setProblems({
        email: ofEmail && accountCopy.problems.email[ofEmail as "missing"],
        password: ofPassword && accountCopy.problems.password.missing,
      });
    }
    once(async () => {
      const found = await account.signIn(read.value);
      if (found === undefined) return onSignedIn();
      const isWrong = found === "wrongCredentials";
      setFailure(isWrong ? undefined : found);
      setProblems(isWrong ? { password: accountCopy.failures[found] } : {});
    });
  }

  function leaveForGoogle() {
    once(async () => setFailure(await account.leaveForGoogle(`${location.origin}${location.pathname}`)));
  }

  const both = Object.entries(problems).flatMap(([field, sentence]) => (sentence ? [{ field, sentence }] : []));

  return (
    <form ref={form} className="account-form" method="post" noValidate onSubmit={submit}>
      {notice !== undefined && failure === undefined && <FormNotice>{notice}</FormNotice>}
      {failure !== undefined && <FormNotice look="problem">{accountCopy.failures[failure]}</FormNotice>}
      {both.length > 1 && <ErrorSummary ref={summary} title={funnelCopy.problemsTitle(both.length)} problems={both} />}
      {hasGoogle && <GoogleWay label={accountCopy.google} or={accountCopy.or} onClick={leaveForGoogle} />}
      <Field
        name="email"
        label={accountCopy.email}
        type="email"
        autoComplete="email"
        spellCheck={false}
        required
        value={email}
        onChange={setEmail}
        problem={problems.email}
      />
      <CurrentPassword
        label={accountCopy.password}
        forgotten={accountCopy.forgotten}
        value={password}
        onChange={setPassword}
        problem={problems.password}
      />
      <Button type="submit" busyLabel={isBusy ? copy.busy : undefined}>
        {copy.submit}
      </Button>
      <p className="password-way">
        {copy.question}{" "}
        <a className="text-link" href="/inscription">
          {copy.choose}
        </a>
      </p>
    </form>
  );
}
