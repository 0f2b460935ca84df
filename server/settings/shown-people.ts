import { createHash } from "node:crypto";

import { demoPeople } from "#content/demo-people.ts";
import type { Person, SiteConfig } from "#domain/contracts/site-config.ts";
import type { ShownPerson, SiteSettings } from "#domain/contracts/site-settings.ts";
import { pictureKind } from "#server/media/picture-kind.ts";

/** A picture of the owner's, at an address of the site's own: no other host is asked for one. */
type OwnPicture = { path: string; content: Buffer };

type Shown = Pick<SiteSettings, "people" | "authors" | "testimonials"> & {
  pictures: OwnPicture[];
  /** One sentence for each picture that cannot be shown: its person is, with initials. */
  notices: string[];
};

/** A portrait of 112 pixels, twice as fine, needs less. */
const largestPictureBytes = 60_000;

/**
 * Who the pages may show: the configured people and authors, and the customers whose words have a source and a date. A
 * demonstration's own people take the empty places, and its pages say so.
 *
 * @param readPicture a file beside the configuration, undefined where there is none
 */
export function readShownPeople(
  { people = [], authors = {}, claims }: Pick<SiteConfig, "people" | "authors" | "claims">,
  { isDemo, readPicture }: { isDemo: boolean; readPicture: (file: string) => Buffer | undefined },
): Shown {
  const pictures: OwnPicture[] = [];
  const notices: string[] = [];

  function addressOf(file: string | undefined, whose: string): { picture?: string } {
    if (!file) return {};
    const read = checkPicture(readPicture(file));
    if (typeof read === "string") {
      notices.push(`The picture ${file} of ${whose} ${read}: the initials are shown.`);
      return {};
    }
    pictures.push(read);
    return { picture: read.path };
  }
  const show = ({ name, role, picture }: Person): ShownPerson => ({ name, role, ...addressOf(picture, name) });

  const own = isDemo && people.length === 0 ? demoPeople.team : people;
  const ownAuthors = isDemo && Object.keys(authors).length === 0 ? demoPeople.authors : authors;
  const supported = Object.entries(claims.testimonials ?? {}).filter(([, { source, date }]) => source && date);
  return {
    people: own.map(show),
    authors: Object.fromEntries(Object.entries(ownAuthors).map(([key, author]) => [key, show(author)])),
    testimonials: Object.fromEntries(
      supported.map(([id, { picture }]) => [id, addressOf(picture, `the testimonial ${id}`)]),
    ),
    pictures,
    notices,
  };
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
