import { expect, test } from "vitest";

import { believableConfig } from "#tests/support/believable-config.ts";

import siteConfig from "../../site.config.ts";

import { readSettings } from "./settings.ts";
import { typesetConfig } from "./typeset-config.ts";

const written = "Elle n'oublie rien : 2 000 appels à 9h !";
const set = "Elle n’oublie rien\u00a0: 2\u202f000 appels à 9\u00a0h\u00a0!";
const support = { source: "lettre d'accord", date: "2025-03-01" };
const { registrationUntil, heldOn } = siteConfig.offers.conferences[0]!;

const config = typesetConfig({
  ...believableConfig,
  people: [{ name: "Jeanne d'Orsay", role: "Chargée de l'accueil" }],
  authors: { droit: { name: "Jeanne d'Orsay", role: "Chargée de l'accueil" } },
  claims: {
    testimonials: [
      {
        ...support,
        consent: "l'accord",
        name: "Claire D'.",
        role: "Gérante d'un atelier",
        text: written,
        quotes: { home: written },
      },
    ],
  },
  media: {
    recordings: {
      urgence: { file: "l'appel.mp3", captions: "l'appel.vtt", isSynthetic: true, title: written, scene: written },
    },
  },
  offers: {
    conferences: [
      {
        registrationUntil,
        heldOn,
        terms: written,
        venue: ["12 rue de l'Atelier"],
        programme: [{ at: "09:30", title: written, text: written }],
      },
    ],
  },
});

test("The owner’s running texts are set as those of the site", () => {
  expect(config.people?.[0]?.role).toBe("Chargée de l’accueil");
  expect(config.authors?.droit?.role).toBe("Chargée de l’accueil");
  expect(config.claims?.testimonials?.[0]).toMatchObject({
    role: "Gérante d’un atelier",
    text: set,
    quotes: { home: set },
  });
  expect(config.media?.recordings?.urgence).toMatchObject({ title: set, scene: set });
  expect(config.offers.conferences?.[0]).toMatchObject({ terms: set, programme: [{ title: set, text: set }] });
});

test("Names, addresses, files and proofs keep their characters", () => {
  expect(config.people?.[0]?.name).toBe("Jeanne d'Orsay");
  expect(config.claims?.testimonials?.[0]).toMatchObject({ name: "Claire D'.", consent: "l'accord", ...support });
  expect(config.media?.recordings?.urgence).toMatchObject({ file: "l'appel.mp3", captions: "l'appel.vtt" });
  expect(config.offers.conferences?.[0]?.venue).toEqual(["12 rue de l'Atelier"]);
});

test("It is done where the configuration is read: pages get the texts as they are set", () => {
  const testimonial = { ...support, consent: "accord", name: "Claire D.", role: "Notaire", text: written };
  const { site } = readSettings({
    environment: {},
    config: { ...believableConfig, claims: { testimonials: [testimonial] } },
    demoSecret: () => "a-secret-that-is-long-enough-for-a-test",
  });
  expect(site.testimonials.map(({ text }) => text)).toEqual([set]);
});
