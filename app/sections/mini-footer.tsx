import { Box, Row } from "#app/ui/layout.tsx";

import { CountingChoiceButton } from "./counting-choice-button.tsx";
import { FooterLinks } from "./footer-links.tsx";

/**
 * One line for pages that are to be left by one way only: what the law wants on all of them, and the cookie choice.
 *
 * @param counts whether the page counts its visits: its line then has the way to object
 */
export function MiniFooter({ counts = false }: { counts?: boolean }) {
  return (
    <Box as="footer" rule="top" className="text-caption quiet mini-footer outer">
      <Row
        as="ul"
        align="baseline"
        isWrapping
        columnGap={24}
        paddingBlock={8}
        paddingInline="cell"
        lg={{ justify: "end" }}
        className="frame"
      >
        <FooterLinks />
        {counts && (
          <li>
            <CountingChoiceButton />
          </li>
        )}
      </Row>
    </Box>
  );
}
