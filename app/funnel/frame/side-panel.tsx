import "#app/ui/text.css";
import "#app/ui/link.css";
import "./side-panel.css";

import type { OfferModule, StepProps } from "#app/funnel/offers/offer-module.ts";
import { Logo } from "#app/ui/logo.tsx";
import { funnelCopy } from "#content/funnel.ts";

import { SideIllustration } from "./side-illustration.tsx";

type Props = Pick<StepProps, "state" | "site"> & { offer: OfferModule };

/** Where the visitor is, what they get, whom to ask. */
export function SidePanel({ state, site, offer }: Props) {
  const { SideDetails } = offer;
  return (
    <aside className="funnel-side dark" aria-label={funnelCopy.sideLabel}>
      <div className="funnel-side-room">
        <div className="funnel-side-content">
          <Logo name={site.brand} homeHref="/" size="low" />
          <p className="text-heading funnel-side-title">
            {offer.sideTitle[0]}
            <br />
            {offer.sideTitle[1]}
          </p>
          <ol className="funnel-progress" aria-label={funnelCopy.progressLabel}>
            {funnelCopy.steps.map((label, index) => (
              <li key={label} {...progressOf(index + 1, state.step)}>
                <i aria-hidden="true" />
                <span>{label}</span>
              </li>
            ))}
          </ol>
          <SideDetails state={state} site={site} />
          <p className="text-small funnel-question">
            {funnelCopy.question}{" "}
            <a className="text-link" href={`mailto:${site.contactEmail}`}>
              {site.contactEmail}
            </a>
          </p>
        </div>
      </div>
      <SideIllustration step={state.step} />
    </aside>
  );
}

function progressOf(step: number, current: number) {
  if (step < current) return { "data-state": "done" };
  if (step === current) return { "data-state": "current", "aria-current": "step" as const };
  return {};
}
