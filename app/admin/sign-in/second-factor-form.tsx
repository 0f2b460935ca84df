import type { ComponentProps } from "react";

import { ProofForm } from "#app/security/proof-form.tsx";
import { admin } from "#content/shared/admin.ts";

type ProofProps = Pick<ComponentProps<typeof ProofForm>, "factors" | "onSend" | "onCode" | "onKey"> & {
  onStartAgain: () => Promise<void>;
};

/** After the password of an account with second factors. */
export function SecondFactorForm({ onStartAgain, ...proof }: ProofProps) {
  return (
    <ProofForm {...proof} variant="green">
      <button type="button" className="text-small text-link finger-high" onClick={() => void onStartAgain()}>
        {admin.login.otherAccount}
      </button>
    </ProofForm>
  );
}
