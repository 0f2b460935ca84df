import { Row, Stack } from "#app/ui/layout.tsx";

import { href, phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { HomeCopy } from "#content/home.ts";
import { widthFrom } from "#design/tokens.ts";

import { secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import { Assurance } from "./assurance.tsx";
import { CallConsole } from "./call-console.tsx";
import { Film } from "./film.tsx";
import { Listen } from "./listen.tsx";

const [smallest] = secretariatTiers;

/** Longest brand the large title was drawn for. */
const longestBrand = 8;

type Props = HomeCopy["hero"] & { call: HomeCopy["call"] };

/** The full stop of the title is a jack; its cord plugs into the live line of the console (client/call-demo.ts). */
export function Hero({ title, call, ...pitch }: Props) {
  const { brand } = useSite();

  return (
    <div className="frame hero" data-behaviour="call-demo" data-wide={widthFrom("lg")}>
      <h1 className={brand.length > longestBrand ? "hero-title-long" : undefined}>
        {title.first}
        <br />
        {title.name}{" "}
        <span className="unbroken">
          {title.verb}
          <span className="hero-dot">
            <span className="visually-hidden">.</span>
          </span>
        </span>
      </h1>
      <HeroCord />
      <Stack
        gap={16}
        marginTop={16}
        tablet={{ gap: 24, marginTop: 24 }}
        lg={{ columnGap: "block", rowGap: 0, marginTop: "block-large" }}
        className="hero-columns"
      >
        <Pitch {...pitch} />
        <CallConsole {...call} />
      </Stack>
    </div>
  );
}

function HeroCord() {
  return (
    <svg className="hero-cord" aria-hidden="true">
      <path className="cord" pathLength={1} />
      <g>
        <path d="M-3-8h6v7a3 3 0 0 1-6 0z" className="fill-on-line-2" />
        <rect x="-8" y="-29" width="16" height="22" rx="4" className="fill-canvas" />
        <path d="M-8-16h16v4h-16z" className="fill-signal" />
      </g>
    </svg>
  );
}

function Pitch({ lead, price, trial, choose, testLine, video }: Omit<HomeCopy["hero"], "title">) {
  const { contact } = useSite();

  return (
    <Stack gap={24} tablet={{ columns: "1fr 1fr", columnGap: 32 }} lg={{ columns: 1 }} className="pitch">
      <Stack gap={16} tablet={{ gap: 24 }} alignContent="start">
        <Stack gap={8} tablet={{ gap: 16 }}>
          <p className="lead lead-strong">{lead}</p>
          <p className="strong">{price}</p>
        </Stack>
        <Listen />
        <Stack gap={8}>
          <ButtonLink href={href("/inscription-secretariat")}>{trial}</ButtonLink>
          <ButtonLink href={href("/inscription")} variant="secondary">
            {choose}
          </ButtonLink>
          <Assurance purchase={{ offer: "secretariat", volume: smallest.callsPerDay }} />
        </Stack>
        {contact.testLine !== "" && (
          <Row
            as="a"
            gap={16}
            align="center"
            paddingTop={24}
            rule="top"
            className="test-line"
            href={phoneHref(contact.testLine)}
          >
            <span className="disc disc-large test-line-icon">
              <Icon name="phone" />
            </span>
            <span>
              <small className="text-caption faint block leading-snug">{testLine.label}</small>
              <b className="text-subtitle block tracking-title leading-tight tabular">{contact.testLine}</b>
              <small className="text-caption faint block leading-snug">{testLine.disclosure}</small>
            </span>
          </Row>
        )}
      </Stack>
      <Film film="presentation" {...video} target={href("/inscription-secretariat")} />
    </Stack>
  );
}
