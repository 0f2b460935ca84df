import { sayEuros } from "#content/language/amounts.ts";
import { doctorFindings } from "#content/doctor-findings.ts";
import { offersInFull } from "#content/offers/registry.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { SiteConfig } from "#domain/site/site-config.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";
import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { trialDays } from "#subjects/offers/rules/base/periods.ts";

const french = doctorFindings.prices;

/** The home page's prices against the price book, and promises that contradict one another. */
export function checkPrices({ offers: windows }: Pick<SiteConfig, "offers">, today: CivilDate): Finding[] {
  const prices = pricesOn(windows, today);
  return [
    ...funnelOffers.flatMap((offer) => checkFrom(offer, prices)),
    ...checkSetUp(windows, prices),
    ...checkPromises(windows),
  ];
}

/** The promotion strikes a price through that is charged at no other time. */
function checkSetUp({ promotion }: SiteConfig["offers"], { setUp }: Prices): Finding[] {
  if (promotion === undefined) return [];
  const { from, to } = promotion;
  const worth = sayEuros(setUp);
  return [
    {
      id: "two-set-ups",
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
  return [
    ...(promotion === undefined ? [] : [trialsOf(trial, promotion)]),
    {
      id: "two-delays",
      sentence:
        "« En ligne en moins de 48 h » and « Compte créé sous 72h » are two promises: the pages count the 48 h " +
        "from the day everything was received.",
      french: french.promises.delays,
    },
    {
      id: "training-trial",
      sentence:
        `The customer follow-up is free for ${trainingTrial} days for training bodies only: its payment link must ` +
        "not charge them at once.",
      french: french.promises.training(trainingTrial),
    },
  ];
}

function trialsOf(days: number, { from, to }: DayWindow): Finding {
  return {
    id: "two-trials",
    sentence:
      `The home page's banner promises ${days} days of trial, and the promotion (${from} to ${to}) a free month: ` +
      "inside its window the month replaces the days.",
    french: french.promises.trials(days, from, to),
  };
}

/** « à partir de » promises the lowest price of the table. */
function checkFrom(offer: FunnelOffer, prices: Prices): Finding[] {
  const { doctor, doctorUnit } = offersInFull[offer];
  const advertised = offers[offer].advertised(prices);
  const units = offers[offer].unitPrices(prices);
  const [lowest, highest] = [Math.min(...units), Math.max(...units)];
  if (advertised === lowest) return [];
  const [from, least, most] = [sayEuros(advertised), sayEuros(lowest), sayEuros(highest)];
  const isOnePrice = lowest === highest;
  const claim = `${withCapital(doctor.english.name)} is advertised « à partir de ${from} HT » ${doctorUnit.english}`;
  return [
    {
      id: "advertised-price",
      sentence: `${claim}; the price table says ${isOnePrice ? least : `${least} to ${most}`}.`,
      french: french.advertised(
        withCapital(doctor.french.name),
        from,
        doctorUnit.french,
        isOnePrice ? least : french.range(least, most),
      ),
    },
  ];
}

function withCapital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
