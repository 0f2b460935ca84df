import { Stack } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "#app/sections/head.css";
import "#app/sections/page-title.css";
import "./offer-head.css";

import { href, type LinkTarget, phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconLink } from "#app/ui/link.tsx";
import { offerPagesCopy } from "#content/offer-pages.ts";

const variantClasses = {
  wide: "head page-head offer-head",
  /** In a column beside figures. */
  narrow: "head page-head offer-head offer-head-narrow",
  /** Under a way back. */
  close: "head page-head offer-head offer-head-close",
};

type Props = {
  /** One line each where there is room. */
  title: readonly string[];
  lead: string;
  action: string;
  target: LinkTarget;
  /** A proof, under the lead. */
  claim?: string;
  variant?: keyof typeof variantClasses;
};

/** What the offer is, the way in, and the test line. */
export function OfferHead({ title, lead, claim, action, target, variant = "wide" }: Props) {
  const { testLine } = useSite().contact;

  return (
    <div className={variantClasses[variant]}>
      <h1 className="page-title">
        {title.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <Stack gap={16} className="offer-pitch">
        <p className="lead">{lead}</p>
        {claim !== undefined && <p className="offer-claim">{claim}</p>}
        <ButtonLink href={href(target)} data-follows-volume="">
          {action}
        </ButtonLink>
        {testLine !== "" && (
          <p>
            <IconLink icon="phone" href={phoneHref(testLine)}>
              <span className="tabular">{offerPagesCopy.testLine(testLine)}</span>
            </IconLink>
            <small className="caption">{offerPagesCopy.testLineDisclosure}</small>
          </p>
        )}
      </Stack>
    </div>
  );
}
