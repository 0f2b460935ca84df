import { describe, expect, test } from "vitest";

import { demoPeople, demoTestimonials } from "#content/demo-people.ts";

import { findFaults, findTextFaults, type Production } from "./support/production-rules.ts";

const other = '<main><section id="la"><h2>Ici</h2><p>Un texte.</p></section></main>';
const production: Production = {
  origin: "https://zephyr.fr",
  hosts: ["cartes.zephyr-plans.fr"],
  isThere: (path) => ["/", "/autre"].includes(path),
  pageAt: (path) => (path === "/autre" ? other : undefined),
};
const faultsOf = (main: string) =>
  findFaults(`<!doctype html><html><body><main>${main}</main></body></html>`, production);

test("A page without fault has none", () => {
  const page = `<h1>Bonjour</h1><h2>Deux</h2><p>Du texte, <a href="/autre#la">un lien</a>,
    <a href="https://cartes.zephyr-plans.fr/ici">un plan</a>, <a href="https://www.cnil.fr/fr">la CNIL</a>.</p>
    <section aria-label="Exemple : un appel"><p>Menuiserie Kerbrat, bonsoir. 06 39 98 41 07</p></section>
    <h2>Liste</h2><ul><li>Un</li></ul><h2>Photo</h2><img alt="Une rue" src="/rue.png">`;
  expect(faultsOf(page)).toEqual([]);
});

describe("A page is told", () => {
  const [someone] = demoTestimonials("");
  test.each([
    ["a heading over nothing", "<h2>Ce qu’ils en disent.</h2><div></div><h2>Suite</h2><p>Texte</p>", "over nothing"],
    ["a last heading over nothing", "<h2>Suite</h2><p>Texte</p><h2>Clients</h2>", "« Clients » stands over nothing"],
    ["a heading over a button", "<h2>Avis</h2><button>Suivant</button><h2>Suite</h2><p>Texte</p>", "« Avis »"],
    ["a heading over what is hidden", "<h2>Avis</h2><p hidden>Texte</p>", "« Avis »"],
    ["a link to no page", '<p><a href="/conferences">Conférences</a></p>', "/conferences, which is not there"],
    ["a link to no section", '<p><a href="/autre#temoignages">Témoignages</a></p>', "a section that is not there"],
    ["a link to no section of its own", '<p><a href="#apropos">Nous</a></p>', "#apropos, a section"],
    ["a link to no number", '<p><a href="tel:">Appeler</a></p>', "leads to « tel: »"],
    ["an outside host", '<p><img alt="" src="https://pixel.regie.fr/x.gif"> Texte</p>', "host pixel.regie.fr"],
    ["an address of the demonstration", '<p><a href="mailto:bonjour@ariane.example">Écrire</a></p>', ".example"],
    ["a page of the demonstration", '<p>Texte <a href="/demo">Atelier</a></p>', "/demo"],
    ["a note of the demonstration", "<p>Clients et équipe sont inventés.</p>", "équipe sont inventés"],
    ["a person who is invented", `<p>${demoPeople.team[0]?.name}, direction</p>`, "whom the demonstration invents"],
    ["a customer who is invented", `<p>« Oui » ${someone?.name}</p>`, "whom the demonstration invents"],
    ["an example that does not say so", "<section><p>Cabinet Orsay, bonjour.</p></section>", "does not say so"],
    ["a number of fiction", "<p>Appelez le 01 99 00 24 24</p>", "does not say so"],
    ["a value that is missing", "<p>Votre offre : undefined</p>", "undefined"],
  ])("%s", (_, page, fault) => {
    expect(faultsOf(page).join("\n")).toContain(fault);
  });
});

test("A mail or a file for machines is told its hosts and words of the demonstration", () => {
  expect(findTextFaults("Écrivez à bonjour@zephyr.fr, https://zephyr.fr/merci", production)).toEqual([]);
  expect(findTextFaults("Disallow: /demo", production)).toEqual(["says « /demo »"]);
  expect(findTextFaults("https://rendez-vous.example/30", production)).toHaveLength(2);
});
