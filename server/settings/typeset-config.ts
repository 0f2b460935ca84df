import type { Conference, OwnQuestion, Person, SiteConfig, Testimonial } from "#domain/site/site-config.ts";
import { typeset } from "#domain/kernel/typeset.ts";

/**
 * Sets the owner's running texts as those of the site. Names, addresses, links and what only the doctor reads keep their
 * characters.
 */
export function typesetConfig(config: SiteConfig): SiteConfig {
  const { people, authors, claims, media, offers, announcement, questions } = config;
  return {
    ...config,
    ...(people && { people: people.map(setRole) }),
    ...(authors && { authors: mapValues(authors, setRole) }),
    ...(claims?.testimonials && { claims: { ...claims, testimonials: claims.testimonials.map(setTestimonial) } }),
    ...(media?.recordings && {
      media: {
        ...media,
        recordings: mapValues(media.recordings, (recording) => ({
          ...recording,
          title: typeset(recording.title),
          scene: typeset(recording.scene),
        })),
      },
    }),
    ...(announcement && { announcement: { ...announcement, text: typeset(announcement.text) } }),
    ...(questions && { questions: questions.map(setQuestion) }),
    ...(offers.conferences && { offers: { ...offers, conferences: offers.conferences.map(setEdition) } }),
  };
}

function setEdition({ terms, speakers, programme, ...edition }: Conference): Conference {
  return {
    ...edition,
    ...(terms !== undefined && { terms: typeset(terms) }),
    ...(speakers && { speakers: speakers.map(setRole) }),
    ...(programme && {
      programme: programme.map(({ text, ...session }) => ({
        ...session,
        title: typeset(session.title),
        ...(text !== undefined && { text: typeset(text) }),
      })),
    }),
  };
}

function setQuestion({ question, answer, ...own }: OwnQuestion): OwnQuestion {
  return { ...own, question: typeset(question), ...(answer !== undefined && { answer: typeset(answer) }) };
}

function setRole<Described extends Person>(person: Described): Described {
  return { ...person, role: typeset(person.role) };
}

function setTestimonial(testimonial: Testimonial): Testimonial {
  const { text, quotes, figure } = testimonial;
  return {
    ...setRole(testimonial),
    text: typeset(text),
    ...(quotes && { quotes: mapValues(quotes, typeset) }),
    ...(figure && { figure: { ...figure, unit: typeset(figure.unit) } }),
  };
}

function mapValues<Value, Changed>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Changed,
): Record<string, Changed> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
