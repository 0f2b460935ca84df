import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { requiredSentences } from "#subjects/legal/words/required-sentences.ts";
import { accessibilityStatus } from "#domain/site/legal-identity.ts";

import { CountingChoiceButton } from "./counting-choice-button.tsx";
import { CookieSettingsButton } from "./cookie-settings-button.tsx";
import { legalLinks } from "./legal-links.ts";

/**
 * One line for pages that are to be left by one way only: what the law wants on all of them, and the cookie choice.
 *
 * @param counts whether the page counts its visits: its line then has the way to object
 */
export function MiniFooter({ counts = false }: { counts?: boolean }) {
  const { legal } = useSite();
  const accessibility = requiredSentences.accessibility(accessibilityStatus(legal.accessibilityAudit));

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
        {legalLinks.map(({ target, label }) => (
          <li key={target}>
            <a href={target}>{target === href("/accessibilite") ? accessibility : label}</a>
          </li>
        ))}
        <CookieSettingsButton />
        {counts && (
          <li>
            <CountingChoiceButton />
          </li>
        )}
      </Row>
    </Box>
  );
}
