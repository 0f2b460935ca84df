import { useSite } from "#app/page-kit/site-context.tsx";
import { Cells, Row } from "#app/ui/layout.tsx";
import type { HomeCopy } from "#content/home.ts";

import { Avatar } from "./avatar.tsx";
import { SectionBar } from "#app/ui/section-bar.tsx";

/** The configured people, by name; empty without any. */
export function Team({ title }: HomeCopy["team"]) {
  const { people } = useSite();
  if (people.length === 0) return null;

  return (
    <section className="section" aria-label={title}>
      <SectionBar title={title} />
      <Cells as="ul" rule="top" columns={2} lg={{ columns: 4 }} className="snap-row" tabIndex={0} aria-label={title}>
        {people.map(({ name, role, picture }) => (
          <Row
            as="li"
            key={name}
            gap={12}
            align="center"
            minWidth={0}
            paddingBlock={12}
            paddingInline="cell"
            className="text-small leading-snug"
          >
            <Avatar name={name} picture={picture} />
            <span>
              <b className="block">{name}</b>
              <span className="quiet">{role}</span>
            </span>
          </Row>
        ))}
      </Cells>
    </section>
  );
}
