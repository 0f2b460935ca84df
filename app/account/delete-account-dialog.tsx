import { type FormEvent, useEffect, useRef, useState } from "react";

import type { CustomerAccount, CustomerProblem } from "#app/api/customer-account.ts";
import { Button } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";
import { GoogleButton } from "#app/ui/form/google-button.tsx";
import { dashboardCopy } from "#content/dashboard.ts";
import { accountCopy } from "#content/funnel.ts";

import type { AccountSite } from "./account-site.ts";
import { useOnce } from "./use-once.ts";

const copy = dashboardCopy.deletion;

/** In the address that the identity provider comes back to: the dialog opens again. */
export const deletingParameter = "suppression";

type FieldName = "confirmation" | "confirmationPassword";
type Problem = { field?: FieldName; sentence: string };

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
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const [asksPassword, setAsksPassword] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const { isBusy, once } = useOnce();

  // The browser's own modal: focus stays inside, Escape closes, and the button that opened it has the focus back.
  useEffect(() => {
    dialog.current?.showModal();
    keepButton.current?.focus();
  }, []);

  // Focus: on what is to be typed.
  useEffect(() => {
    if (problem?.field) focusField(problem.field);
    else if (asksPassword) focusField("confirmationPassword");
  }, [problem, asksPassword]);

  function submit(event: FormEvent) {
    event.preventDefault();
    once(async () => setProblem(await confirmAndDelete()));
  }

  async function confirmAndDelete(): Promise<Problem | undefined> {
    if (!isSameAddress(typed, email)) return { field: "confirmation", sentence: copy.emailWrong };
    if (asksPassword) {
      if (password === "") return { field: "confirmationPassword", sentence: copy.passwordMissing };
      const refused = await account.signIn({ email, password });
      if (refused !== undefined) return passwordProblem(accountCopy.failures[refused], refused === "wrongCredentials");
    }
    const deleted = await account.delete(typed.trim());
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

  function leaveForGoogle() {
    once(async () => {
      const refused = await account.leaveForGoogle(`${location.origin}${location.pathname}?${deletingParameter}=1`);
      if (refused !== undefined) setProblem({ sentence: accountCopy.failures[refused] });
    });
  }

  const sentenceOf = (field: FieldName) => (problem?.field === field ? problem.sentence : undefined);

  return (
    <dialog ref={dialog} className="account-dialog" aria-labelledby="suppression-titre" onClose={onClose}>
      <h2 id="suppression-titre">{copy.title}</h2>
      <p>{copy.text}</p>
      <ul aria-label={copy.listLabel}>
        {copy.list.map((gone) => (
          <li key={gone}>{gone}</li>
        ))}
      </ul>
      <FormNotice look="warning">
        {site.contactEmail ? copy.subscriptionTo(site.contactEmail) : copy.subscription}
      </FormNotice>
      <form className="account-form" method="post" noValidate onSubmit={submit}>
        {problem && !problem.field && <FormNotice look="problem">{problem.sentence}</FormNotice>}
        <Field
          name="confirmation"
          label={copy.email}
          hint={copy.emailHint(email)}
          type="email"
          autoComplete="off"
          spellCheck={false}
          required
          value={typed}
          onChange={setTyped}
          problem={sentenceOf("confirmation")}
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
              value={password}
              onChange={setPassword}
              problem={sentenceOf("confirmationPassword")}
            />
            {site.hasGoogleSignIn && <GoogleButton onClick={leaveForGoogle}>{accountCopy.google}</GoogleButton>}
          </>
        )}
        <div className="account-dialog-ways">
          <button
            ref={keepButton}
            type="button"
            className="button button-secondary button-small"
            onClick={() => dialog.current?.close()}
          >
            {copy.keep}
          </button>
          <Button type="submit" variant="danger" isSmall hasPlug={false} busyLabel={isBusy ? copy.busy : undefined}>
            {copy.confirm}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

function passwordProblem(sentence: string, isWrong: boolean): Problem {
  return isWrong ? { field: "confirmationPassword", sentence } : { sentence };
}

/** As the server compares them: capitals and the spaces around do not count. */
function isSameAddress(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase();
}
