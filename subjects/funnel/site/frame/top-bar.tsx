import { Box, Row } from "#app/ui/layout.tsx";

import type { FunnelActions } from "#subjects/funnel/site/machine/funnel-actions.ts";
import { useLeave } from "#subjects/funnel/site/machine/use-leave.ts";
import { Icon } from "#app/ui/icon.tsx";
import { funnelCopy } from "#subjects/funnel/words/funnel.ts";
import type { FunnelStep } from "#subjects/funnel/rules/answers.ts";

type Props = { step: FunnelStep; isSignedIn: boolean; actions: FunnelActions };

/** The ways out of a step: back, and away. */
export function TopBar({ step, isSignedIn, actions }: Props) {
  return (
    <Row
      gap={16}
      align="center"
      justify="between"
      paddingBlock={4}
      tablet={{ paddingTop: 24, paddingBottom: 40 }}
      className="text-small"
    >
      <WayBack step={step} actions={actions} />
      {step > 1 || isSignedIn ? (
        <SignOutButton actions={actions} />
      ) : (
        <span className="caption">{funnelCopy.noCardYet}</span>
      )}
    </Row>
  );
}

/** 2 → 1, 3 → 2, 5 → 3. */
const previousStep = { 2: 1, 3: 2, 5: 3 } as const;

function WayBack({ step, actions }: Pick<Props, "step" | "actions">) {
  if (step === 4) return null;
  if (step === 1) {
    return (
      <a className="arrow-link arrow-link-still finger-high" href="/inscription">
        <Icon name="back" />
        {funnelCopy.changeOffer}
      </a>
    );
  }
  return (
    <button
      type="button"
      className="arrow-link arrow-link-still finger-high"
      // The second click of a double-click was meant for this step, not for the one before.
      onClick={(event) => event.detail < 2 && actions.goBackTo(previousStep[step])}
    >
      <Icon name="back" />
      {funnelCopy.back}
    </button>
  );
}

function SignOutButton({ actions }: Pick<Props, "actions">) {
  const { isLeaving, leave } = useLeave(actions);

  return (
    <Box
      as="button"
      marginLeft="auto"
      type="button"
      className={isLeaving ? "arrow-link arrow-link-still finger-high busy" : "arrow-link arrow-link-still finger-high"}
      aria-disabled={isLeaving}
      onClick={leave}
    >
      {isLeaving ? funnelCopy.signingOut : funnelCopy.signOut}
      <Icon name="signOut" />
    </Box>
  );
}
