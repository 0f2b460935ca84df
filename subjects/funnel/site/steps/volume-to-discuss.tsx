import { Box } from "#app/ui/layout.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { noLink } from "#subjects/offers/words/volume-choice.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";

type Props = { site: FunnelSite; offer: FunnelOffer; volume: number };

/** Under the slider: a volume without a payment link is known here, and leads to a talk. */
export function VolumeToDiscuss({ site, offer, volume }: Props) {
  if (paymentLinkOf(site.payments, { offer, volume }) !== undefined) return null;
  return (
    <Box marginTop={12}>
      <FormNotice>
        {noLink.sentence} <TextLink href={site.bookingUrl || `mailto:${site.contactEmail}`}>{noLink.button}</TextLink>
      </FormNotice>
    </Box>
  );
}
