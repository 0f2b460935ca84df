import { sayEuros } from "#content/language/amounts.ts";
import { doctorFindings } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { SiteConfig } from "#domain/site/site-config.ts";
import type { DayWindow } from "#kit/civil-date.ts";
import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import { advertisedPrices } from "#subjects/offers/rules/advertised.ts";
import { followUpTiers, pricePerClient } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { pricePerContact } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { secretariatPromotion } from "#subjects/offers/rules/secretariat/promotion.ts";
import { trialDays } from "#subjects/offers/rules/base/periods.ts";
import { pricePerCall, secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

const french = doctorFindings.prices;

/** The home page's prices against the price book, and promises that contradict one another. */
export function checkPrices({ offers }: Pick<SiteConfig, "offers">): Finding[] {
  return [...funnelOffers.flatMap(checkFrom), ...checkSetUp(offers), ...checkPromises(offers)];
}

/** The promotion strikes a price through that is charged at no other time. */
function checkSetUp({ promotion }: SiteConfig["offers"]): Finding[] {
  if (promotion === undefined) return [];
  const { from, to } = promotion;
  const worth = sayEuros(secretariatPromotion.setUpInsteadOf);
  return [
    {
      subject: "Prices",
      sentence:
        `Set-up is « incluse » in the secretariat plan of the home page, and « offerte au lieu de ${worth} HT » in ` +
        `the promotion (${from} to ${to}): it is either included or worth that.`,
      french: french.setUp(worth, from, to),
    },
  ];
}

/** Trials and delays the specification states in more than one way; the pages say which holds when. */
function checkPromises({ promotion }: SiteConfig["offers"]): Finding[] {
  const { trial, trainingTrial } = trialDays;
  const said = [
    ...(promotion === undefined ? [] : [trialsOf(trial, promotion)]),
    {
      sentence:
        "« En ligne en moins de 48 h » and « Compte créé sous 72h » are two promises: the pages count the 48 h " +
        "from the day everything was received.",
      french: french.promises.delays,
    },
    {
      sentence:
        `The customer follow-up is free for ${trainingTrial} days for training bodies only: its payment link must ` +
        "not charge them at once.",
      french: french.promises.training(trainingTrial),
    },
  ];
  return said.map((each) => ({ subject: "Prices", ...each }));
}

function trialsOf(days: number, { from, to }: DayWindow) {
  return {
    sentence:
      `The home page's banner promises ${days} days of trial, and the promotion (${from} to ${to}) a free month: ` +
      "inside its window the month replaces the days.",
    french: french.promises.trials(days, from, to),
  };
}

type Advertised = {
  name: string;
  unit: string;
  french: { name: string; unit: string };
  /** What a call, a client or a contact costs, tier by tier. */
  prices: readonly number[];
};

const advertised: Record<FunnelOffer, Advertised> = {
  secretariat: {
    name: "The secretariat",
    unit: "per call",
    french: { name: french.offers.secretariat, unit: french.units.call },
    prices: secretariatTiers.map(pricePerCall),
  },
  suiviclient: {
    name: "Customer follow-up",
    unit: "per client and month",
    french: { name: french.offers.followUp, unit: french.units.client },
    prices: followUpTiers.map(pricePerClient),
  },
  marketing: {
    name: "Marketing",
    unit: "per contact",
    french: { name: french.offers.marketing, unit: french.units.contact },
    prices: [pricePerContact],
  },
};

/** « à partir de » promises the lowest price of the table. */
function checkFrom(offer: FunnelOffer): Finding[] {
  const { name, unit, french: inFrench, prices } = advertised[offer];
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  if (advertisedPrices[offer] === lowest) return [];
  const [from, least, most] = [sayEuros(advertisedPrices[offer]), sayEuros(lowest), sayEuros(highest)];
  const isOnePrice = lowest === highest;
  const claim = `${name} is advertised « à partir de ${from} HT » ${unit}`;
  return [
    {
      subject: "Prices",
      sentence: `${claim}; the price table says ${isOnePrice ? least : `${least} to ${most}`}.`,
      french: french.advertised(inFrench.name, from, inFrench.unit, isOnePrice ? least : french.range(least, most)),
    },
  ];
}
