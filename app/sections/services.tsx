import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { href, type PagePath } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { formatCount } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { HomeCopy, HomeOffer } from "#content/home.ts";

import { HoursChart } from "./hours-chart.tsx";
import { SectionHead } from "./section-head.tsx";
import { Wave } from "./wave.tsx";

type Props = HomeCopy["services"];

const voiceMessage = [
  7, 20, 7, 13, 19, 22, 8, 11, 28, 20, 7, 20, 29, 13, 8, 24, 23, 9, 10, 23, 12, 16, 11, 17, 15, 19, 10, 7, 25, 18,
];

/** The offers, each with a small picture of its work. */
export function Services({ title, lead, offers, custom }: Props) {
  const { secretariat, marketing, suiviclient, closing } = offers;
  const cards: Record<HomeOffer, ReactNode> = {
    secretariat: (
      <ServiceLink key="secretariat" {...secretariat} className="service service-secretariat" target="/secretariat">
        <HoursChart {...secretariat.chart} />
      </ServiceLink>
    ),
    marketing: (
      <ServiceLink key="marketing" {...marketing} className="service service-marketing" target="/marketing">
        <Channels example={marketing.example} channels={marketing.channels} />
      </ServiceLink>
    ),
    suiviclient: (
      <ServiceLink key="follow-up" {...suiviclient} className="service service-follow-up" target="/suivi-client">
        <VoiceMessage duration={suiviclient.messageDuration} />
      </ServiceLink>
    ),
    closing: (
      <ServiceLink key="closing" {...closing} className="service service-closing" target="/closing">
        <Stages stages={closing.stages} />
      </ServiceLink>
    ),
  };
  return (
    <section className="section" id="services">
      <SectionHead title={title} lead={lead} />
      <Stack rule="top" tablet={{ columns: 6 }}>
        {Object.values(cards)}
        <CustomAssistant {...custom} />
      </Stack>
    </section>
  );
}

function Stages({ stages }: { stages: string[] }) {
  return (
    <Stack as="ul" gap={4} className="stages">
      {stages.map((stage) => (
        <Box
          as="li"
          paddingBlock={8}
          paddingInline={12}
          radius="sm"
          className="text-small stretch-mid leading-snug"
          key={stage}
        >
          {stage}
        </Box>
      ))}
    </Stack>
  );
}

type ServiceLinkProps = {
  name: string;
  text: string;
  link: string;
  className: string;
  target: PagePath;
  /** A small picture of its work. */
  children: ReactNode;
};

/** The whole card leads to the offer's page. */
function ServiceLink({ name, text, link, className, target, children }: ServiceLinkProps) {
  return (
    <Row
      as="a"
      direction="column"
      gap={24}
      minWidth={0}
      padding="cell"
      rule="bottom"
      className={className}
      href={href(target)}
    >
      <ServiceText name={name} text={text} />
      {children}
      <span className="arrow-link">
        {link} <Icon name="arrow" />
      </span>
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

function Channels({ example, channels }: Pick<Props["offers"]["marketing"], "example" | "channels">) {
  return (
    <Stack as="ul" className="channels" aria-label={example}>
      {channels.map(({ name, count }) => (
        <Stack as="li" columns="1fr auto" gap={8} paddingBlock={16} rule="top" className="text-small" key={name}>
          <span>{name}</span>
          <i aria-hidden="true" />
          <b className="tabular">{formatCount(count)}</b>
        </Stack>
      ))}
      <li className="text-caption faint" aria-hidden="true">
        {example}
      </li>
    </Stack>
  );
}

function VoiceMessage({ duration }: { duration: string }) {
  return (
    <Row gap={16} align="center" className="voice-message" aria-hidden="true">
      <span className="disc">
        <Icon name="play" />
      </span>
      <Wave heights={voiceMessage} />
      <b className="text-small tabular">{duration}</b>
    </Row>
  );
}

/** Ordered on the payment provider's own page; without its link the card stays, as information. */
function CustomAssistant({ link, ...text }: Props["custom"]) {
  const { payments } = useSite();
  const drawing = (
    <svg className="custom-drawing" viewBox="0 0 340 130" aria-hidden="true">
      <path d="M20 16C20 120 170 60 170 112" />
      <path d="M95 16C95 90 170 60 170 112" />
      <path d="M245 16C245 90 170 60 170 112" />
      <path d="M320 16C320 120 170 60 170 112" />
      <path d="M170 16V112" />
      {[20, 95, 170, 245, 320].map((x) => (
        <circle key={x} cx={x} cy="16" r="11" />
      ))}
      <circle cx="170" cy="112" r="15" className="custom-centre" />
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
