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
      position="relative"
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
      {taken === 0 && <ListenScene />}
    </Stack>
  );
}

/** Lines at rest, and the one that is called: its cord comes from outside the picture. */
function ListenScene() {
  return (
    <svg className="listen-scene hidden-until-lg" viewBox="0 0 880 320" fill="none" aria-hidden="true">
      <pattern id="lines-at-rest" width="80" height="80" patternUnits="userSpaceOnUse">
        <circle cx="40" cy="40" r="15" className="fill-line-900 stroke-line-jack" strokeWidth="2" />
        <circle cx="40" cy="40" r="6" className="fill-line-rule" />
      </pattern>
      <path d="M0 0h880v320H0z" fill="url(#lines-at-rest)" />
      <path d="M900 60C700 340 300-180 280 200" className="cord" strokeWidth="9" />
      <circle cx="280" cy="200" r="17" className="fill-line-800 stroke-signal" strokeWidth="4" />
      <circle cx="280" cy="200" r="8" className="fill-signal" />
    </svg>
  );
}
