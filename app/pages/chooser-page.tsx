import { Box, Cells, Row, Stack } from "#app/ui/layout.tsx";

import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { offerDrawings } from "#app/sections/offer-drawings.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { chooserCopy as copy } from "#content/chooser.ts";
import { fromPerMonth } from "#content/language/amounts.ts";
import { professionalsOnly } from "#content/shared/professionals-only.ts";
import { siteFrame } from "#content/site-frame.ts";
import { signUpAddress } from "#domain/site/offer-addresses.ts";
import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

export function ChooserPage() {
  const { brand } = useSite();

  return (
    <>
      <PageTop />
      <MiniHeader />
      <main id={mainId} className="outer">
        <Row direction="column" className="frame">
          <Row
            align="end"
            justify="between"
            isWrapping
            gap={12}
            paddingTop="block"
            paddingInline="cell"
            paddingBottom="block-small"
          >
            <h1 className="page-title text-title-large">
              {copy.title.before}
              <span className="unbroken">{copy.title.end(brand)}</span>
            </h1>
            <a className="arrow-link arrow-link-still finger-high" href={href("/inscription-secretariat#connexion")}>
              <Icon name="user" /> {siteFrame.signIn}
            </a>
          </Row>
          <Cells isGrowing rule="block" lg={{ columns: 3, rule: "top" }}>
            {funnelOffers.map((offer) => (
              <Offer key={offer} offer={offer} />
            ))}
          </Cells>
          <Help />
        </Row>
      </main>
      <MiniFooter />
    </>
  );
}

function Offer({ offer }: { offer: FunnelOffer }) {
  const { brand, prices } = useSite();
  const { name, text, unit, action } = copy.offers[offer];
  const Drawing = offerDrawings[offer];

  return (
    <Row
      as="a"
      direction="column"
      gap={8}
      padding="cell"
      position="relative"
      lg={{ paddingBlock: 40 }}
      className="offer"
      href={href(signUpAddress(offer))}
    >
      <h2>{name}</h2>
      <Box as="p" maxWidth="34ch" className="quiet">
        {text(brand)}
      </Box>
      <Drawing />
      <Stack as="span" gap={2} marginTop="auto" paddingTop={20} className="text-small offer-price">
        <Row as="span" align="baseline" gap={8}>
          <span>{copy.from}</span>
          <b className="text-heading tracking-display leading-tight tabular">
            {formatEuros(offers[offer].advertised(prices))}
          </b>
        </Row>
        <span>
          {copy.excludingTax} {unit}
        </span>
        <b>{fromPerMonth(offer, prices)}</b>
      </Stack>
      <Box as="span" paddingTop={16} rule="top" className="arrow-link offer-action">
        {action}
        <Icon name="arrow" />
      </Box>
    </Row>
  );
}

/** The booking page of a 30-minute call; a mail when there is none. */
function Help() {
  const { bookingUrl, email } = useSite().contact;
  const hasBooking = bookingUrl !== "";
  if (!hasBooking && email === "") return null;

  return (
    <Row
      align="center"
      justify="between"
      isWrapping
      rowGap={12}
      columnGap={24}
      paddingBlock={24}
      paddingInline="cell"
      rule="top"
      className="text-lead"
    >
      <a className="arrow-link finger-high" href={hasBooking ? bookingUrl : `mailto:${email}`}>
        <Icon name={hasBooking ? "calendar" : "mail"} />
        {copy.help.link}
        {hasBooking && <Icon name="external" />}
      </a>
      <span className="text-small quiet">
        {hasBooking ? copy.help.booking : copy.help.mail} {professionalsOnly}
      </span>
    </Row>
  );
}
