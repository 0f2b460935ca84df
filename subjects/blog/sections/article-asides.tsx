import { Box, Stack } from "#app/ui/layout.tsx";

import { href, type LinkTarget, phoneHref } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { type ArticleCall, blogCopy } from "#subjects/blog/words/blog.ts";
import { isWithin } from "#kit/civil-date.ts";

const callTargets: Record<ArticleCall, LinkTarget> = {
  secretariat: "/inscription-secretariat",
  followUp: "/suivi-client",
  marketing: "/marketing",
  training: "/marketing/organismes-de-formation",
};

/** At the end of the text: the offer it was about. */
export function OfferCall({ call }: { call: ArticleCall }) {
  const isPromotion = isWithin(useSite().offers.promotion, useToday());
  const { text, action, ...titles } = blogCopy.calls[call];
  const title = isPromotion && "promotionTitle" in titles ? titles.promotionTitle : titles.title;

  return (
    <Stack
      as="aside"
      gap={16}
      padding={24}
      radius="lg"
      background="line-100"
      md={{ columns: "1fr auto", align: "center" }}
      className="text-body article-call"
      aria-label={title}
    >
      <div>
        <h3 className="text-subtitle tracking-title leading-tight">{title}</h3>
        <Box as="p" marginTop={8} className="quiet">
          {text}
        </Box>
      </div>
      <ButtonLink href={href(callTargets[call])}>{action}</ButtonLink>
    </Stack>
  );
}

/** Beside the text, on wide screens: the line on which the assistant is heard. */
export function TestLine() {
  const { testLine } = useSite().contact;
  const { title, note, more } = blogCopy.testLine;
  if (testLine === "") return <Box rule="left" className="hidden-until-lg" />;

  return (
    <Box
      as="aside"
      paddingBlock={64}
      paddingInline="cell"
      rule="left"
      className="text-small article-side hidden-until-lg"
      aria-label={title}
    >
      <Stack gap={8} className="article-side-matter">
        <p className="caption">{title}</p>
        <a
          className="text-subtitle strong stretch-mid tracking-title leading-tight unbroken article-number tabular"
          href={phoneHref(testLine)}
        >
          {testLine}
        </a>
        <small className="text-small quiet pretty">{note}</small>
        <ArrowLink href={href("/secretariat")}>{more}</ArrowLink>
      </Stack>
    </Box>
  );
}

/** After the last card of the list, over what is left of its row. */
export function ListenCall({ after }: { after: number }) {
  const { testLine } = useSite().contact;
  const { title, text } = blogCopy.listen;
  if (testLine === "") return null;
  const taken = after % 3;

  return (
    <Stack
      as="aside"
      gap={16}
      span="all"
      md={{ span: after % 2 === 0 ? "all" : 1 }}
      lg={{ span: taken === 0 ? "all" : taken === 1 ? 2 : 1 }}
      alignContent="between"
      paddingTop="block-small"
      paddingInline="cell"
      paddingBottom="cell"
      background="line-800"
      className="color-on-line dark listen-call"
      aria-label={title}
    >
      <Box as="h2" maxWidth="12ch" className="color-white">
        {title}
      </Box>
      <div>
        <Box as="p" maxWidth="40ch" marginBottom={20} className="color-on-line-2">
          {text}
        </Box>
        <ButtonLink href={phoneHref(testLine)} className="tabular">
          {testLine}
        </ButtonLink>
      </div>
    </Stack>
  );
}
