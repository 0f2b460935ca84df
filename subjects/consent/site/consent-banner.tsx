import { Row, Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";
import { KeptTogether } from "#app/ui/kept-together.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { consentCopy as copy } from "#subjects/consent/words/consent.ts";
import { askedPurposes, consentCommand, type CookiePurpose } from "#domain/site/cookie-consent.ts";
import type { SiteSettings, Tracker } from "#domain/site/site-settings.ts";

type Props = { brand: string; consent: SiteSettings["consent"]; privacyHref: string };

/**
 * Both views, in every public page, hidden until the script shows one (consent-gate.ts): without a script nothing is
 * tracked, so nothing is asked. First in the page, so that it is the first thing a keyboard or a screen reader meets.
 *
 * The script reads its orders here: `data-consent` is the view that a control leads to, `data-answer` and
 * `data-purpose` what it says on the way.
 */
export function ConsentBanner({ brand, consent, privacyHref }: Props) {
  const { version, trackers, attribution } = consent;
  const asked = askedPurposes(consent);
  return (
    <section
      id="bandeau-cookies"
      className="text-caption consent"
      data-behaviour="cookie-consent"
      aria-label={copy.label}
      data-nosnippet=""
      data-version={version}
      data-asked={asked.join(" ")}
      data-attribution={attribution ? "" : undefined}
      data-trackers={JSON.stringify(trackers)}
      data-signals={JSON.stringify(consentCommand("default", { analytics: false, marketing: false }))}
    >
      <SimpleView brand={brand} trackers={trackers} privacyHref={privacyHref} />
      <SettingsView consent={consent} asked={asked} />
    </section>
  );
}

type Trackers = SiteSettings["consent"]["trackers"];

function SimpleView({ brand, trackers, privacyHref }: Omit<Props, "consent"> & { trackers: Trackers }) {
  const partners = Object.keys(trackers).length;
  const text = partners > 0 ? copy.text(brand) : copy.ownText(brand);

  return (
    <Stack gap={8} padding={12} md={{ gap: 12, padding: 20 }} className="consent-view" data-view="simple">
      <p>
        {text.what}{" "}
        <span className="consent-choice">
          <KeptTogether text={text.choice} parts={unbreakable} />
        </span>
      </p>
      <Row as="p" isWrapping rowGap={2} columnGap={20} className="consent-links">
        {partners > 0 && (
          <TextLink href={`#${partnersId}`} data-consent="settings">
            {copy.partners(partners)}
          </TextLink>
        )}
        <TextLink href={privacyHref}>{copy.privacy}</TextLink>
      </Row>
      <div className="consent-actions">
        <Choice data-consent="settings">{copy.settings}</Choice>
        <Choice data-consent="closed" data-answer="rejected">
          {copy.refuseAll}
        </Choice>
        <Choice data-consent="closed" data-answer="accepted">
          {copy.allowAll}
        </Choice>
      </div>
      <CloseButton />
    </Stack>
  );
}

/** A guillemet and its word, a word and its colon. */
const unbreakable = /« [^»]+ »|\S+ :/;

/** One look for the three answers: none weighs more than another. */
function Choice(button: { children: string } & Record<`data-${string}`, string>) {
  return <Button {...button} variant="choice" isSmall hasPlug={false} />;
}

type SettingsProps = Pick<Props, "consent"> & { asked: readonly CookiePurpose[] };

const partnersId = "cookies-partenaires";

function SettingsView({ consent: { trackers, attribution }, asked }: SettingsProps) {
  return (
    <Stack
      gap={12}
      padding={16}
      md={{ paddingInline: 20, paddingBottom: 20 }}
      className="consent-view"
      data-view="settings"
    >
      <p
        className="text-lead strong stretch-mid tracking-snug leading-snug consent-title"
        id={partnersId}
        tabIndex={-1}
      >
        {copy.title}
      </p>
      <Purpose
        name={copy.essentials.name}
        reason={copy.essentials.purpose}
        facts={copy.essentials.kept.map(({ what, life }) => [what, life])}
      >
        <span className="pill pill-done">{copy.essentials.state}</span>
      </Purpose>
      {asked.map((purpose) => (
        <ChosenPurpose
          key={purpose}
          purpose={purpose}
          tracker={trackers[purpose]}
          isOwn={purpose === "analytics" && attribution}
        />
      ))}
      <p className="quiet consent-unanswered">{copy.unchosen}</p>
      <Row gap={20} align="center" justify="between">
        <button type="button" className="text-link consent-way" data-consent="simple">
          {copy.back}
        </button>
        <span className="consent-unanswered">
          <Choice data-consent="closed" data-save="">
            {copy.save}
          </Choice>
        </span>
        <CloseButton />
      </Row>
    </Stack>
  );
}

type ChosenProps = {
  purpose: CookiePurpose;
  tracker: Tracker | undefined;
  /** Whether we keep something ourselves for it. */
  isOwn: boolean;
};

function ChosenPurpose({ purpose, tracker, isOwn }: ChosenProps) {
  const { name, purpose: reason } = copy[purpose];
  const facts: [string, ReactNode][] = [
    ...(tracker ? [[copy.partner, <PartnerName key="partner" tracker={tracker} />] as [string, ReactNode]] : []),
    ...(isOwn ? [[copy.own.what, copy.own.life] as [string, ReactNode]] : []),
  ];
  return (
    <Purpose nameId={`cookies-${purpose}`} name={name} reason={tracker ? reason : copy.own.purpose} facts={facts}>
      <div className="consent-pair">
        {(["accepted", "rejected"] as const).map((answer) => (
          <button
            key={answer}
            type="button"
            aria-pressed="false"
            data-consent="settings"
            data-purpose={purpose}
            data-value={answer}
          >
            {answer === "accepted" ? copy.allow : copy.refuse}
          </button>
        ))}
      </div>
    </Purpose>
  );
}

type PurposeProps = {
  /** Of what is chosen about it, which it then names. */
  nameId?: string;
  name: string;
  reason: string;
  facts: [what: string, value: ReactNode][];
  children: ReactNode;
};

function Purpose({ nameId, name, reason, facts, children }: PurposeProps) {
  return (
    <Stack
      columns="1fr auto"
      align="center"
      rowGap={4}
      columnGap={16}
      paddingTop={12}
      rule="top"
      className="consent-purpose"
      {...(nameId !== undefined && { role: "group", "aria-labelledby": nameId })}
    >
      <b id={nameId}>{name}</b>
      {children}
      <p className="quiet">{reason}</p>
      <dl className="faint">
        {facts.map(([what, value]) => (
          <Row gap={16} justify="between" key={what}>
            <dt>{what}</dt>
            <dd className="right-aligned">{value}</dd>
          </Row>
        ))}
      </dl>
    </Stack>
  );
}

function PartnerName({ tracker: { partner, policyUrl, lifeMonths } }: { tracker: Tracker }) {
  return (
    <>
      {policyUrl === "" ? partner : <TextLink href={policyUrl}>{partner}</TextLink>}, {copy.life(lifeMonths)}
    </>
  );
}

/** Shown once there is an answer to keep. */
function CloseButton() {
  return (
    <button type="button" className="text-link consent-way" data-consent="closed">
      {copy.close}
    </button>
  );
}
