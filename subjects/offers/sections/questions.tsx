import { href, type PagePath } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { Rail } from "#app/sections/rail.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { NarrowFold } from "#app/ui/narrow-fold.tsx";
import { siteFrame } from "#content/site-frame.ts";
import { questionsCopy as copy, questionsOf } from "#content/questions.ts";

/** What a telephone shows before it asks for more. */
const shownAtFirst = 4;

/**
 * What is asked about the offer of a page, each answer folded under its question. Machines read the same in its data.
 */
export function Questions({ path }: { path: PagePath }) {
  const questions = questionsOf(path, useSite(), useToday());
  return (
    <Rail
      id="questions"
      title={copy.title}
      lead={copy.lead}
      aside={
        <Box as="p" marginTop={8} tablet={{ marginTop: 16 }}>
          <ArrowLink isTall href={href("/securite-et-donnees")}>
            {siteFrame.security}
          </ArrowLink>
        </Box>
      }
    >
      <Box rule="bottom" marginBottom={16} tablet={{ marginBottom: 40 }}>
        {questions.slice(0, shownAtFirst).map((each, index) => (
          <Question key={each.question} {...each} isOnTop={index === 0} />
        ))}
        {questions.length > shownAtFirst && (
          <>
            <NarrowFold title={copy.more} className="more-questions" />
            <div>
              {questions.slice(shownAtFirst).map((each) => (
                <Question key={each.question} {...each} />
              ))}
            </div>
          </>
        )}
      </Box>
    </Rail>
  );
}

type QuestionProps = Pick<ReturnType<typeof questionsOf>[number], "question" | "answer"> & {
  /** On wide screens the line above it is that of its section. */
  isOnTop?: boolean;
};

function Question({ question, answer, isOnTop = false }: QuestionProps) {
  return (
    <Box as="details" rule="top" lg={{ rule: isOnTop ? "none" : "top" }} className="fold question">
      <Row
        as="summary"
        gap={16}
        align="center"
        justify="between"
        paddingBlock={12}
        paddingInline="cell"
        tablet={{ paddingBlock: 16 }}
        className="text-lead strong stretch-mid tracking-snug leading-snug"
      >
        <span>{question}</span>
        <Icon name="down" />
      </Row>
      <Box as="p" maxWidth="60ch" paddingInline="cell" paddingTop={4} paddingBottom={24} className="quiet pretty">
        {answer}
      </Box>
    </Box>
  );
}
