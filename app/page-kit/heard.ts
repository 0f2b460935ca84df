import type { ShownTestimonial } from "#domain/site/site-settings.ts";
import type { TestimonialPage } from "#domain/site/site-config.ts";

/** Two turns of three. */
const mostShown = 6;

export type Heard = {
  /** The one that is shown large, in short; it is not heard twice. */
  quoted: { testimonial: ShownTestimonial; text: string } | undefined;
  others: ShownTestimonial[];
};

/** Who is heard on a page: its own customers, then those of no page alone. The home page hears them all. */
export function heardOn(page: TestimonialPage, testimonials: readonly ShownTestimonial[]): Heard {
  const quoted = testimonials
    .map((testimonial) => ({ testimonial, text: testimonial.quotes[page] }))
    .find((each): each is { testimonial: ShownTestimonial; text: string } => each.text !== undefined);
  const rank = ({ pages }: ShownTestimonial) => (pages.includes(page) ? 0 : 1);
  const others = testimonials
    .filter((testimonial) => testimonial !== quoted?.testimonial)
    .filter(({ pages }) => page === "home" || pages.length === 0 || pages.includes(page))
    .toSorted((one, other) => rank(one) - rank(other));
  return { quoted, others: others.slice(0, mostShown) };
}
