import { Box, Stack } from "#app/ui/layout.tsx";

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";

import {
  createCustomerAccount,
  type CustomerAccount,
  type CustomerSpace,
} from "#subjects/account/calls/customer-account.ts";
import { createOwnSecurity, type OwnSecurity } from "#subjects/account/calls/own-security.ts";
import type { SecondFactor } from "#app/api/transport/second-factor.ts";
import { FactorProof } from "#app/security/factor-proof.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { MinorHeader } from "#app/ui/minor-header.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { siteFrame } from "#content/site-frame.ts";
import { dashboardCopy as copy } from "#subjects/account/words/dashboard.ts";
import { accountReadyBy } from "#subjects/orders/rules/customer-order.ts";
import type { AccountFailure } from "#subjects/funnel/words/funnel.ts";

import { AccountHead, AccountNotice, AccountScreen } from "./account-screen.tsx";
import type { AccountSite } from "./account-site.ts";
import { AccountSecurity } from "./account-security.tsx";
import { CustomerSignIn } from "./customer-sign-in.tsx";
import { deletingParameter } from "./delete-account-dialog.tsx";
import { DrawnFrame } from "./drawn-frame.tsx";
import { OrderCard } from "./order-card.tsx";
import { PersonalData } from "./personal-data.tsx";

type View =
  | { screen: "signIn"; notice?: string; failure?: AccountFailure }
  | { screen: "loading" }
  | { screen: "secondFactor"; factors: SecondFactor[] }
  | { screen: "failed"; sentence: string }
  | { screen: "space"; space: CustomerSpace; isDeleting: boolean }
  | { screen: "deleted" };

type Props = { site: AccountSite };

/**
 * A customer's requests, with the header that lets them out.
 *
 * Source: resolutions, section 4.
 */
export function CustomerDashboard({ site }: Props) {
  const [account] = useState(() => createCustomerAccount(site.api));
  const [security] = useState(() => createOwnSecurity(site.api, site));
  const [view, setView] = useState<View>({ screen: "signIn" });
  const main = useRef<HTMLElement>(null);
  const { isBusy, once } = useOnce();

  function show(next: View) {
    setView(next);
    // The waiting sentence is read out by itself; every other screen starts at its title.
    if (next.screen !== "loading") requestAnimationFrame(() => main.current?.querySelector("h1")?.focus());
  }

  /** @param isDeleting opens the dialog again, after the identity provider */
  async function load(isDeleting = false) {
    show({ screen: "loading" });
    const read = await account.read();
    if (read.ok) return show({ screen: "space", space: read.value, isDeleting });
    const { problem } = read;
    if (problem.kind === "failed") show({ screen: "failed", sentence: problem.sentence });
    else if (problem.kind === "second_factor") show({ screen: "secondFactor", factors: problem.factors });
    else show({ screen: "signIn", notice: copy.sessionEnded });
  }

  async function reload() {
    const read = await account.read();
    if (read.ok) setView({ screen: "space", space: read.value, isDeleting: false });
    else if (read.problem.kind !== "failed") endSession();
  }

  /** The user signed out in another tab, or the server refused: the screen must not keep their data. */
  const endSession = () => show({ screen: "signIn", notice: copy.sessionEnded });
  const endWatchedSession = useEffectEvent(() => {
    if (view.screen === "space" && !isBusy) endSession();
  });

  const showFromAddress = useEffectEvent(show);
  const loadFromAddress = useEffectEvent(load);
  // The session that this browser kept, and what the identity provider left in the address.
  useEffect(() => {
    const shows = { show: (next: View) => showFromAddress(next), load: (isBack: boolean) => loadFromAddress(isBack) };
    void arrive(account, shows);
  }, [account]);

  const isSignedIn = view.screen === "space";
  // The auth client's own events.
  useEffect(() => (isSignedIn ? account.onSignedOut(() => endWatchedSession()) : undefined), [account, isSignedIn]);

  function signOut() {
    once(async () => {
      await account.signOut();
      show({ screen: "signIn", notice: copy.signedOut });
    });
  }

  return (
    <>
      <MinorHeader brand={site.brand} home={siteFrame.backHome} phone={site.phone}>
        {isSignedIn && (
          <button type="button" className="arrow-link" aria-disabled={isBusy} onClick={signOut}>
            {isBusy ? copy.signingOut : copy.signOut} <Icon name="signOut" />
          </button>
        )}
      </MinorHeader>
      <main id="contenu" className="outer breakable" ref={main}>
        <Screen
          view={view}
          account={account}
          security={security}
          site={site}
          onLoad={load}
          onReload={reload}
          onSignedOut={endSession}
          onDeleted={() => show({ screen: "deleted" })}
        />
      </main>
    </>
  );
}

type ScreenProps = {
  account: CustomerAccount;
  security: OwnSecurity;
  site: AccountSite;
  onLoad: () => Promise<void>;
  /** What is shown stays until it is read again: no screen comes between. */
  onReload: () => Promise<void>;
  onSignedOut: () => void;
  onDeleted: () => void;
};

function Screen({ view, onLoad, ...props }: ScreenProps & { view: View }) {
  switch (view.screen) {
    case "signIn":
      return (
        <Plain title={copy.signIn.title} lead={copy.signIn.lead}>
          <noscript>
            <AccountNotice>{copy.needsScript}</AccountNotice>
          </noscript>
          <CustomerSignIn
            key={`${view.notice} ${view.failure}`}
            account={props.account}
            hasGoogle={props.site.hasGoogleSignIn}
            security={props.site.offers.passkeys ? props.security : undefined}
            notice={view.notice}
            failure={view.failure}
            onSignedIn={onLoad}
          />
        </Plain>
      );
    case "loading":
      return (
        <div className="frame dashboard-loading" role="status">
          <span className="visually-hidden">{copy.loading}</span>
        </div>
      );
    case "secondFactor":
      return (
        <Plain title={copy.secondFactor.title} lead={copy.secondFactor.lead}>
          <FactorProof
            security={props.security}
            factors={view.factors}
            onProved={onLoad}
            onSignedOut={props.onSignedOut}
          />
        </Plain>
      );
    case "failed":
      return (
        <Plain title={copy.failed.title} lead={view.sentence}>
          <Box as={Button} marginTop={32} onClick={() => void onLoad()}>
            {copy.failed.retry}
          </Box>
        </Plain>
      );
    case "space":
      return <Space {...props} space={view.space} isDeleting={view.isDeleting} />;
    case "deleted":
      return (
        <Plain title={copy.deleted.title} lead={copy.deleted.lead}>
          <Box as={ButtonLink} marginTop={32} href="/">
            {copy.deleted.home}
          </Box>
        </Plain>
      );
  }
}

function Plain({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <DrawnFrame>
      <AccountScreen>
        <AccountHead title={title} lead={lead} />
        {children}
      </AccountScreen>
    </DrawnFrame>
  );
}

type SpaceProps = Omit<ScreenProps, "onLoad"> & { space: CustomerSpace; isDeleting: boolean };

function Space({ space, site, security, onReload, ...props }: SpaceProps) {
  const { email, firstName, orders } = space;
  const readyBy = orders[0] && accountReadyBy(orders[0], site.today);
  return (
    <div className="frame">
      <Stack
        gap={20}
        paddingTop="block"
        paddingInline="cell"
        paddingBottom="block-small"
        lg={{ columns: "1fr auto", align: "end" }}
      >
        <div>
          <h1 tabIndex={-1} className="text-title leading-display hanging">
            {firstName ? copy.greeting(firstName) : copy.greetingOfNobody}
            <br />
            {readyBy ? copy.prepared : copy.counted(orders.length)}
          </h1>
          {readyBy && (
            <Box as="p" marginTop={16} className="lead">
              {copy.readyBy} <time dateTime={readyBy}>{formatDay(readyBy)}</time>.
            </Box>
          )}
        </div>
        <p className="text-small quiet dashboard-account">
          {copy.signedInAs} <b className="color-ink">{email}</b>
        </p>
      </Stack>
      {orders.length === 0 && <Empty />}
      {orders.map((order) => (
        <OrderCard
          key={order.leadId}
          order={order}
          email={email}
          site={site}
          account={props.account}
          onChanged={onReload}
          onSignedOut={props.onSignedOut}
        />
      ))}
      <AccountSecurity security={security} onSignedOut={props.onSignedOut} />
      <PersonalData {...props} site={site} email={email} />
    </div>
  );
}

function Empty() {
  return (
    <Stack
      as="section"
      gap={12}
      justify="start"
      paddingBlock="block"
      paddingInline="cell"
      rule="top"
      background="surface"
      className="dashboard-empty"
    >
      <svg viewBox="0 0 120 40" fill="none" aria-hidden="true">
        <path d="M-4 34C14 40 22 12 40 18" className="cord cord-idle" strokeWidth="4" />
        <rect x="38" y="10" width="24" height="16" rx="4" fill="currentcolor" className="color-line-600" />
        <path d="M62 15h9a3 3 0 0 1 0 6h-9z" fill="currentcolor" className="color-line-300" />
        <circle cx="102" cy="18" r="14" fill="currentcolor" className="color-line-100" />
        <circle cx="102" cy="18" r="6" fill="currentcolor" className="color-line-600" />
      </svg>
      <h2 className="text-subtitle leading-tight">{copy.empty.title}</h2>
      <Box as="p" maxWidth="48ch" className="quiet">
        {copy.empty.text}
      </Box>
      <Box as={ButtonLink} marginTop={8} variant="secondary" href="/inscription">
        {copy.empty.choose}
      </Box>
    </Stack>
  );
}

type Landing = { provider: { code?: string; error?: string } | undefined; isDeleting: boolean };

type Shows = { show: (view: View) => void; load: (isDeleting: boolean) => Promise<void> };

async function arrive(account: CustomerAccount, { show, load }: Shows): Promise<void> {
  const { provider, isDeleting } = takeLanding();
  if (!provider && !account.hasSession()) return;
  show({ screen: "loading" });
  const failure = provider && (await account.returnFromGoogle(provider));
  // A refusal of the provider does not end an existing session.
  if (failure !== undefined && !account.hasSession()) return show({ screen: "signIn", failure });
  await load(isDeleting);
}

/** What the identity provider left in the address, which is cleaned before anything else happens. */
function takeLanding(): Landing {
  const { searchParams: query, hash, pathname } = new URL(location.href);
  const code = query.get("code");
  const error = query.get("error") ?? new URLSearchParams(hash.slice(1)).get("error");
  const isDeleting = query.has(deletingParameter);
  const hasAnswer = code !== null || error !== null;
  if (hasAnswer || isDeleting) history.replaceState(history.state, "", pathname);
  const provider = hasAnswer ? { ...(code ? { code } : {}), ...(error ? { error } : {}) } : undefined;
  return { provider, isDeleting };
}
