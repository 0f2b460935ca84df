import { href, phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { CallLog } from "#app/product/call-log.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import type { HomeCopy } from "#content/home.ts";
import { widthFrom } from "#design/tokens.ts";

import { secretariatVolumes } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import { Assurance } from "./assurance.tsx";
import { CallConsole } from "./call-console.tsx";
import { Film } from "./film.tsx";

const [smallest] = secretariatVolumes;

/** Longest brand the large title was drawn for. */
const longestBrand = 8;

type Props = HomeCopy["hero"] & { console: HomeCopy["console"] };

/** The full stop of the title is a jack; its cord plugs into the live line of the console (client/hero-cord.ts). */
export function Hero({ title, console, video, testLine, ...pitch }: Props) {
  const { brand } = useSite();

  return (
    <div
      className="frame hero"
      data-behaviour="hero-cord"
      data-wide={widthFrom("lg")}
      data-call="waiting"
      data-view="log"
    >
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
      <div className="hero-columns">
        <Pitch {...pitch} />
        <CallConsole {...console}>
          <CallLog />
        </CallConsole>
        <Stack
          gap={16}
          tablet={{ columns: "1fr 1fr", columnGap: 32 }}
          lg={{ columns: 1, rowGap: 24 }}
          className="hero-more"
        >
          <TestLine {...testLine} />
          <Film film="presentation" {...video} target={href("/inscription-secretariat")} isLow />
        </Stack>
      </div>
    </div>
  );
}

function HeroCord() {
  return (
    <svg className="hero-cord" aria-hidden="true">
      <path className="cord" pathLength={1} />
      <path className="cord hero-light" pathLength={1} />
      <g>
        <path d="M-3-8h6v7a3 3 0 0 1-6 0z" className="fill-on-line-2" />
        <rect x="-8" y="-29" width="16" height="22" rx="4" className="fill-canvas" />
        <path d="M-8-16h16v4h-16z" className="fill-signal" />
      </g>
    </svg>
  );
}

/** What it is, what it costs at least, and the way in: all of a first view. */
function Pitch({ lead, price, trial, choose }: Omit<HomeCopy["hero"], "title" | "testLine" | "video">) {
  return (
    <div className="pitch">
      <Stack gap={8} alignContent="start" className="pitch-words">
        <p className="lead leading-snug lead-strong pitch-lead">{lead}</p>
        <p className="strong">{price}</p>
      </Stack>
      <ButtonLink href={href("/inscription-secretariat")}>{trial}</ButtonLink>
      <Stack gap={8} className="pitch-rest">
        <ButtonLink href={href("/inscription")} variant="secondary">
          {choose}
        </ButtonLink>
        <Assurance purchase={{ offer: "secretariat", volume: smallest }} />
      </Stack>
    </div>
  );
}

function TestLine({ label, disclosure }: HomeCopy["hero"]["testLine"]) {
  const { contact } = useSite();
  if (contact.testLine === "") return null;
  return (
    <Row as="a" gap={16} align="center" className="test-line" href={phoneHref(contact.testLine)}>
      <span className="disc disc-large test-line-icon">
        <Icon name="phone" />
      </span>
      <span>
        <small className="text-caption faint block leading-snug">{label}</small>
        <b className="text-subtitle block tracking-title leading-tight tabular">{contact.testLine}</b>
        <small className="text-caption faint block leading-snug">{disclosure}</small>
      </span>
    </Row>
  );
}
