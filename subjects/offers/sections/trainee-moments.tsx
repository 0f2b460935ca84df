import { Stack } from "#app/ui/layout.tsx";

import { traineeMoments } from "#subjects/offers/words/offer-pages.ts";

/** The moments of a course at which a trainee hears from us. */
export function TraineeMoments() {
  return (
    <Stack as="dl" alignContent="end" paddingInline="cell" paddingBottom="section">
      {traineeMoments.map(({ when, text }) => (
        <Stack columns="7rem 1fr" gap={16} paddingBlock={16} className="text-small trainee-moment" key={when}>
          <dt className="strong tabular">{when}</dt>
          <dd>{text}</dd>
        </Stack>
      ))}
    </Stack>
  );
}
