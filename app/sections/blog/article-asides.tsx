import "#app/ui/text.css";
import { Stack } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "./article-asides.css";

import { href, type LinkTarget, phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { type ArticleCall, blogCopy } from "#content/blog.ts";

const callTargets: Record<ArticleCall, LinkTarget> = {
  secretariat: "/inscription-secretariat",
  followUp: "/suivi-client",
  marketing: "/marketing",
  training: "/marketing/organismes-de-formation",
};

/** At the end of the text: the offer it was about. */
export function OfferCall({ call }: { call: ArticleCall }) {
  const { title, text, action } = blogCopy.calls[call];

  return (
    <aside className="text-body article-call" aria-label={title}>
      <div>
        <b className="text-subtitle">{title}</b>
        <p className="quiet">{text}</p>
      </div>
      <ButtonLink href={href(callTargets[call])}>{action}</ButtonLink>
    </aside>
  );
}

/** Beside the text, on wide screens: the line on which the assistant is heard. */
export function TestLine() {
  const { testLine } = useSite().contact;
  const { title, note, more } = blogCopy.testLine;
  if (testLine === "") return <div className="article-side" />;

  return (
    <aside className="article-side" aria-label={title}>
      <div>
        <p className="caption">{title}</p>
        <a className="text-subtitle article-number tabular" href={phoneHref(testLine)}>
          {testLine}
        </a>
        <small className="text-small quiet">{note}</small>
        <ArrowLink href={href("/secretariat")}>{more}</ArrowLink>
      </div>
    </aside>
  );
}

/** After the last card of the list. */
export function ListenCall() {
  const { testLine } = useSite().contact;
  const { title, text } = blogCopy.listen;
  if (testLine === "") return null;

  return (
    <Stack as="aside" gap={16} className="listen-call dark" aria-label={title}>
      <h2>{title}</h2>
      <div>
        <p>{text}</p>
        <ButtonLink href={phoneHref(testLine)} className="tabular">
          {testLine}
        </ButtonLink>
      </div>
    </Stack>
  );
}
