import { Box, Stack } from "#app/ui/layout.tsx";
import type { CustomerAccount } from "#subjects/account/calls/customer-account.ts";
import { describeSignIn } from "#subjects/account/calls/sign-in.ts";
import type { OwnSecurity } from "#subjects/account/calls/own-security.ts";
import { PasskeyButton } from "#app/security/passkey-button.tsx";
import { withSentence } from "#app/security/security-sentence.ts";
import { Button } from "#app/ui/button.tsx";
import { CurrentPassword } from "#app/ui/form/current-password.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { GoogleSignIn } from "#app/ui/form/google-sign-in.tsx";
import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import { formCopy } from "#content/shared/form.ts";
import { accountCopy, type AccountFailure } from "#subjects/funnel/words/funnel.ts";
import { type Credentials, readCredentials } from "#subjects/funnel/rules/account.ts";

import { AccountNotice } from "./account-screen.tsx";

const copy = dashboardCopy.signIn;

type Props = {
  account: CustomerAccount;
  hasGoogle: boolean;
  /** What ended the session before, if anything. */
  notice: string | undefined;
  /** Why coming back from the identity provider failed. */
  failure: AccountFailure | undefined;
  /** What signs in by a key of the browser; undefined where that is not offered. */
  security: OwnSecurity | undefined;
  onSignedIn: () => Promise<void>;
};

/** E-mail and password, or the identity provider where there is one. */
export function CustomerSignIn({ account, hasGoogle, notice, failure, security, onSignedIn }: Props) {
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

  async function signInWithPasskey(keys: OwnSecurity) {
    const entered = withSentence(await keys.signInWithPasskey(), () => undefined);
    if (!entered.ok) return { sentence: entered.problem };
    await onSignedIn();
    return undefined;
  }

  async function leaveForGoogle() {
    return describeSignIn(await account.leaveForGoogle(`${location.origin}${location.pathname}`));
  }

  return (
    <Form
      form={form}
      words={formCopy}
      header={
        <>
          {notice !== undefined && form.failure === undefined && <AccountNotice>{notice}</AccountNotice>}
          {form.failure && <AccountNotice variant="problem">{form.failure.sentence}</AccountNotice>}
        </>
      }
    >
      <Stack gap={32} marginTop={hasGoogle ? 24 : 32}>
        {hasGoogle && (
          <GoogleSignIn label={accountCopy.google} or={accountCopy.or} onClick={() => form.run(leaveForGoogle)} />
        )}
        <p className="text-small quiet">{formCopy.required}</p>
        <Field
          name="email"
          label={accountCopy.email}
          type="email"
          autoComplete="email"
          hint={formCopy.emailExample}
          spellCheck={false}
          required
          problem={form.problemOf("email")}
        />
        <Stack gap={24}>
          <CurrentPassword
            label={accountCopy.password}
            forgotten={accountCopy.forgotten}
            problem={form.problemOf("password")}
          />
          <Button type="submit" busyLabel={form.isBusy ? copy.busy : undefined}>
            {copy.submit}
          </Button>
          {security && <PasskeyButton onClick={() => form.run(() => signInWithPasskey(security))} />}
        </Stack>
      </Stack>
      <Box as="p" marginTop={20} maxWidth="56ch" className="text-small quiet">
        {copy.question}{" "}
        <a className="text-link finger-link" href="/inscription">
          {copy.choose}
        </a>
      </Box>
    </Form>
  );
}
