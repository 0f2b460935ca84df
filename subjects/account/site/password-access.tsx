import { Box } from "#app/ui/layout.tsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import {
  createPasswordLink,
  type OpenedLink,
  type WaysIn,
  type PasswordLink,
} from "#subjects/account/calls/password-link.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { SecondFactor } from "#app/api/transport/second-factor.ts";
import { ProofForm } from "#app/security/proof-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { formCopy } from "#content/shared/form.ts";
import { accountCopy } from "#subjects/funnel/words/funnel.ts";
import { passwordCopy as copy, type PasswordFailure } from "#subjects/account/words/password.ts";
import { waitInWords } from "#content/shared/waits.ts";
import { readAccount } from "#subjects/funnel/rules/account.ts";
import { isMailedFragment, readFirstPasswordToken } from "#domain/site/mailed-link.ts";
import type { PasswordRules } from "#kit/new-password.ts";
import { failed, type Result } from "#kit/result.ts";

import { AccountHead, AccountNotice, AccountScreen } from "./account-screen.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { ChoosePassword } from "./choose-password.tsx";
import { FirstPassword } from "./first-password.tsx";
import { MailedCodeForm } from "./mailed-code-form.tsx";

type View =
  /** Served: only the browser knows whether the address holds a mailed link. */
  | { screen: "opening" }
  | { screen: "ask"; failure?: PasswordFailure }
  | { screen: "asked"; email: string }
  | { screen: "checking" }
  | { screen: "code"; factors: SecondFactor[] }
  | { screen: "choose"; email: string; isAdministrator: boolean; waysIn: WaysIn }
  | { screen: "first"; token: string }
  | { screen: "done"; isAdministrator: boolean; areWaysLeft?: boolean };

type Props = { api: ApiSettings; rules: PasswordRules };

/**
 * Asks for a link by mail, or chooses a password with one. Its link comes back here with the session it opens in the
 * fragment of the address.
 *
 * Source: resolutions, section 11.
 */
export function PasswordAccess({ api, rules }: Props) {
  const [link] = useState(() => createPasswordLink(api));
  const [view, setView] = useState<View>({ screen: "opening" });
  const frame = useRef<HTMLDivElement>(null);

  function show(next: View): undefined {
    setView(next);
    // The waiting sentence is read out by itself; every other screen starts at its title.
    if (next.screen !== "checking" && next.screen !== "first") focusTitle();
  }
  const focusTitle = () => requestAnimationFrame(() => frame.current?.querySelector("h1")?.focus());
  const showFromAddress = useEffectEvent(show);

  // The address of a mailed link, and the link left open in this tab.
  useEffect(() => followMailedLink(link, (next) => showFromAddress(next)), [link]);

  return (
    <AccountScreen ref={frame}>
      {view.screen === "first" ? (
        <FirstPassword
          api={api}
          rules={rules}
          token={view.token}
          onShown={focusTitle}
          onSet={() => {
            history.replaceState(history.state, "", location.pathname);
            show({ screen: "done", isAdministrator: false });
          }}
        />
      ) : (
        <Screen view={view} link={link} show={show} rules={rules} />
      )}
    </AccountScreen>
  );
}

type ScreenProps = { link: PasswordLink; show: (view: View) => undefined };

function Screen({
  view,
  rules,
  ...props
}: ScreenProps & { view: Exclude<View, { screen: "first" }>; rules: PasswordRules }) {
  switch (view.screen) {
    case "opening":
      return <OpeningScreen {...props} />;
    case "ask":
      return <AskScreen {...props} failure={view.failure} />;
    case "asked":
      return <AskedScreen {...props} email={view.email} />;
    case "checking":
      return <p role="status">{copy.checking}</p>;
    case "code":
      return <CodeScreen {...props} factors={view.factors} />;
    case "choose":
      return <ChooseScreen {...props} {...view} rules={rules} />;
    case "done":
      return <DoneScreen isAdministrator={view.isAdministrator} areWaysLeft={view.areWaysLeft ?? false} />;
  }
}

/** Asks, unless the loader found a mailed link in the address: then it says that the link is looked at. */
function OpeningScreen(props: ScreenProps) {
  return (
    <>
      <p className="link-checking" role="status">
        {copy.checking}
      </p>
      <div className="link-asking">
        <noscript>
          <AccountNotice>{copy.needsScript}</AccountNotice>
        </noscript>
        <AskScreen {...props} failure={undefined} />
      </div>
    </>
  );
}

function AskScreen({ link, show, failure }: ScreenProps & { failure: PasswordFailure | undefined }) {
  const form = useForm({
    sentences: { email: accountCopy.problems.email },
    read: readAccount,
    async send({ email }) {
      const asked = await link.ask(email);
      return asked.ok ? show({ screen: "asked", email }) : problemOf(link, "email", asked.problem, "emailMalformed");
    },
  });

  return (
    <>
      <AccountHead title={copy.ask.title} lead={copy.ask.lead} />
      {failure !== undefined && <AccountNotice variant="problem">{copy.failures[failure]}</AccountNotice>}
      <AnswerForm
        form={form}
        name="email"
        label={copy.email}
        type="email"
        autoComplete="email"
        hint={formCopy.emailExample}
        submit={copy.ask.submit}
        busy={copy.ask.busy}
      />
      <Box as="p" marginTop={20} maxWidth="56ch" className="text-small quiet">
        {copy.ask.question}{" "}
        <a className="text-link finger-link" href="/inscription-secretariat#connexion">
          {copy.ask.signIn}
        </a>
      </Box>
      <EnterByCode link={link} show={show} isFolded={failure === undefined} />
    </>
  );
}

/** The code of the mail whose link was opened by a program before its reader: see docs/decisions/0027. */
function EnterByCode({ link, show, email, isFolded }: ScreenProps & { email?: string; isFolded?: boolean }) {
  return (
    <MailedCodeForm
      {...(email !== undefined && { email })}
      {...(isFolded !== undefined && { isFolded })}
      onCode={async ({ codeEmail, mailedCode }) => {
        const opened = await link.enter(codeEmail, mailedCode);
        return opened.ok
          ? show(viewOf(opened))
          : problemOf<"codeEmail" | "mailedCode">(link, "mailedCode", opened.problem, "mailCode");
      }}
    />
  );
}

function AskedScreen({ link, show, email }: ScreenProps & { email: string }) {
  return (
    <>
      <AccountHead title={copy.asked.title} lead={copy.asked.lead(email)} />
      <Box as="p" marginTop={20} maxWidth="56ch" className="text-small quiet">
        {copy.asked.advice}
      </Box>
      <Box as={Button} marginTop={32} variant="secondary" onClick={() => show({ screen: "ask" })}>
        {copy.asked.again}
      </Box>
      <EnterByCode link={link} show={show} email={email} />
    </>
  );
}

/** A mailed link is one proof, and this account asks for two. */
function CodeScreen({ link, show, factors }: ScreenProps & { factors: SecondFactor[] }) {
  async function prove(proof: ReturnType<PasswordLink["open"]>): Promise<string | undefined> {
    const proved = await proof;
    if (!proved.ok && proved.problem !== "expired") return copy.failures[proved.problem];
    return show(viewOf(proved));
  }

  return (
    <>
      <AccountHead title={copy.code.title} lead={copy.code.lead} />
      <ProofForm
        factors={factors}
        onSend={async (factorId) => {
          const sent = await link.sendCode(factorId);
          return sent.ok ? sent : failed(copy.failures[sent.problem]);
        }}
        onCode={(factorId, code) => prove(link.verifyCode(factorId, code))}
        onKey={(factorId) => prove(link.verifyKey(factorId))}
      />
    </>
  );
}

function ChooseScreen({
  link,
  show,
  rules,
  email,
  isAdministrator,
  waysIn,
}: ScreenProps & { rules: PasswordRules; email: string; isAdministrator: boolean; waysIn: WaysIn }) {
  async function choose(password: string, endsWaysIn: boolean) {
    const chosen = await link.choose(password, { endsWaysIn });
    if (chosen.ok) return show({ screen: "done", isAdministrator, ...chosen.value });
    if (chosen.problem === "expired") return show({ screen: "ask", failure: "expired" });
    return problemOf(link, "password", chosen.problem, "length", "plain", "common", "same");
  }

  return (
    <>
      <ChoosePassword
        title={copy.choose.title}
        lead={copy.choose.lead}
        email={email}
        isAdministrator={isAdministrator}
        rules={rules}
        waysIn={waysIn}
        onChoose={choose}
      />
      <Box as="p" marginTop={20} maxWidth="56ch" className="text-small quiet">
        {copy.choose.question}{" "}
        <a className="text-link finger-link" href={isAdministrator ? "/admin" : "/dashboard"}>
          {copy.choose.signIn}
        </a>
      </Box>
    </>
  );
}

function DoneScreen({ isAdministrator, areWaysLeft }: { isAdministrator: boolean; areWaysLeft: boolean }) {
  return (
    <>
      <AccountHead title={copy.done.title} lead={copy.done.lead} />
      {areWaysLeft && <AccountNotice variant="problem">{copy.done.waysLeft}</AccountNotice>}
      <Box as={ButtonLink} marginTop={32} href={isAdministrator ? "/admin" : "/dashboard"}>
        {isAdministrator ? copy.done.administrator : copy.done.customer}
      </Box>
    </>
  );
}

function followMailedLink(link: PasswordLink, show: (view: View) => void): void {
  const token = readFirstPasswordToken(location.hash.slice(1));
  if (token !== undefined) return show({ screen: "first", token });
  const fragment = takeMailedFragment();
  // What was served asks already, and keeps what was typed.
  if (fragment === "" && !link.isOpen()) return;
  show({ screen: "checking" });
  void link.open(fragment).then((opened) => show(viewOf(opened)));
}

/**
 * What a mailed link left in the address, which is cleaned before anything else happens: neither the bar nor the way
 * back shows it.
 */
function takeMailedFragment(): string {
  const fragment = location.hash.slice(1);
  if (!isMailedFragment(fragment)) return "";
  history.replaceState(history.state, "", location.pathname);
  return fragment;
}

function viewOf(opened: Result<OpenedLink, PasswordFailure>): View {
  if (!opened.ok) return { screen: "ask", failure: opened.problem };
  const { value } = opened;
  return value.step === "code" ? { ...value, screen: "code" } : { ...value, screen: "choose" };
}

/** Said by the field for the failures that name it, above the form for the others. */
function problemOf<Field extends string>(
  link: PasswordLink,
  field: Field,
  failure: PasswordFailure,
  ...ofField: PasswordFailure[]
): FormProblem<Field> {
  const waitMs = failure === "busy" ? link.waitMs() : undefined;
  const sentence = waitMs === undefined ? copy.failures[failure] : copy.wait(waitInWords(waitMs));
  return ofField.includes(failure) ? { field, sentence } : { sentence };
}
