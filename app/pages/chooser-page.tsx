import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "#app/ui/frame.css";
import "#app/ui/words.css";
import "./chooser-page.css";

import type { ReactNode } from "react";

import { href, type LinkTarget } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { FollowUpDrawing, MarketingDrawing, SecretariatDrawing } from "#app/sections/offer-drawings.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { IconLink } from "#app/ui/link.tsx";
import { chooserCopy as copy } from "#content/chooser.ts";
import { siteFrame } from "#content/site-frame.ts";
import type { Cents } from "#domain/kernel/money.ts";
import { advertisedPrices } from "#domain/offers/advertised.ts";

export function ChooserPage() {
  const { brand } = useSite();

  return (
    <>
      <PageTop />
      <MiniHeader>
        <IconLink icon="user" href={href("/inscription-secretariat#connexion")}>
          {siteFrame.signIn}
        </IconLink>
      </MiniHeader>
      <main id={mainId} className="outer">
        <div className="frame chooser">
          <div className="chooser-head">
            <h1>
              {copy.title.before}
              <span className="unbroken">{copy.title.end(brand)}</span>
            </h1>
          </div>
          <div className="offers">
            <Offer
              {...copy.offers.secretariat}
              target="/inscription-secretariat"
              price={advertisedPrices.secretariatPerCall}
              drawing={<SecretariatDrawing />}
            />
            <Offer
              {...copy.offers.followUp}
              target="/inscription-suiviclient"
              price={advertisedPrices.followUpPerClient}
              drawing={<FollowUpDrawing />}
            />
            <Offer
              {...copy.offers.marketing}
              target="/inscription-marketing"
              price={advertisedPrices.marketingPerContact}
              drawing={<MarketingDrawing />}
            />
          </div>
          <Help />
        </div>
      </main>
      <MiniFooter />
    </>
  );
}

type OfferProps = {
  name: string;
  text: (brand: string) => string;
  unit: string;
  action: string;
  target: LinkTarget;
  price: Cents;
  drawing: ReactNode;
};

function Offer({ name, text, unit, action, target, price, drawing }: OfferProps) {
  const { brand } = useSite();

  return (
    <a className="offer" href={href(target)}>
      <h2>{name}</h2>
      <p className="quiet">{text(brand)}</p>
      {drawing}
      <Row as="span" align="baseline" isWrapping className="text-small offer-price">
        <span>{copy.from}</span>
        <b className="text-heading tabular">{formatEuros(price)}</b>
        <span>
          {copy.excludingTax} {unit}
        </span>
      </Row>
      <span className="arrow-link offer-action">
        {action}
        <Icon name="arrow" />
      </span>
    </a>
  );
}

/** The booking page of a 30-minute call; a mail when there is none. */
function Help() {
  const { bookingUrl, email } = useSite().contact;
  const hasBooking = bookingUrl !== "";
  if (!hasBooking && email === "") return null;

  return (
    <Row align="center" justify="between" isWrapping className="text-lead chooser-help">
      <a className="arrow-link" href={hasBooking ? bookingUrl : `mailto:${email}`}>
        <Icon name={hasBooking ? "calendar" : "mail"} />
        {copy.help.link}
        {hasBooking && <Icon name="external" />}
      </a>
      <span className="text-small quiet">{hasBooking ? copy.help.booking : copy.help.mail}</span>
    </Row>
  );
}
