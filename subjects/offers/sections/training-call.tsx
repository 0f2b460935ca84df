import { Box, Stack } from "#app/ui/layout.tsx";

import { href } from "#app/page-kit/href.ts";
import { ButtonLink } from "#app/ui/button.tsx";

import { TraineeMoments } from "./trainee-moments.tsx";

type Props = {
  /** Whom it is for, before the title. */
  heading?: string;
  title: string;
  text: string;
  /** Words of the link to the page on it; that page itself has none. */
  link?: string;
};

/** The one orange section: the variant for training organisations. */
export function TrainingCall({ heading, title, text, link }: Props) {
  return (
    <section className="training-call outer">
      <Stack lg={{ columns: 2 }} className="frame">
        <Box paddingTop="section" paddingInline="cell" paddingBottom={24} lg={{ paddingBottom: "section" }}>
          <Box as="h2" maxWidth="15ch">
            {heading !== undefined && <span className="block text-heading leading-snug">{heading} </span>}
            {title}
          </Box>
          <Box as="p" maxWidth="44ch" marginTop={20} className="text-lead">
            {text}
          </Box>
          {link !== undefined && (
            <Box marginTop={32}>
              <ButtonLink href={href("/marketing/organismes-de-formation")} variant="green">
                {link}
              </ButtonLink>
            </Box>
          )}
        </Box>
        <TraineeMoments />
      </Stack>
    </section>
  );
}
