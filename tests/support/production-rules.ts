import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { type Document, type Element, Window } from "happy-dom";

import { demoClients, demoPeople, demoTestimonials } from "#content/demo-people.ts";
import { homeCopy } from "#content/home.ts";
import { trades } from "#content/shared/trades.ts";

/** What a production's page is held against. */
export type Production = {
  origin: string;
  /** Hosts that the configuration names. */
  hosts: readonly string[];
  /** Whether the site answers at a path: a page, or a file. */
  isThere: (path: string) => boolean;
  /** The page at a path, for the sections that links lead to. */
  pageAt: (path: string) => string | undefined;
};

/** Where laws, rights and their texts are, and the names of standards: what every site of the kind refers to. */
const publicHosts = /(^|\.)(gouv\.fr|cnil\.fr|service-public\.(gouv\.)?fr|europa\.eu|defenseurdesdroits\.fr)$/;
/** Where a licence and the work it is of are named, as it asks. */
const credits = /^(creativecommons\.org|doi\.org)$/;
const standards = /^(schema\.org|www\.w3\.org|www\.sitemaps\.org|purl\.org)$/;

const inventedNames = [
  ...demoPeople.team,
  ...Object.values(demoPeople.authors),
  ...demoTestimonials("").map(({ name }) => ({ name })),
  ...demoClients,
].map(({ name }) => name);

/** Who is called and calls in examples: beside « Exemple » only. */
const exampleNames = [
  ...new Set([
    ...Object.values(trades).map(({ example }) => example),
    homeCopy({ brand: "", prices: firstPrices }).console.board[1] ?? "",
    "Formation Horizon",
    "Ravel",
  ]),
].filter((name) => name !== "");

const fictionNumbers =
  /\b(01\s?99\s?00|02\s?61\s?91|03\s?53\s?01|04\s?65\s?71|05\s?36\s?49|06\s?39\s?98)(\s?\d{2}){2}\b/;
/** Words that only a demonstration has; « Démonstrations en direct » is a part of the conference. */
const demoWords = new RegExp(
  [
    /\/demo\b|\.example\b|atelier de démonstration|site tel qu'au|équipe sont inventés/,
    /signature de la démonstration/,
    /(Hébergeur|Messagerie|Automatisation|Paiement|Identité|Mesure|Régie) de démonstration/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const brokenWords = /\bundefined\b|\[object |\bNaN\b|\{(brand|product)\}/;

/** Every word of a page, its attributes that people hear included. */
function wordsOf(document: Document): string {
  const spoken = Array.from(document.querySelectorAll("[aria-label], [alt], [placeholder], [title], meta[content]"));
  const attributes = spoken.flatMap((element) =>
    ["aria-label", "alt", "placeholder", "title", "content"].map((name) => element.getAttribute(name) ?? ""),
  );
  return [textOf(document.documentElement), ...attributes].join("\n");
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

const parser = new new Window({ settings: { disableJavaScriptEvaluation: true } }).DOMParser();

export function parseHtml(html: string): Document {
  return parser.parseFromString(html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, ""), "text/html");
}

/** What is wrong with a page, one sentence each. `html` is as the server sent it, or as the browser holds it now. */
export function findFaults(html: string, production: Production): string[] {
  const document = parseHtml(html);
  return [
    ...findEmptyHeadings(document),
    ...findDeadLinks(document, html, production),
    ...findOutsideHosts(html, production),
    ...findDemoWords(html),
    ...findBrokenWords(wordsOf(document)),
    ...findUnmarkedExamples(document),
  ];
}

/** Of a mail, a file for machines, an answer of the API: text without structure. */
export function findTextFaults(text: string, production: Production): string[] {
  return [...findOutsideHosts(text, production), ...findDemoWords(text), ...findBrokenWords(text)];
}

/** A heading is followed by words or a control before the next one of its rank. */
function findEmptyHeadings(document: Document): string[] {
  return Array.from(document.querySelectorAll("h1, h2, h3, h4"))
    .filter((heading) => heading.closest("[hidden], template, dialog") === null)
    .filter((heading) => !hasMatter(heading))
    .map((heading) => `the heading « ${textOf(heading)} » stands over nothing`);
}

function hasMatter(heading: Element): boolean {
  const rank = Number(heading.tagName.slice(1));
  const item = heading.closest("li");
  if (item && textOf(item).length > textOf(heading).length) return true;
  const end = heading.closest("main, footer, dialog") ?? heading.ownerDocument.body;
  const all = Array.from(end.querySelectorAll("*"));
  for (const element of all.slice(all.indexOf(heading) + 1)) {
    if (heading.contains(element)) continue;
    if (/^H[1-6]$/.test(element.tagName) && Number(element.tagName.slice(1)) <= rank) return false;
    if (isMatter(element, heading)) return true;
  }
  return false;
}

function isMatter(element: Element, heading: Element): boolean {
  if (element.closest("[hidden]")) return false;
  if (element.matches("input, select, textarea, img, video, audio, canvas")) return true;
  const isOwnText = Array.from(element.childNodes).some(
    (node) => node.nodeType === 3 && (node.textContent ?? "").trim() !== "",
  );
  // A link to all of them, or a button to move among them, is no matter itself; a list of links or an article is.
  const control = element.closest("a, button");
  return isOwnText && (control === null || control.contains(heading) || control.closest("li, nav, article") !== null);
}

/** Links, and what they lead to: sections included. */
function findDeadLinks(document: Document, html: string, { origin, isThere, pageAt }: Production): string[] {
  const targets = Array.from(document.querySelectorAll("a[href], area[href]")).map(
    (link) => link.getAttribute("href") ?? "",
  );
  return [...new Set(targets)].flatMap((target) => {
    if (target === "" || target === "tel:" || target === "mailto:") return [`a link leads to « ${target} »`];
    if (/^(mailto|tel|data|sms):/.test(target)) return [];
    const url = URL.parse(target, `${origin}/`);
    if (!url) return [`a link leads to « ${target} »`];
    if (url.origin !== origin) return [];
    const isHere = target.startsWith("#");
    if (!isHere && !isThere(url.pathname)) return [`a link leads to ${url.pathname}, which is not there`];
    const page = isHere ? html : (pageAt(url.pathname) ?? "");
    const id = decodeURIComponent(url.hash.slice(1));
    // The funnel and the calculator read what they open with.
    if (id === "" || id.includes("=") || page.includes(`id="${id}"`) || /data-island="\w*(Funnel|Signup)/.test(page))
      return [];
    return [`a link leads to ${target}, a section that is not there`];
  });
}

function findOutsideHosts(text: string, { origin, hosts }: Production): string[] {
  const own = new URL(origin).host;
  const named = [...text.matchAll(/\bhttps?:\/\/([\w.-]+(?::\d+)?)/g)].map(([, host = ""]) => host);
  return [...new Set(named)]
    .filter(
      (host) =>
        host !== own && !hosts.includes(host) && ![publicHosts, credits, standards].some((known) => known.test(host)),
    )
    .map((host) => `names the outside host ${host}`);
}

function findDemoWords(text: string): string[] {
  const found = demoWords.exec(text)?.[0];
  return [
    ...(found === undefined ? [] : [`says « ${found} »`]),
    ...inventedNames
      .filter((name) => text.includes(name))
      .map((name) => `names ${name}, whom the demonstration invents`),
  ];
}

function findBrokenWords(text: string): string[] {
  const found = brokenWords.exec(text)?.[0];
  return found === undefined ? [] : [`says « ${found} »`];
}

/** An example of a call, a message or an agenda says that it is one, in its own block. Articles are prose. */
function findUnmarkedExamples(document: Document): string[] {
  const isExample = (text: string) => fictionNumbers.test(text) || exampleNames.some((name) => text.includes(name));
  return Array.from(document.querySelectorAll("body *"))
    .filter((element) =>
      Array.from(element.childNodes).some((node) => node.nodeType === 3 && isExample(node.textContent ?? "")),
    )
    .filter((element) => !element.closest(".article-text, option"))
    .filter((element) => !isMarked(element))
    .map((element) => `« ${textOf(element).slice(0, 80)} » is an example that does not say so`);
}

function isMarked(element: Element): boolean {
  for (let block: Element | null = element; block && !block.matches("main, body"); block = block.parentElement) {
    const said = `${block.getAttribute("aria-label") ?? ""} ${textOf(block)}`;
    if (/exemple|format attendu/i.test(said)) return true;
  }
  return false;
}
