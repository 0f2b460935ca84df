import type { OwnSecurity, SecurityProblem } from "#app/api/customer/own-security.ts";
import type { SecondFactor } from "#app/api/transport/second-factor.ts";
import { ProofForm } from "#app/security/proof-form.tsx";
import { withSentence } from "#app/security/security-sentence.ts";
import type { Result } from "#domain/kernel/result.ts";

type Props = {
  security: OwnSecurity;
  factors: SecondFactor[];
  onProved: () => Promise<void>;
  onSignedOut: () => void;
};

/** After the password of a customer who has a second factor. */
export function CustomerProof({ security, factors, onProved, onSignedOut }: Props) {
  async function prove(proof: Promise<Result<void, SecurityProblem>>): Promise<string | undefined> {
    const proved = withSentence(await proof, onSignedOut);
    if (!proved.ok) return proved.problem;
    await onProved();
    return undefined;
  }

  return (
    <ProofForm
      factors={factors}
      onCode={(factorId, code) => prove(security.verifyCode(factorId, code))}
      onKey={(factorId) => prove(security.verifyKey(factorId))}
    />
  );
}
