import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { ComponentType, ReactNode } from "react";

import { href, type PagePath } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { CampaignThread } from "#app/product/campaign-thread.tsx";
import { OutboundBoard } from "#app/product/outbound-board.tsx";
import { VoiceThread } from "#app/product/voice-thread.tsx";
import { WeekAgenda } from "#app/product/week-agenda.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { HomeCopy } from "#content/home.ts";
import { type HomeOffer, homeOffers } from "#content/offers/registry.ts";
import { offerAddress } from "#domain/site/offer-addresses.ts";

import { SectionHead } from "./section-head.tsx";

type Props = HomeCopy["services"];

/** The product at the work of each offer. */
const cards: Record<HomeOffer, { className: string; Picture: ComponentType }> = {
  secretariat: { className: "service service-secretariat", Picture: () => <WeekAgenda isWide /> },
  marketing: { className: "service service-marketing", Picture: () => <CampaignThread isShort /> },
  suiviclient: { className: "service", Picture: VoiceThread },
  closing: { className: "service service-closing", Picture: () => <OutboundBoard isShort /> },
};

/** The offers, each with the product at its work. */
export function Services({ title, lead, offers, custom }: Props) {
  return (
    <section className="section" id="services">
      <SectionHead title={title} lead={lead} />
      <Stack rule="top" tablet={{ columns: 6 }} className="snap-row">
        {homeOffers.map((offer) => {
          const { className, Picture } = cards[offer];
          return (
            <ServiceLink key={offer} {...offers[offer]} className={className} target={offerAddress(offer)}>
              <Picture />
            </ServiceLink>
          );
        })}
        <CustomAssistant {...custom} />
      </Stack>
    </section>
  );
}

type ServiceLinkProps = {
  name: string;
  text: string;
  link: string;
  className: string;
  target: PagePath;
  /** The product at its work. */
  children: ReactNode;
};

/** The whole card leads to the offer's page; its link says only where. */
function ServiceLink({ name, text, link, className, target, children }: ServiceLinkProps) {
  return (
    <Row
      as="article"
      direction="column"
      gap={24}
      minWidth={0}
      padding="cell"
      rule="bottom"
      position="relative"
      className={className}
    >
      <ServiceText name={name} text={text} />
      {children}
      <a className="arrow-link service-link" href={href(target)}>
        {link} <Icon name="arrow" />
      </a>
    </Row>
  );
}

function ServiceText({ name, text }: { name: string; text: string }) {
  return (
    <div className="service-text">
      <h3>{name}</h3>
      <Box as="p" maxWidth="52ch" marginTop={8} className="quiet">
        {text}
      </Box>
    </div>
  );
}

/** Ordered on the payment provider's own page; without its link the card stays, as information. */
function CustomAssistant({ link, ...text }: Props["custom"]) {
  const { payments } = useSite();
  const drawing = (
    <svg className="custom-drawing" viewBox="0 0 340 270" aria-hidden="true">
      <path d="M20 16C20 210 170 110 170 250" />
      <path d="M95 16C95 150 170 120 170 250" />
      <path d="M245 16C245 150 170 120 170 250" />
      <path d="M320 16C320 210 170 110 170 250" />
      <path d="M170 16V250" />
      {[20, 95, 170, 245, 320].map((x) => (
        <circle key={x} cx={x} cy="16" r="11" />
      ))}
      <circle cx="170" cy="250" r="15" className="custom-centre" />
    </svg>
  );

  if (payments.custom === undefined) {
    return (
      <Row
        as="article"
        direction="column"
        gap={24}
        minWidth={0}
        padding="cell"
        rule="bottom"
        className="service service-custom"
      >
        <ServiceText {...text} />
        {drawing}
      </Row>
    );
  }

  return (
    <Row
      as="a"
      direction="column"
      gap={24}
      minWidth={0}
      padding="cell"
      rule="bottom"
      className="service service-custom"
      href={payments.custom}
    >
      <ServiceText {...text} />
      {drawing}
      <span className="arrow-link">
        {link} <Icon name="external" />
      </span>
    </Row>
  );
}
