import { createHash } from "node:crypto";

import { demoClients, demoPeople, demoTestimonials } from "#content/demo-people.ts";
import type { Person, Publication, SiteConfig, Support } from "#domain/site/site-config.ts";
import { showPicture, type ShownPicture } from "#domain/site/site-picture.ts";
import type { ShownPerson, SiteSettings } from "#domain/site/site-settings.ts";
import { pictureKind } from "#server/media/picture-kind.ts";

/** A picture of the owner's, at an address of the site's own: no other host is asked for one. */
type OwnPicture = { path: string; content: Buffer };

type Shown = Pick<SiteSettings, "people" | "authors" | "testimonials" | "clients" | "claims"> & {
  pictures: OwnPicture[];
  /** One sentence for each picture that cannot be shown: its person is, with initials. */
  notices: string[];
};

/** A portrait of 112 pixels, twice as fine, needs less. */
const largestPictureBytes = 60_000;

/** In pixels, on screens that are twice as fine as styles say. */
const widths = { face: 224, logo: 360 };

/**
 * Who the pages may show and what they may state: configured people and authors; claims with a source and a date;
 * testimonials and clients with these and a consent. A demonstration fills what is missing with invented ones, and its
 * pages say that they are.
 *
 * @param readPicture a file beside the configuration, undefined where there is none
 */
export function readShownPeople(
  { people = [], authors = {}, claims = {} }: Pick<SiteConfig, "people" | "authors" | "claims">,
  { isDemo, brand, readPicture }: { isDemo: boolean; brand: string; readPicture: (file: string) => Buffer | undefined },
): Shown {
  const pictures: OwnPicture[] = [];
  const notices: string[] = [];

  function shownOf(named: Person["picture"], whose: string, width: number): { picture?: ShownPicture } {
    if (!named) return {};
    if (typeof named === "object") return { picture: showPicture(named, width) };
    const read = checkPicture(readPicture(named));
    if (typeof read === "string") {
      notices.push(`The picture ${named} of ${whose} ${read}: the initials are shown.`);
      return {};
    }
    pictures.push(read);
    return { picture: { src: read.path } };
  }
  const show = ({ name, role, picture }: Person): ShownPerson => ({
    name,
    role,
    ...shownOf(picture, name, widths.face),
  });

  const testimonials = (claims.testimonials ?? [])
    .filter((testimonial) => isPublishable(testimonial))
    .map(({ text, pages = [], quotes = {}, town, figure, caseUrl, ...person }) => ({
      ...show(person),
      text,
      pages,
      quotes,
      ...(town && { town }),
      ...(figure && { figure }),
      ...(caseUrl && { caseUrl }),
    }));
  const clients = (claims.clients ?? [])
    .filter((client) => isPublishable(client))
    .map(({ name, picture }) => ({ name, ...shownOf(picture, name, widths.logo) }));
  const ownAuthors = Object.fromEntries(Object.entries(authors).map(([key, author]) => [key, show(author)]));
  const isStated = (support: Support | undefined) => isDemo || isSupported(support);
  const { companies, trainingOrganisations } = claims;
  return {
    people: orInvented(people.map(show), isDemo, demoPeople.team),
    authors:
      isDemo && Object.keys(ownAuthors).length === 0
        ? Object.fromEntries(Object.entries(demoPeople.authors).map(([key, author]) => [key, invented(author)]))
        : ownAuthors,
    testimonials: orInvented(testimonials, isDemo, demoTestimonials(brand)),
    clients: orInvented(clients, isDemo, demoClients),
    claims: {
      ...(companies && isStated(companies) && { companies: companies.figure }),
      ...(trainingOrganisations &&
        isStated(trainingOrganisations) && { trainingOrganisations: trainingOrganisations.figure }),
      madeInFrance: isStated(claims.madeInFrance),
      mostPopular: isStated(claims.mostPopular),
      fewerMissedCalls: isStated(claims.fewerMissedCalls),
    },
    pictures,
    notices,
  };
}

export function isSupported(support: Support | undefined): boolean {
  return support !== undefined && support.source.trim() !== "" && support.date.trim() !== "";
}

/** Whether a customer may be named: supported, and with the customer's consent. */
export function isPublishable(publication: Publication): boolean {
  return isSupported(publication) && publication.consent.trim() !== "";
}

function orInvented<Thing extends object>(own: Thing[], isDemo: boolean, demo: readonly Thing[]): Thing[] {
  return own.length === 0 && isDemo ? demo.map(invented) : own;
}

function invented<Thing extends object>(thing: Thing): Thing & { isInvented: true } {
  return { ...thing, isInvented: true };
}

/** @returns the picture, or what is wrong with it */
function checkPicture(content: Buffer | undefined): OwnPicture | string {
  if (!content) return "is not there";
  if (content.length > largestPictureBytes) return `weighs more than ${largestPictureBytes / 1000} KB`;
  const kind = pictureKind(content);
  if (!kind) return "is no JPEG, PNG, WebP or AVIF";
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { path: `/photos/${hash}${kind}`, content };
}
