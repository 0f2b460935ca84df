import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";

import { createPasswordLink, isMailedFragment, type OpenedLink, type PasswordLink } from "#app/api/password-link.ts";
import type { ApiSettings } from "#app/api/rest-client.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";
import { passwordCopy as copy, type PasswordFailure } from "#content/password.ts";
import { accountCopy } from "#content/funnel.ts";
import { readAccount } from "#domain/funnel/account.ts";
import { leastLength, readNewPassword } from "#domain/new-password.ts";
import type { Result } from "#domain/result.ts";

import { type FormProblem, OneFieldForm } from "./one-field-form.tsx";

type View =
  | { face: "ask"; failure?: PasswordFailure }
  | { face: "asked"; email: string }
  | { face: "checking" }
  | { face: "code" }
  | { face: "choose"; email: string; isAdministrator: boolean }
  | { face: "done"; isAdministrator: boolean };

type Props = { api: ApiSettings };

/**
 * Asks for a link by mail, or chooses a password with one. Its link comes back here with the session it opens in the
 * fragment of the address.
 *
 * Source: resolutions, section 11.
 */
export function PasswordAccess({ api }: Props) {
  const [link] = useState(() => createPasswordLink(api));
  const [view, setView] = useState<View>({ face: "ask" });
  const frame = useRef<HTMLDivElement>(null);

  function show(next: View): undefined {
    setView(next);
    // The waiting sentence is read out by itself; every other face starts at its title.
    if (next.face !== "checking") requestAnimationFrame(() => frame.current?.querySelector("h1")?.focus());
  }
  const showFromAddress = useEffectEvent(show);

  // The address of a mailed link, and the link left open in this tab.
  useEffect(() => followMailedLink(link, (next) => showFromAddress(next)), [link]);

  return (
    <div className="password-face" ref={frame}>
      <Face view={view} link={link} show={show} />
    </div>
  );
}

type FaceProps = { link: PasswordLink; show: (view: View) => undefined };

function Face({ view, ...props }: FaceProps & { view: View }) {
  switch (view.face) {
    case "ask":
      return <AskFace {...props} failure={view.failure} />;
    case "asked":
      return <AskedFace {...props} email={view.email} />;
    case "checking":
      return <p role="status">{copy.checking}</p>;
    case "code":
      return <CodeFace {...props} />;
    case "choose":
      return <ChooseFace {...props} email={view.email} isAdministrator={view.isAdministrator} />;
    case "done":
      return <DoneFace isAdministrator={view.isAdministrator} />;
  }
}

function AskFace({ link, show, failure }: FaceProps & { failure: PasswordFailure | undefined }) {
  async function send(typed: string): Promise<FormProblem | undefined> {
    const read = readAccount({ email: typed });
    if (!read.ok) return ofField(accountCopy.problems.email[read.problem.email ?? "malformed"]);
    const { email } = read.value;
    const asked = await link.ask(email);
    if (asked.ok) return show({ face: "asked", email });
    return problemOf(asked.problem, "emailMalformed");
  }

  return (
    <>
      <Head title={copy.ask.title} lead={copy.ask.lead} />
      {failure !== undefined && <FormNotice variant="problem">{copy.failures[failure]}</FormNotice>}
      <noscript>
        <p className="notice">{copy.needsScript}</p>
      </noscript>
      <OneFieldForm
        name="email"
        label={copy.email}
        type="email"
        autoComplete="email"
        submit={copy.ask.submit}
        busy={copy.ask.busy}
        send={send}
      />
      <p className="password-way">
        {copy.ask.question}{" "}
        <a className="text-link" href="/inscription-secretariat#connexion">
          {copy.ask.signIn}
        </a>
      </p>
    </>
  );
}

function AskedFace({ show, email }: Pick<FaceProps, "show"> & { email: string }) {
  return (
    <>
      <Head title={copy.asked.title} lead={copy.asked.lead(email)} />
      <p className="password-advice">{copy.asked.advice}</p>
      <Button variant="secondary" onClick={() => show({ face: "ask" })}>
        {copy.asked.again}
      </Button>
    </>
  );
}

/** A mailed link is one proof, and this account asks for two. */
function CodeFace({ link, show }: FaceProps) {
  async function send(typed: string): Promise<FormProblem | undefined> {
    const code = typed.replaceAll(/\s/g, "");
    if (!/^\d{6}$/.test(code)) return ofField(copy.code.missing);
    const verified = await link.verifyCode(code);
    if (verified.ok || verified.problem === "expired") return show(viewOf(verified));
    return problemOf(verified.problem, "code");
  }

  return (
    <>
      <Head title={copy.code.title} lead={copy.code.lead} />
      <OneFieldForm
        name="code"
        label={copy.code.label}
        hint={copy.code.hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        submit={copy.code.submit}
        busy={copy.code.busy}
        send={send}
      />
    </>
  );
}

function ChooseFace({ link, show, email, isAdministrator }: FaceProps & { email: string; isAdministrator: boolean }) {
  const [isShown, setIsShown] = useState(false);
  const least = leastLength(isAdministrator);

  async function send(typed: string): Promise<FormProblem | undefined> {
    const read = readNewPassword(typed, { isAdministrator });
    if (!read.ok) return ofField(sayLength(copy.problems[read.problem], least));
    const chosen = await link.choose(read.value);
    if (chosen.ok) return show({ face: "done", isAdministrator });
    if (chosen.problem === "expired") return show({ face: "ask", failure: "expired" });
    return problemOf(chosen.problem, "length", "common", "same");
  }

  return (
    <>
      <Head
        title={copy.choose.title}
        lead={
          <>
            {copy.choose.lead} <b>{email}</b>
          </>
        }
      />{" "}
      {/* prettier-ignore */}
      <OneFieldForm
        name="password"
        label={copy.choose.label}
        hint={copy.choose.hint(least)}
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        submit={copy.choose.submit}
        busy={copy.choose.busy}
        send={send}
      >
        <button type="button" className="text-link password-toggle" onClick={() => setIsShown(!isShown)}>
          {isShown ? copy.choose.hide : copy.choose.show}
        </button>
      </OneFieldForm>
    </>
  );
}

function DoneFace({ isAdministrator }: { isAdministrator: boolean }) {
  return (
    <>
      <Head title={copy.done.title} lead={copy.done.lead} />
      <ButtonLink href={isAdministrator ? "/admin" : "/dashboard"}>
        {isAdministrator ? copy.done.administrator : copy.done.customer}
      </ButtonLink>
    </>
  );
}

function Head({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="lead">{lead}</p>
    </>
  );
}

function followMailedLink(link: PasswordLink, show: (view: View) => void): void {
  const fragment = takeMailedFragment();
  if (fragment === "" && !link.isOpen()) return;
  show({ face: "checking" });
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
  if (!opened.ok) return { face: "ask", failure: opened.problem };
  const { value } = opened;
  return value.step === "code" ? { face: "code" } : { ...value, face: "choose" };
}

function problemOf(failure: PasswordFailure, ...ofFields: PasswordFailure[]): FormProblem {
  return { isOfField: ofFields.includes(failure), sentence: copy.failures[failure] };
}

function ofField(sentence: string): FormProblem {
  return { isOfField: true, sentence };
}

function sayLength(sentence: string | ((least: number) => string), least: number): string {
  return typeof sentence === "string" ? sentence : sentence(least);
}
