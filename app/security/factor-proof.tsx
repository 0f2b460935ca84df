import type { OwnSecurity, SecurityProblem } from "#subjects/account/calls/own-security.ts";
import type { SecondFactor } from "#app/api/transport/second-factor.ts";
import type { Result } from "#kit/result.ts";

import { ProofForm } from "./proof-form.tsx";
import { withSentence } from "./security-sentence.ts";

type Props = {
  security: OwnSecurity;
  factors: SecondFactor[];
  onProved: () => Promise<void>;
  onSignedOut: () => void;
  className?: string;
};

/** Shows one of the signed-in account's second factors, so that the session counts as past it. */
export function FactorProof({ security, factors, onProved, onSignedOut, className }: Props) {
  async function prove(proof: Promise<Result<void, SecurityProblem>>): Promise<string | undefined> {
    const proved = withSentence(await proof, onSignedOut);
    if (!proved.ok) return proved.problem;
    await onProved();
    return undefined;
  }

  return (
    <ProofForm
      {...(className !== undefined && { className })}
      factors={factors}
      onSend={async (factorId) => withSentence(await security.sendCode(factorId), onSignedOut)}
      onCode={(factorId, code) => prove(security.verifyCode(factorId, code))}
      onKey={(factorId) => prove(security.verifyKey(factorId))}
    />
  );
}
