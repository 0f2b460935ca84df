import "#app/ui/link.css";
import "./account-form.css";

import type { CustomerAccount } from "#app/api/customer/customer-account.ts";
import { describeSignIn } from "#app/api/customer/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { CurrentPassword } from "#app/ui/form/current-password.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { GoogleSignIn } from "#app/ui/form/google-sign-in.tsx";
import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { dashboardCopy } from "#content/dashboard.ts";
import { formCopy } from "#content/form.ts";
import { accountCopy, type AccountFailure } from "#content/funnel.ts";
import { type Credentials, readCredentials } from "#domain/funnel/account.ts";

const copy = dashboardCopy.signIn;

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
export function CustomerSignIn({ account, hasGoogle, notice, failure, onSignedIn }: Props) {
  const form = useForm({
    sentences: accountCopy.problems,
    read: readCredentials,
    send: signIn,
    failure: failure && accountCopy.failures[failure],
  });

  async function signIn(credentials: Credentials): Promise<FormProblem<keyof Credentials> | undefined> {
    const found = describeSignIn(await account.signIn(credentials));
    if (found === undefined) await onSignedIn();
    return found;
  }

  async function leaveForGoogle() {
    return describeSignIn(await account.leaveForGoogle(`${location.origin}${location.pathname}`));
  }

  return (
    <Form
      form={form}
      words={formCopy}
      className="account-form"
      header={
        <>
          {notice !== undefined && form.failure === undefined && <FormNotice>{notice}</FormNotice>}
          {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        </>
      }
    >
      {hasGoogle && (
        <GoogleSignIn label={accountCopy.google} or={accountCopy.or} onClick={() => form.run(leaveForGoogle)} />
      )}
      <Field
        name="email"
        label={accountCopy.email}
        type="email"
        autoComplete="email"
        spellCheck={false}
        required
        problem={form.problemOf("email")}
      />
      <CurrentPassword
        label={accountCopy.password}
        forgotten={accountCopy.forgotten}
        problem={form.problemOf("password")}
      />
      <Button type="submit" busyLabel={form.isBusy ? copy.busy : undefined}>
        {copy.submit}
      </Button>
      <p className="password-way">
        {copy.question}{" "}
        <a className="text-link" href="/inscription">
          {copy.choose}
        </a>
      </p>
    </Form>
  );
}
