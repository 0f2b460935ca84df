import { Box } from "#app/ui/layout.tsx";

import { SectionHead } from "#app/sections/section-head.tsx";
import { StepList } from "#app/sections/step-list.tsx";

type Props = {
  title: readonly [string, string];
  lead: string;
  list: readonly { when: string; title: string; text: string }[];
  /** What is promised, with its limits. */
  note?: string;
};

export function OfferSteps({ title, lead, list, note }: Props) {
  return (
    <section className="section" id="fonctionnement">
      <SectionHead title={title} lead={lead} />
      <StepList list={list} label={title.join(" ")} />
      {note !== undefined && (
        <Box
          as="p"
          paddingBlock={16}
          paddingInline="cell"
          rule="top"
          tablet={{ paddingBlock: 24 }}
          className="text-small leading-snug quiet"
        >
          {note}
        </Box>
      )}
    </section>
  );
}
