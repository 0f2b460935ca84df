import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { useEffect, useRef, useState } from "react";

import type { CustomerAccount, CustomerProblem } from "#subjects/account/calls/customer-account.ts";
import { describeSignIn } from "#subjects/account/calls/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { GoogleButton } from "#app/ui/form/google-button.tsx";
import { type FormProblem, type TypedForm, useForm } from "#app/ui/form/use-form.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import { formCopy } from "#content/shared/form.ts";
import { accountCopy } from "#subjects/funnel/words/funnel.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { Problems } from "#domain/kernel/text-rules.ts";
import { canonicalEmail } from "#kit/email-address.ts";
import { trimmed } from "#kit/trimmed.ts";

import type { AccountSite } from "./account-site.ts";

const copy = dashboardCopy.deletion;

/** In the address that the identity provider comes back to: the dialog opens again. */
export const deletingParameter = "suppression";

type FieldName = "confirmation" | "confirmationPassword";
type Problem = FormProblem<FieldName>;
type Confirmation = { email: string; password: string };

type Props = {
  account: CustomerAccount;
  site: AccountSite;
  email: string;
  onClose: () => void;
  onSignedOut: () => void;
  onDeleted: () => void;
};

/**
 * Says what goes, asks for the e-mail and, when the sign-in is older than the server accepts, for the password again.
 * The focus enters the button that keeps everything.
 */
export function DeleteAccountDialog({ account, site, email, onClose, onSignedOut, onDeleted }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useForm({
    sentences: {
      confirmation: { malformed: copy.emailWrong },
      confirmationPassword: { missing: copy.passwordMissing },
    },
    read: readConfirmation,
    send: confirmAndDelete,
  });

  // The browser's own modal: focus stays inside, Escape closes, and the button that opened it has the focus back.
  useEffect(() => {
    dialog.current?.showModal();
    keepButton.current?.focus();
  }, []);

  // Focus: on what is to be typed.
  useEffect(() => {
    if (asksPassword) focusField("confirmationPassword");
  }, [asksPassword]);

  function readConfirmation(typed: TypedForm): Result<Confirmation, Problems<FieldName>> {
    const { confirmation = "", confirmationPassword: password = "" } = typed;
    const problems: Problems<FieldName> = {
      ...(!isSameAddress(confirmation, email) && { confirmation: "malformed" }),
      ...(asksPassword && password === "" && { confirmationPassword: "missing" }),
    };
    return Object.keys(problems).length > 0 ? failed(problems) : ok({ email: trimmed(confirmation), password });
  }

  async function confirmAndDelete({ email: typedEmail, password }: Confirmation): Promise<Problem | undefined> {
    if (asksPassword) {
      const refused = describeSignIn(await account.signIn({ email, password }));
      if (refused?.field) return { field: "confirmationPassword", sentence: refused.sentence };
      if (refused) return { sentence: refused.sentence };
    }
    const deleted = await account.delete(typedEmail);
    if (!deleted.ok) return follow(deleted.problem);
    onDeleted();
    return undefined;
  }

  function follow(found: CustomerProblem): Problem | undefined {
    if (found.kind === "failed") return { sentence: found.sentence };
    if (found.kind === "sign_in_again") setAsksPassword(true);
    else onSignedOut();
    return undefined;
  }

  async function leaveForGoogle() {
    const address = `${location.origin}${location.pathname}?${deletingParameter}=1`;
    const refused = describeSignIn(await account.leaveForGoogle(address));
    return refused && { sentence: refused.sentence };
  }

  return (
    <dialog ref={dialog} className="dialog breakable" aria-labelledby="suppression-titre" onClose={onClose}>
      <Stack gap={16}>
        <h2 className="text-heading leading-tight" id="suppression-titre">
          {copy.title}
        </h2>
        <p className="text-small quiet">{copy.text}</p>
        <ul aria-label={copy.listLabel}>
          {copy.list.map((gone) => (
            <Box as="li" key={gone} paddingBlock={8} rule="top">
              {gone}
            </Box>
          ))}
        </ul>
        <p className="text-small quiet">{copy.kept}</p>
        <FormNotice variant="warning">
          {site.contactEmail ? copy.subscriptionTo(site.contactEmail) : copy.subscription}
        </FormNotice>
        <Stack
          as={Form}
          gap={16}
          form={form}
          words={formCopy}
          header={form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        >
          <Field
            name="confirmation"
            label={copy.email}
            hint={copy.emailHint(email)}
            type="email"
            autoComplete="off"
            spellCheck={false}
            required
            problem={form.problemOf("confirmation")}
          />
          {asksPassword && (
            <>
              <FormNotice>{copy.signInAgain}</FormNotice>
              <Field
                name="confirmationPassword"
                label={copy.password}
                type="password"
                autoComplete="current-password"
                required
                problem={form.problemOf("confirmationPassword")}
              />
              {site.hasGoogleSignIn && (
                <GoogleButton onClick={() => form.run(leaveForGoogle)}>{accountCopy.google}</GoogleButton>
              )}
            </>
          )}
          <Row gap={8} justify="end" isWrapping paddingTop={8} className="full-buttons">
            <button
              ref={keepButton}
              type="button"
              className="button button-secondary button-small"
              onClick={() => dialog.current?.close()}
            >
              {copy.keep}
            </button>
            <Button
              type="submit"
              variant="danger"
              isSmall
              hasPlug={false}
              busyLabel={form.isBusy ? copy.busy : undefined}
            >
              {copy.confirm}
            </Button>
          </Row>
        </Stack>
      </Stack>
    </dialog>
  );
}

/** Compares addresses as the server does: without capitals and invisible characters. */
function isSameAddress(typed: string, email: string): boolean {
  return canonicalEmail(typed) === canonicalEmail(email);
}
