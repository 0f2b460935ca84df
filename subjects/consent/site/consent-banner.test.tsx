import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { siteForTests } from "#tests/support/site.ts";

import { ConsentBanner } from "./consent-banner.tsx";

function render(consent = siteForTests.consent): string {
  return renderToStaticMarkup(<ConsentBanner brand="Zeta" consent={consent} privacyHref="/vie-privee" />);
}

/** Characters as the reader sees them. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

test("The banner says what the law wants, word for word", () => {
  expect(textOf(render())).toContain(
    "Zeta et ses partenaires utilisent des traceurs pour mesurer l'audience et mesurer l'efficacité de ses publicités. " +
      "Vous pouvez accepter, refuser ou choisir par finalité. Refuser ne change rien à votre accès au site. " +
      "Vous pouvez changer d'avis à tout moment : lien « Gérer mes cookies » en bas de chaque page.",
  );
});

test("It counts its partners, names each with how long it lasts, and links to the privacy policy", () => {
  const html = render();

  expect(textOf(html)).toContain("Liste des partenaires (2)");
  expect(textOf(html)).toContain("Régie Zeta, 3 mois au plus");
  expect(textOf(html)).toContain("Mesure Zeta, 13 mois au plus");
  expect(html).toContain('href="https://pixel.example/politique"');
  expect(html).toContain('href="/vie-privee"');
});

test("With our own measure alone it speaks of it, of no partner, and asks one question", () => {
  const html = render({ version: "text-1", trackers: {}, attribution: true });

  expect(textOf(html)).toContain("Zeta souhaite savoir par quelle publicité ou quel site vous êtes venu");
  expect(textOf(html)).toContain("Provenance de votre visitejusqu’à la fermeture de l’onglet");
  expect(textOf(html)).not.toMatch(/[Pp]artenaires|Marketing|par finalité/);
  expect(html.match(/data-purpose="analytics"/g)).toHaveLength(2);
  expect(html).toContain('data-asked="analytics"');
  expect(html).not.toMatch(/undefined|data-purpose="marketing"/);
});

test("With one partner it asks for that partner's purpose only", () => {
  const { marketing } = siteForTests.consent.trackers;
  const html = render({ version: "text-1", trackers: marketing ? { marketing } : {}, attribution: false });

  expect(textOf(html)).toContain("Liste des partenaires (1)");
  expect(html).toContain('data-asked="marketing"');
  expect(html).not.toMatch(/data-purpose="analytics"|data-attribution/);
});

test("No answer is pressed beforehand, and the essentials have no control", () => {
  const html = render();
  const essentials = html.split("Essentiels")[1]?.split('role="group"')[0] ?? "";

  expect(html.match(/aria-pressed="false"/g)).toHaveLength(4);
  expect(html).not.toContain('aria-pressed="true"');
  expect(textOf(essentials)).toContain("Toujours actifs");
  expect(essentials).not.toMatch(/<button|<input/);
});

test("The four signals are denied before any script has run", () => {
  const signals = /data-signals="([^"]+)"/.exec(render())?.[1]?.replaceAll("&quot;", '"') ?? "";

  expect(JSON.parse(signals)).toEqual([
    "consent",
    "default",
    { analytics_storage: "denied", ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" },
  ]);
});
