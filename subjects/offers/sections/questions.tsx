import { href, type PagePath } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { Rail } from "#app/sections/rail.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { siteFrame } from "#content/site-frame.ts";
import { questionsCopy as copy, questionsOf } from "#content/questions.ts";

/**
 * What is asked about the offer of a page, each answer folded under its question. Machines read the same in its data.
 */
export function Questions({ path }: { path: PagePath }) {
  return (
    <Rail
      id="questions"
      title={copy.title}
      lead={copy.lead}
      aside={
        <Box as="p" marginTop={16}>
          <ArrowLink isTall href={href("/securite-et-donnees")}>
            {siteFrame.security}
          </ArrowLink>
        </Box>
      }
    >
      <Box rule="bottom" marginBottom={40}>
        {questionsOf(path, useSite(), useToday()).map(({ question, answer }, index) => (
          <Box
            as="details"
            key={question}
            rule="top"
            lg={{ rule: index > 0 ? "top" : "none" }}
            className="fold question"
          >
            <Row
              as="summary"
              gap={16}
              align="center"
              justify="between"
              paddingBlock={16}
              paddingInline="cell"
              className="text-lead strong stretch-mid tracking-snug leading-snug"
            >
              <span>{question}</span>
              <Icon name="down" />
            </Row>
            <Box as="p" maxWidth="60ch" paddingInline="cell" paddingTop={4} paddingBottom={24} className="quiet pretty">
              {answer}
            </Box>
          </Box>
        ))}
      </Box>
    </Rail>
  );
}
