import type {
  BlogPosting,
  BreadcrumbList,
  ContactPoint,
  Event as EventThing,
  FAQPage,
  Graph,
  Organization,
  PostalAddress,
  Service,
  Thing,
  WebSite,
} from "schema-dts";

import { type Article, changedOn } from "#app/page-kit/articles.ts";
import { href, phoneHref } from "#app/page-kit/href.ts";
import type { PageContext } from "#app/page-kit/site-context.tsx";
import { conferencesCopy, programmeOf } from "#subjects/conferences/words/conferences.ts";
import { questionsOf } from "#content/questions.ts";
import { crumbOf, structuredDataCopy } from "#content/structured-data.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { readPostalAddress } from "#domain/kernel/postal-address.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";

import { conferenceSeat, findSoldService } from "./structured-offers.ts";

/** A page that search engines may show. */
export type SharedPage = {
  path: string;
  title: string;
  description: string;
  article: Article | undefined;
  /** Whole addresses of the picture that goes with it, and of the site's mark; none in development. */
  image: string | undefined;
  logo: string | undefined;
};

/** What a page says of itself to machines: https://schema.org, as JSON-LD. */
export function structuredDataOf(page: SharedPage, { site, today }: PageContext): Graph {
  const url = site.origin + page.path;
  const things: Thing[] = [
    organization(site, page.logo),
    ...(page.path === "/" ? [website(site)] : [breadcrumbs(page, site)]),
    ...(page.article ? [blogPosting(page.article, page, { site, today })] : []),
    ...service(page, url, site),
    ...questions(page, url, { site, today }),
    ...(page.path === href("/conferences") ? conference(page, url, { site, today }) : []),
  ];
  return { "@context": "https://schema.org", "@graph": things };
}

function organization({ brand, origin, company, contact }: SiteOnDay, logo: string | undefined): Organization {
  const { phone, email, address, social, hours = [] } = contact;
  return {
    "@type": "Organization",
    "@id": organizationId(origin),
    name: brand,
    legalName: company.name,
    url: `${origin}/`,
    ...(logo === undefined ? {} : { logo }),
    ...(email === "" ? {} : { email }),
    ...(phone === "" ? {} : { telephone: phoneHref(phone).replace("tel:", "") }),
    ...(address.lines.length === 0 ? {} : { address: postalAddress(address.lines) }),
    ...(hours.length === 0 ? {} : { contactPoint: contactPoint(contact) }),
    ...(social.length === 0 ? {} : { sameAs: social.map(({ url }) => url) }),
  };
}

/** Who answers, and when. */
function contactPoint({ phone, email, hours = [] }: SiteOnDay["contact"]): ContactPoint {
  return {
    "@type": "ContactPoint",
    contactType: "customer service",
    ...(phone === "" ? {} : { telephone: phoneHref(phone).replace("tel:", "") }),
    ...(email === "" ? {} : { email }),
    availableLanguage: "fr",
    hoursAvailable: hours.map(({ days, opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: days.map((day) => `https://schema.org/${day}` as const),
      opens,
      closes,
    })),
  };
}

/** An address of another country's form is kept whole. */
function postalAddress(lines: string[]): PostalAddress {
  const read = readPostalAddress(lines);
  return {
    "@type": "PostalAddress",
    ...(read
      ? { streetAddress: read.street.join(", "), postalCode: read.postcode, addressLocality: read.town }
      : { streetAddress: lines.join(", ") }),
    addressCountry: "FR",
  };
}

function website({ brand, origin }: SiteOnDay): WebSite {
  return {
    "@type": "WebSite",
    name: brand,
    url: `${origin}/`,
    inLanguage: "fr-FR",
    publisher: { "@id": organizationId(origin) },
  };
}

/** Home, the pages above, the page itself. */
function breadcrumbs({ path, title, article }: SharedPage, { origin }: SiteOnDay): BreadcrumbList {
  const parts = path.split("/").slice(1);
  const above = parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
  // What has no name of its own is a folder in the address, and no page.
  const paths = ["/", ...above.filter((each) => each === path || crumbOf(each) !== undefined)];
  return {
    "@type": "BreadcrumbList",
    itemListElement: paths.map((each, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: crumbOf(each) ?? article?.title ?? title.replace(/ \| .*/, ""),
      item: origin + each,
    })),
  };
}

function blogPosting(article: Article, { image, description }: SharedPage, { site, today }: PageContext): BlogPosting {
  const { origin } = site;
  const author = site.authors[article.author];
  const publisher = { "@id": organizationId(origin) };
  return {
    "@type": "BlogPosting",
    headline: article.title,
    description,
    ...(image === undefined ? {} : { image: [image] }),
    datePublished: article.publishedOn,
    dateModified: changedOn(article, today),
    inLanguage: "fr-FR",
    mainEntityOfPage: origin + article.path,
    // An invented author is no person.
    author: author && !author.isInvented ? { "@type": "Person", name: author.name, jobTitle: author.role } : publisher,
    publisher,
  };
}

function service({ path, description }: SharedPage, url: string, { origin, prices }: SiteOnDay): Service[] {
  const sold = findSoldService(path, url, prices);
  if (!sold) return [];
  return [
    {
      "@type": "Service",
      name: sold.name,
      serviceType: sold.name,
      description,
      url,
      provider: { "@id": organizationId(origin) },
      areaServed: { "@type": "Country", name: structuredDataCopy.country },
      offers: sold.offers,
    },
  ];
}

/** The questions that the page shows, word for word. */
function questions({ path }: SharedPage, url: string, { site, today }: PageContext): FAQPage[] {
  const asked = questionsOf(path, site, today);
  if (asked.length === 0) return [];
  return [
    {
      "@type": "FAQPage",
      url: `${url}#questions`,
      inLanguage: "fr-FR",
      mainEntity: asked.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  ];
}

/** Until it is held; a seat is offered while one can register. Hours are those of the place. */
function conference({ description, image }: SharedPage, url: string, { site, today }: PageContext): EventThing[] {
  const { origin, offers } = site;
  if (offers.conference === undefined) return [];
  const { heldOn, registrationUntil } = offers.conference;
  const phase = conferencePhase(offers.conference, today);
  if (phase === "past") return [];

  const { hero, place } = conferencesCopy;
  const programme = programmeOf(offers.conference);
  return [
    {
      "@type": "Event",
      name: hero.title.join(" ").replace(/\.$/, ""),
      description,
      url,
      ...(image === undefined ? {} : { image: [image] }),
      startDate: `${heldOn}T${programme[0]?.at}`,
      endDate: `${heldOn}T${programme.at(-1)?.at}`,
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: {
        "@type": "Place",
        name: place,
        address: { "@type": "PostalAddress", addressLocality: place, addressCountry: "FR" },
      },
      organizer: { "@type": "Organization", "@id": organizationId(origin), name: site.brand, url: `${origin}/` },
      ...(phase === "open" ? { offers: [conferenceSeat(url, registrationUntil, site.prices.conferences)] } : {}),
    },
  ];
}

function organizationId(origin: string): string {
  return `${origin}/#organization`;
}
