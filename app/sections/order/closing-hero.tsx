import "#app/ui/text.css";
import { Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "./closing-hero.css";

import { phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { ClosingCopy } from "#content/closing.ts";

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

  return (
    <div className="closing-hero">
      <div className="closing-pitch">
        <h1>
          {hero.title[0]}
          <br />
          {hero.title[1]}
        </h1>
        <p className="lead">{hero.lead}</p>
        <Row gap={12} isWrapping className="closing-actions">
          <ButtonLink href={`#${formAnchor}`}>{hero.order}</ButtonLink>
          {testLine !== "" && (
            <ButtonLink href={phoneHref(testLine)} variant="secondary" className="tabular">
              {hero.listen(testLine)}
            </ButtonLink>
          )}
        </Row>
        {testLine !== "" && <p className="caption">{hero.disclosure}</p>}
      </div>
      <Stack as="section" gap={16} className="closing-ticket dark" aria-label={ticket.label}>
        <span className="closing-dots" aria-hidden="true" />
        <p>
          <b className="tabular">{amounts.price}</b>{" "}
          <span className="text-lead">
            {ticket.unit(amounts)}
            <br />
            {ticket.perCall(amounts)}
          </span>
        </p>
        {freeSetUp !== undefined && <p className="text-small closing-free">{freeSetUp}</p>}
        <p className="caption">{ticket.drawing}</p>
      </Stack>
    </div>
  );
}
