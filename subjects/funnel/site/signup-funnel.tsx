import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

import { createFunnelActions, type SessionView } from "./machine/funnel-actions.ts";
import { createFunnelStore } from "./machine/funnel-store.ts";
import { useLaterSteps } from "./steps/use-later-steps.ts";
import { useStepCounts } from "./machine/use-step-counts.ts";
import { replaceStep } from "./machine/step-history.ts";
import type { OfferModule, StepProps } from "./offers/offer-module.ts";
import { AccountStep } from "./steps/account-step.tsx";
import { SignedInStep } from "./steps/signed-in-step.tsx";
import { useEarlyValue } from "#app/ui/use-early-value.ts";
import { freshState, type FunnelState } from "#subjects/funnel/rules/answers.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";

import { ResumptionNotice, useResumption } from "./frame/resumption-notice.tsx";
import { SidePanel } from "./frame/side-panel.tsx";
import { TopBar } from "./frame/top-bar.tsx";

type Props = { module: OfferModule; site: FunnelSite };

/**
 * A sign-up funnel, frame included. The server writes its step 1; once alive it shows where the visitor stopped.
 */
export function SignupFunnel({ module, site }: Props) {
  const { offer } = module;
  const [store] = useState(() => createFunnelStore(offer, pricesOn(site, site.today)));
  const [actions] = useState(() => createFunnelActions(store, site));
  const [serverState] = useState(() => freshState(offer, { now: new Date(0), newKey: "" }));
  const stored = useSyncExternalStore(store.subscribe, store.getState, () => serverState);
  const [session, setSession] = useState<SessionView>({ wantsSignIn: false, isReturning: false });

  const frame = useRef<HTMLDivElement>(null);
  const isAlive = stored !== serverState;

  useEarlyValue("email", (email) => {
    if (email && email !== store.getState().email) store.change({ type: "answered", changes: { email } });
  });

  const resumption = useResumption({ store, site });

  // Address, history, session: see the actions.
  useEffect(() => actions.start((changes) => setSession((view) => ({ ...view, ...changes }))), [actions]);

  const isFurther = isAlive && stored.step > 1;
  const laterSteps = useLaterSteps(isFurther);
  // Step 1 stays until the others have come.
  const isAwaited = isFurther && laterSteps === undefined;
  const state: FunnelState = isAwaited ? { ...stored, step: 1 } : stored;

  useStepCounts(stored, isAlive);
  useStepFocus(isAlive && !isAwaited ? state.step : undefined, frame);

  const step = { state, store, actions, site };
  const topBar = <TopBar step={state.step} isSignedIn={session.account !== undefined} actions={actions} />;
  if (laterSteps && state.step === 4) {
    const { WaitingStep } = laterSteps;
    return (
      <Stack className="funnel-frame funnel-frame-waiting" ref={frame}>
        <Row
          as="main"
          direction="column"
          background="line-900"
          paddingInline={20}
          paddingBottom={64}
          lg={{ paddingInline: "block-large" }}
          className="color-on-line funnel-main dark"
          id="contenu"
        >
          {topBar}
          <WaitingStep actions={actions} />
        </Row>
      </Stack>
    );
  }
  return (
    <Stack className="funnel-frame funnel-frame-with-side" ref={frame}>
      <SidePanel state={state} site={site} offer={module} />
      <Box
        as="main"
        paddingInline={20}
        paddingBottom={64}
        lg={{ paddingInline: "block-large" }}
        className="funnel-main"
        id="contenu"
      >
        {topBar}
        <ResumptionNotice {...resumption} state={state} store={store} />
        <CurrentStep {...step} laterSteps={laterSteps} offer={module} session={session} />
      </Box>
    </Stack>
  );
}

type CurrentStepProps = StepProps & {
  laterSteps: ReturnType<typeof useLaterSteps>;
  offer: OfferModule;
  session: SessionView;
};

function CurrentStep({ laterSteps, offer, session, ...step }: CurrentStepProps) {
  const { ConfigurationStep } = offer;
  const { PersonalStep, SummaryStep } = laterSteps ?? {};
  switch (step.state.step) {
    case 2:
      return PersonalStep && <PersonalStep {...step} />;
    case 3:
      return <ConfigurationStep {...step} />;
    case 5:
      return SummaryStep && <SummaryStep {...step} offer={offer} />;
    default:
      if (session.account?.email) return <SignedInStep {...step} email={session.account.email} />;
      // What the address or the identity provider says starts the form anew.
      return <AccountStep key={`${session.wantsSignIn} ${session.failure}`} {...step} session={session} />;
  }
}

/** Focus and address follow the step, however it changed; the first step shown takes no focus. */
function useStepFocus(step: StepProps["state"]["step"] | undefined, frame: { current: HTMLElement | null }): void {
  const shownStep = useRef<number>(undefined);

  useEffect(() => {
    if (step === undefined) return;
    const isMove = shownStep.current !== undefined && shownStep.current !== step;
    shownStep.current = step;
    replaceStep(step);
    if (!isMove) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    frame.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [step, frame]);
}
