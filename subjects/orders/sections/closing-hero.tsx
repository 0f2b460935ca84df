import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Assurance } from "#app/sections/assurance.tsx";
import { Island } from "#app/page-kit/island.tsx";
import { outgoingRecording } from "#app/sections/recordings.ts";
import { OutboundBoard } from "#app/product/outbound-board.tsx";
import type { ClosingCopy } from "#subjects/offers/words/closing/closing.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";

import type { ClosingAmounts } from "./closing-amounts.ts";

type Props = Pick<ClosingCopy, "hero" | "ticket"> & {
  amounts: ClosingAmounts;
  /** While set-up is free: the sentence that says so. */
  freeSetUp: string | undefined;
  formAnchor: string;
};

/** The price is drawn: one dot per call. */
export function ClosingHero({ hero, ticket, amounts, freeSetUp, formAnchor }: Props) {
  const { testLine } = useSite().contact;
  const { text, player } = outgoingRecording("outbound");

  return (
    <Stack tablet={{ columns: "7fr 5fr" }} lg={{ columns: "8fr 4fr" }}>
      <Box alignSelf="center" paddingTop="block-large" paddingInline="cell" paddingBottom={40}>
        <h1 className="page-title text-display">
          {hero.title[0]}
          <br />
          {hero.title[1]}
        </h1>
        <Box as="p" maxWidth="44ch" marginTop={32} className="lead">
          {hero.lead}
        </Box>
        <Row gap={12} isWrapping marginTop={32} className="full-buttons">
          <ButtonLink href={`#${formAnchor}`}>{hero.order}</ButtonLink>
          {testLine !== "" && (
            <ButtonLink href={phoneHref(testLine)} variant="secondary" className="tabular">
              {hero.listen(testLine)}
            </ButtonLink>
          )}
        </Row>
        <Box marginTop={16}>
          <Assurance purchase={{ offer: "closing", volume: closingOffer.calls }} />
        </Box>
        {testLine !== "" && (
          <Box as="p" marginTop={16} className="caption">
            {hero.disclosure}
          </Box>
        )}
        <Box as="figure" maxWidth="52ch" marginTop={40}>
          <Box as="figcaption" marginBottom={8} className="text-small">
            <b>{hero.example}</b>
          </Box>
          <Island name="MessagePlayer" when="interaction" props={player} />
          <Box as="p" marginTop={8} className="text-small quiet pretty">
            «&nbsp;{text}&nbsp;»
          </Box>
        </Box>
      </Box>
      <Stack
        as="section"
        gap={16}
        alignContent="end"
        padding="cell"
        background="line-800"
        className="color-on-line dark"
        aria-label={ticket.label}
      >
        <OutboundBoard />
        <p>
          <Box
            as="b"
            marginBottom={8}
            className="text-closing-price tracking-giant leading-figure color-signal block unbroken tabular"
          >
            {amounts.price}
          </Box>{" "}
          <span className="text-lead leading-snug">
            {ticket.tax(amounts)} <span className="unbroken">{ticket.unit(amounts)}</span>
            <br />
            {ticket.perCall(amounts)}
          </span>
        </p>
        {freeSetUp !== undefined && (
          <Box
            as="p"
            justifySelf="start"
            paddingBlock={8}
            paddingInline={12}
            radius="sm"
            background="line-700"
            className="text-small strong"
          >
            {freeSetUp}
          </Box>
        )}
      </Stack>
    </Stack>
  );
}
