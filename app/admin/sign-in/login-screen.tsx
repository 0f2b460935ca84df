import { useState } from "react";
import { useLoaderData, useLocation, useNavigate, useSearchParams } from "react-router";

import { useServices } from "#app/admin/data/services.ts";
import { afterLogin, type LoginVisit } from "#app/admin/frame/guard.ts";
import { usePageTitle } from "#app/admin/frame/page-title.ts";
import type { SignInProblem } from "#app/api/admin/admin-session.ts";
import { securitySentence } from "#app/security/security-sentence.ts";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { admin } from "#content/shared/admin.ts";
import { securityCopy } from "#content/security.ts";
import { failed, type Result } from "#kit/result.ts";

import { PasswordForm } from "./password-form.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { SwitchboardDrawing } from "./switchboard-drawing.tsx";

const copy = admin.login;

/** E-mail and password, then an enrolled factor, then the work of today for those who may. */
export function LoginScreen() {
  usePageTitle(copy.pageTitle);
  const { session, security, config } = useServices();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  /** Those of the account, once its password was right. */
  const [factors, setFactors] = useState(useLoaderData<LoginVisit>().factors);
  const [problem, setProblem] = useState(useSessionEndedNotice());

  async function signIn(email: string, password: string) {
    setProblem(undefined);
    const signedIn = await session.signIn(email, password);
    setProblem(signedIn.ok ? await proceed() : sentenceFor(signedIn.problem));
  }

  async function signInWithPasskey() {
    setProblem(undefined);
    const signedIn = await security.signInWithPasskey();
    if (signedIn.ok) return setProblem(await proceed());
    const { problem: refusal } = signedIn;
    setProblem(securitySentence(refusal.kind === "failed" ? refusal.code : "unreachable"));
  }

  async function prove(proof: Promise<Result<void, SignInProblem>>) {
    const proved = await proof;
    return proved.ok ? proceed() : sentenceFor(proved.problem);
  }

  async function sendCode(factorId: string): Promise<Result<string, string>> {
    const sent = await session.sendCode(factorId);
    return sent.ok ? sent : failed(sentenceFor(sent.problem));
  }

  /** @returns why it goes no further */
  async function proceed(): Promise<string | undefined> {
    const accessState = await session.accessState();
    if (!accessState.ok) return sentenceFor({ ...accessState.problem, code: "unreachable" });
    switch (accessState.value) {
      case "reader":
      case "seller":
      case "manager":
        await navigate(afterLogin(params));
        return undefined;
      case "enrolment":
        await navigate("/securite");
        return undefined;
      case "second_factor": {
        const found = await session.secondFactors();
        if (!found.ok) return sentenceFor(found.problem);
        setFactors(found.value);
        return undefined;
      }
      default:
        await session.signOut();
        setFactors(undefined);
        return copy.notAdmin;
    }
  }

  async function startAgain() {
    await session.signOut();
    setProblem(undefined);
    setFactors(undefined);
  }

  return (
    <>
      <a className="skip-link" href="#contenu">
        {copy.skip}
      </a>
      <Stack as="main" tablet={{ columns: "7fr 5fr" }} lg={{ columns: "5fr 7fr" }} className="text-body login">
        <Stack justify="start" alignContent="center" padding="block-large" background="surface" id="contenu">
          <Logo name={config.brand} homeHref="/" />
          <Box width="full" marginTop={40} className="login-form">
            <h1 className="text-title leading-display">{copy.title}</h1>
            {problem !== undefined && (
              <Box marginTop={24}>
                <FormNotice variant="problem">{problem}</FormNotice>
              </Box>
            )}
            {factors ? (
              <SecondFactorForm
                factors={factors}
                onSend={sendCode}
                onCode={(factorId, code) => prove(session.verifyCode(factorId, code))}
                onKey={(factorId) => prove(session.verifyKey(factorId))}
                onStartAgain={startAgain}
              />
            ) : (
              <PasswordForm
                onSubmit={({ email, password }) => signIn(email, password)}
                onPasskey={config.offers.passkeys ? signInWithPasskey : undefined}
              />
            )}
            {!factors && (
              <Box as="p" marginTop={16} className="caption">
                <TextLink href="/compte/mot-de-passe">{copy.forgotten}</TextLink>
              </Box>
            )}
            <Box as="p" marginTop={16} className="caption">
              {copy.audience} <TextLink href="/dashboard">{copy.customerLink}</TextLink>
            </Box>
          </Box>
        </Stack>
        <SwitchboardDrawing />
      </Stack>
    </>
  );
}

/** Said once, to someone sent back here by an ended session. */
function useSessionEndedNotice(): string | undefined {
  const state: unknown = useLocation().state;
  const hasEnded = typeof state === "object" && state !== null && "hasEnded" in state && state.hasEnded === true;
  return hasEnded ? copy.sessionEnded : undefined;
}

/** Source: resolutions, section 11: a code outside the map shows the service's message as is. */
function sentenceFor({ code, message }: SignInProblem): string {
  return copy.problems[code] ?? securityCopy.problems[code] ?? (message || copy.unknownProblem);
}
