import { useEffect, useEffectEvent, useState } from "react";

import {
  createFirstPasswordLink,
  type FirstPasswordFailure,
  type FirstPasswordLink,
} from "#subjects/account/calls/first-password.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { FormProblem } from "#app/ui/form/use-form.ts";
import { Row } from "#app/ui/layout.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { firstPasswordCopy as copy } from "#subjects/account/words/first-password.ts";
import { passwordCopy } from "#subjects/account/words/password.ts";
import type { PasswordRules } from "#kit/new-password.ts";

import { AccountHead, AccountNotice } from "./account-screen.tsx";
import { ChoosePassword } from "./choose-password.tsx";

type View =
  | { screen: "checking" }
  | { screen: "choose"; email: string }
  | { screen: "refused"; failure: FirstPasswordFailure }
  | { screen: "renewed" };

type Props = {
  api: ApiSettings;
  rules: PasswordRules;
  token: string;
  /** A screen came whose title is to be read. */
  onShown: () => void;
  /** A password was set: the address no longer opens anything. */
  onSet: () => void;
};

/**
 * The page of the link in a payment mail: it sets a first password, or says the way on where the link does not open.
 *
 * The token stays in the address until it was used, so that a reload shows the page again.
 */
export function FirstPassword({ api, rules, token, onShown, onSet }: Props) {
  const [link] = useState(() => createFirstPasswordLink(api, token));
  const [view, setView] = useState<View>({ screen: "checking" });

  function show(next: View) {
    setView(next);
    onShown();
  }
  const showRead = useEffectEvent((read: Awaited<ReturnType<FirstPasswordLink["read"]>>) =>
    show(read.ok ? { screen: "choose", email: read.value } : { screen: "refused", failure: read.problem }),
  );
  // The server, which knows what the link is worth.
  useEffect(() => void link.read().then((read) => showRead(read)), [link]);

  async function choose(password: string): Promise<FormProblem<"password"> | undefined> {
    const set = await link.set(password);
    if (set.ok) {
      onSet();
      return undefined;
    }
    const { code, sentence } = set.problem;
    if (code === undefined) return { sentence };
    if (code.startsWith("password_")) return { field: "password", sentence };
    show({ screen: "refused", failure: set.problem });
    return undefined;
  }

  switch (view.screen) {
    case "checking":
      return <p role="status">{passwordCopy.checking}</p>;
    case "choose":
      return (
        <ChoosePassword
          title={copy.title}
          lead={copy.lead}
          email={view.email}
          isAdministrator={false}
          rules={rules}
          onChoose={choose}
        />
      );
    case "refused":
      return <Refused failure={view.failure} link={link} onRenewed={() => show({ screen: "renewed" })} />;
    case "renewed":
      return <AccountHead {...copy.renewed} />;
  }
}

type RefusedProps = { failure: FirstPasswordFailure; link: FirstPasswordLink; onRenewed: () => void };

/** A late link has another one sent; every other one leads to the ways in that are there. */
function Refused({ failure, link, onRenewed }: RefusedProps) {
  const [said, setSaid] = useState<string>();
  const { isBusy, once } = useOnce();

  function renew() {
    once(async () => {
      const renewed = await link.renew();
      if (renewed.ok) onRenewed();
      else setSaid(renewed.problem.sentence);
    });
  }

  return (
    <>
      <AccountHead title={copy.refused.title} lead={failure.sentence} />
      {said !== undefined && <AccountNotice variant="problem">{said}</AccountNotice>}
      {failure.code !== "address_refused" && (
        <Row rowGap={16} columnGap={20} isWrapping marginTop={32} className="full-buttons">
          {failure.code === "link_late" ? (
            <Button busyLabel={isBusy ? copy.renewing : undefined} onClick={renew}>
              {copy.renew}
            </Button>
          ) : (
            <ButtonLink href="/dashboard">{copy.signIn}</ButtonLink>
          )}
          {/* Another document: this address would only change its fragment. */}
          <ButtonLink variant="secondary" href="/compte/mot-de-passe?oubli">
            {copy.forgotten}
          </ButtonLink>
        </Row>
      )}
    </>
  );
}
