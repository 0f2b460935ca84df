import { Box, Stack } from "#app/ui/layout.tsx";

import { href, type LinkTarget, phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { Assurance } from "#app/sections/assurance.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { IconLink } from "#app/ui/link.tsx";
import { offerPagesCopy } from "#subjects/offers/words/offer-pages.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";

const variantClasses = {
  wide: "head page-head offer-head",
  /** In a column beside figures, above the product. */
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
  /** The smallest order, whose days are said under the button. */
  purchase: Purchase;
  /** A proof, under the lead. */
  claim?: string | undefined;
  variant?: keyof typeof variantClasses;
  /** What it costs at least. */
  price?: string;
  /** Where the assistant can be heard on the page. */
  listen?: { href: string; label: string };
};

/** What the offer is, the way in, and the test line. */
export function OfferHead({ title, lead, claim, action, target, purchase, variant = "wide", price, listen }: Props) {
  const { testLine } = useSite().contact;

  return (
    <div className={variantClasses[variant]}>
      <h1 className={variant === "narrow" ? "page-title text-title-large" : "page-title text-display"}>
        {title.map((line) => (
          <span className="block" key={line}>
            {line}{" "}
          </span>
        ))}
      </h1>
      <Stack gap={16} className="offer-words">
        <p className="lead">{lead}</p>
        {price !== undefined && <p className="strong">{price}</p>}
      </Stack>
      {claim !== undefined && (
        <div className="offer-claim">
          <Box as="p" paddingLeft={16} maxWidth="24ch" className="strong stretch-mid leading-snug">
            {claim}
          </Box>
        </div>
      )}
      <Stack className="offer-way">
        <ButtonLink isWrapping href={href(target)} data-follows-volume="">
          {action}
        </ButtonLink>
      </Stack>
      <Stack gap={16} className="offer-rest">
        <Assurance purchase={purchase} />
        {listen && (
          <p>
            <IconLink isTall icon="play" href={listen.href}>
              {listen.label}
            </IconLink>
          </p>
        )}
        {testLine !== "" && (
          <p>
            <IconLink isTall icon="phone" href={phoneHref(testLine)}>
              <span className="tabular">{offerPagesCopy.testLine(testLine)}</span>
            </IconLink>
            <Box as="small" paddingLeft={24} className="caption block">
              {offerPagesCopy.testLineDisclosure}
            </Box>
          </p>
        )}
      </Stack>
    </div>
  );
}
