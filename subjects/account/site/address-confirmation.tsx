import { useEffect, useEffectEvent, useRef, useState } from "react";

import {
  type AddressChange,
  type AddressChangeStep,
  createAddressChange,
} from "#subjects/account/calls/address-change.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Box } from "#app/ui/layout.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { addressChangeCopy as copy, type AddressChangeFailure } from "#subjects/account/words/address-change.ts";
import { passwordCopy } from "#subjects/account/words/password.ts";
import type { Result } from "#kit/result.ts";

import { AccountHead, AccountNotice, AccountScreen } from "./account-screen.tsx";
import { MailedCodeForm } from "./mailed-code-form.tsx";

/** What the link of the mail left in the address. */
type Opened = { tokenHash?: string; failure?: AddressChangeFailure };

type View = { screen: "confirm" } | { screen: "half" } | { screen: "done"; email: string };

/**
 * Where a change of address is confirmed: by a press in the session that asked, or by the code of the same mail. A
 * program that opens the link has changed nothing, and neither has who reads a mail that another had sent.
 */
export function AddressConfirmation({ api }: { api: ApiSettings }) {
  const [change] = useState(() => createAddressChange(api));
  const [opened, setOpened] = useState<Opened>({});
  const [view, setView] = useState<View>({ screen: "confirm" });
  const frame = useRef<HTMLDivElement>(null);
  const { isBusy, once } = useOnce();

  const showOpened = useEffectEvent(setOpened);
  // What the link left in the address, which only the browser knows.
  useEffect(() => followMailedLink(change, (found) => showOpened(found)), [change]);

  function follow(confirmed: Result<AddressChangeStep, AddressChangeFailure>): AddressChangeFailure | undefined {
    if (!confirmed.ok) return confirmed.problem;
    const { value } = confirmed;
    if (value.step === "readers") {
      location.assign(value.address);
      return undefined;
    }
    setView(value.step === "done" ? { screen: "done", email: value.email } : { screen: "half" });
    requestAnimationFrame(() => frame.current?.querySelector("h1")?.focus());
    return undefined;
  }

  function press(tokenHash: string) {
    once(async () => {
      const failure = follow(await change.confirm(tokenHash));
      setOpened(failure === undefined ? {} : { tokenHash, failure });
    });
  }

  async function confirmByCode({ codeEmail, mailedCode }: { codeEmail: string; mailedCode: string }) {
    const failure = follow(await change.confirmByCode(codeEmail, mailedCode));
    if (failure === undefined) return undefined;
    const sentence = copy.failures[failure];
    return failure === "expired" ? { field: "mailedCode" as const, sentence } : { sentence };
  }

  if (view.screen === "done") {
    return (
      <AccountScreen ref={frame}>
        <AccountHead
          title={copy.done.title}
          lead={
            <>
              {copy.done.lead} <b className="color-ink">{view.email}</b>
            </>
          }
        />
        <Box as={ButtonLink} marginTop={32} href="/dashboard">
          {copy.done.space}
        </Box>
      </AccountScreen>
    );
  }

  const { tokenHash, failure } = opened;
  return (
    <AccountScreen ref={frame}>
      <AccountHead {...(view.screen === "half" ? copy.half : { title: copy.title, lead: copy.lead })} />
      {failure !== undefined && <AccountNotice variant="problem">{copy.failures[failure]}</AccountNotice>}
      <noscript>
        <AccountNotice>{passwordCopy.needsScript}</AccountNotice>
      </noscript>
      {tokenHash !== undefined && (
        <Box as={Button} marginTop={32} busyLabel={isBusy ? copy.busy : undefined} onClick={() => press(tokenHash)}>
          {copy.confirm}
        </Box>
      )}
      <MailedCodeForm {...copy.code} onCode={confirmByCode} />
      <Box as="p" marginTop={32} maxWidth="56ch" className="text-small quiet">
        {copy.unasked}
      </Box>
    </AccountScreen>
  );
}

/** The press is offered to who is signed in: it may be the session that asked. */
function followMailedLink(change: AddressChange, show: (opened: Opened) => void): void {
  const { tokenHash, failure } = takeMailedFragment();
  if (failure !== undefined) show({ failure });
  else if (tokenHash !== undefined && change.isSignedIn()) show({ tokenHash });
}

/** Taken out of the address before anything else: neither the bar nor the way back shows it. */
function takeMailedFragment(): Opened {
  const values = new URLSearchParams(location.hash.slice(1));
  const [tokenHash, code] = [values.get("token_hash"), values.get("error_code")];
  if (tokenHash === null && code === null) return {};
  history.replaceState(history.state, "", location.pathname);
  if (tokenHash !== null) return { tokenHash };
  return { failure: code === "over_request_rate_limit" ? "busy" : "expired" };
}
