import { LegalNotice } from "#subjects/funnel/site/frame/legal-notice.tsx";
import { useLeave } from "#subjects/funnel/site/machine/use-leave.ts";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { Button } from "#app/ui/button.tsx";
import { Box } from "#app/ui/layout.tsx";
import { accountCopy, funnelCopy } from "#subjects/funnel/words/funnel.ts";

import { StepHeader } from "./step-header.tsx";

const { signedIn: copy } = accountCopy;

type Props = StepProps & { email: string };

/** Step 1 of a customer who is signed in: the account is known, and is what the request goes to. */
export function SignedInStep({ state, store, actions, site, email }: Props) {
  const { isLeaving, leave } = useLeave(actions);
  const lead = state.welcomeMessage === "" ? copy.lead : copy.leadConfigured;

  function goOn() {
    // The second click of a burst finds the step left.
    if (store.getState().step !== 1) return;
    store.change({ type: "answered", changes: { email } });
    actions.goOnTo(2);
  }

  return (
    <div className="funnel-account">
      <StepHeader step={1} title={copy.title} lead={lead(email)} />
      <Box as={Button} width="full" marginTop={32} onClick={goOn}>
        {copy.submit}
      </Box>
      <Box as="p" marginTop={20} className="text-small">
        {copy.switchQuestion}{" "}
        <button
          type="button"
          className={isLeaving ? "text-link finger-link busy" : "text-link finger-link"}
          aria-disabled={isLeaving}
          onClick={leave}
        >
          {isLeaving ? funnelCopy.signingOut : copy.switchLink}
        </button>
      </Box>
      <LegalNotice site={site} />
    </div>
  );
}
