import { Box, Row, Stack } from "#app/ui/layout.tsx";
import type { OfferModule, StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { LineJack } from "#app/ui/line-jack.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { funnelCopy } from "#subjects/funnel/words/funnel.ts";
import { reachableStep } from "#subjects/funnel/rules/steps.ts";

import { SideIllustration } from "./side-illustration.tsx";

/** From where on the panel has room for a preview. */
export const besidePreview = "(min-width: 64rem)";

type Props = Pick<StepProps, "state" | "site"> & { offer: OfferModule };

/** Where the visitor is, what they get, whom to ask. */
export function SidePanel({ state, site, offer }: Props) {
  const { SideDetails, Preview } = offer;
  const hasRoom = useMediaQuery(besidePreview);
  const isBeside = hasRoom && Preview !== undefined && state.step === 3;
  const [firstLine, secondLine] = offer.sideTitle(state);
  // Settings kept from a page open step 3 before the two that come before it.
  const answered = reachableStep(state.step, state, state.funnel);
  return (
    <Row
      as="aside"
      direction="column"
      background="line-800"
      className="color-on-line dark"
      aria-label={funnelCopy.sideLabel}
    >
      {/* What follows the reading stops above the drawing. */}
      <Box isGrowing>
        <Row
          direction="column"
          gap={16}
          paddingBlock={12}
          paddingInline={20}
          tablet={{ gap: 24, paddingBlock: 32 }}
          lg={{ paddingInline: "cell" }}
          className={isBeside ? "funnel-side-content funnel-side-dense" : "funnel-side-content"}
        >
          <Row as="header" gap={16} align="center" justify="between">
            <Logo name={site.brand} homeHref="/" size="low" />
            <span className="hidden-from-tablet text-caption right-aligned color-on-line-2">
              {firstLine} {secondLine}
            </span>
          </Row>
          {!isBeside && (
            <p className="color-white hidden-until-tablet text-heading strong stretch-mid leading-tight tracking-title">
              {firstLine} <br />
              {secondLine}
            </p>
          )}
          <Stack
            as="ol"
            columns={5}
            tablet={{ columns: 1 }}
            className="funnel-progress"
            aria-label={funnelCopy.progressLabel}
          >
            {funnelCopy.steps.map((label, index) => (
              <Step key={label} label={label} step={index + 1} current={state.step} answered={answered} />
            ))}
          </Stack>
          <SideDetails state={state} site={site} />
          {isBeside && <Preview state={state} />}
          {!isBeside && (
            <Box as="p" paddingTop={16} rule="top" className="color-on-line-2 text-small hidden-until-tablet">
              {funnelCopy.question}{" "}
              <a className="text-link color-white" href={`mailto:${site.contactEmail}`}>
                {site.contactEmail}
              </a>
            </Box>
          )}
        </Row>
      </Box>
      {!isBeside && <SideIllustration step={state.step} />}
    </Row>
  );
}

const lamps = { done: "done", current: "live", todo: "idle" } as const;

type LampProps = {
  label: string;
  step: number;
  current: number;
  /** The first step with a missing answer, up to the current one. */
  answered: number;
};

function Step({ label, step, current, answered }: LampProps) {
  const state = step === current ? "current" : step < answered ? "done" : "todo";
  return (
    <Stack
      as="li"
      gap={8}
      justify="center"
      position="relative"
      tablet={{ columns: "auto 1fr", gap: 16, align: "center", justify: "start" }}
      className="color-on-line-2 text-caption leading-tight centered"
      data-state={state}
      aria-current={state === "current" ? "step" : undefined}
    >
      <LineJack state={lamps[state]} />
      <span>{label}</span>
    </Stack>
  );
}
