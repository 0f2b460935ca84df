import { Stack } from "#app/ui/layout.tsx";

import { traineeMoments } from "#subjects/offers/words/offer-pages.ts";

/** The moments of a course at which a trainee hears from us. */
export function TraineeMoments() {
  return (
    <Stack as="dl" alignContent="end" paddingInline="cell" paddingBottom="section" lg={{ paddingTop: "section" }}>
      {traineeMoments.map(({ when, text }) => (
        <Stack
          columns="7rem 1fr"
          gap={16}
          align="baseline"
          paddingBlock={16}
          tablet={{ columns: "10rem 1fr" }}
          lg={{ columns: "3fr 4fr", paddingBlock: 20 }}
          className="trainee-moment"
          key={when}
        >
          <dt className="text-subtitle strong stretch-mid tracking-title leading-tight tabular">{when}</dt>
          <dd className="pretty">{text}</dd>
        </Stack>
      ))}
    </Stack>
  );
}
