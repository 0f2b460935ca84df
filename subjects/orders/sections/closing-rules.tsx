import { Box, Cells, Row } from "#app/ui/layout.tsx";

import { Rail } from "#app/sections/rail.tsx";
import { Jack } from "#app/ui/jack.tsx";
import { TextLink } from "#app/ui/link.tsx";
import type { ClosingCopy } from "#subjects/offers/words/closing/closing.ts";
import { officialTexts } from "#subjects/blog/words/official-texts.ts";

/** Whom the agents may call, when, what they say, and for whom they do not call. */
export function ClosingRules({ title, lead, list }: ClosingCopy["rules"]) {
  return (
    <Rail title={title} lead={lead}>
      <Cells as="dl" rule="top" md={{ columns: 2 }} lg={{ rule: "none", height: "full" }}>
        {list.map(({ name, text, ...rule }, index) => (
          <Box paddingBlock={24} paddingInline="cell" lg={{ paddingBlock: "block" }} key={name}>
            <Row as="dt" gap={16} align="center" className="text-lead strong leading-snug">
              <Jack state={index === list.length - 1 ? "idle" : "connected"} />
              {name}
            </Row>
            <Box as="dd" maxWidth="52ch" marginTop={8} className="quiet pretty">
              {text} {"law" in rule && <TextLink href={officialTexts["fraudes-aides"]}>{rule.law}</TextLink>}
            </Box>
          </Box>
        ))}
      </Cells>
    </Rail>
  );
}
