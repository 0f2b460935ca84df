import { Children, type ComponentProps, isValidElement, type ReactNode } from "react";

import { type Article, getArticle } from "#app/page-kit/articles.ts";
import { href } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { de, que } from "#content/language/elision.ts";
import { officialTexts } from "#subjects/blog/words/official-texts.ts";
import { isWholeTarget, type NamedTarget, namedTargets } from "#subjects/blog/rules/article-targets.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

/** Where articles lead, by the name they write: `[l’essai](secretariat)`; `[…](article:key)`, `[…](texte:key)`. */
const targets: Record<NamedTarget, string> = {
  accueil: href("/"),
  offres: href("/inscription"),
  secretariat: href("/secretariat"),
  "suivi-client": href("/suivi-client"),
  marketing: href("/marketing"),
  securite: href("/securite-et-donnees"),
  "organismes-de-formation": href("/marketing/organismes-de-formation"),
};

const officialAddresses = new Map<string, string>(Object.entries(officialTexts));

/** The text of an article, as HTML. */
export function ArticleBody({ article: { Body } }: { article: Article }) {
  return <Body components={{ a: BodyLink, table: Table, th: ColumnHead, tr: TableRow, Brand, Dated, Pulled }} />;
}

/** The same where there is no page around it: links are whole, tables plain. */
export function FeedBody({ article: { Body } }: { article: Article }) {
  return <Body components={{ a: FeedLink, Brand, Dated, Pulled: PlainPulled }} />;
}

function BodyLink({ href: name, children }: ComponentProps<"a">) {
  return <TextLink href={targetOf(name, useSite())}>{children}</TextLink>;
}

function FeedLink({ href: name, children }: ComponentProps<"a">) {
  const site = useSite();
  return <a href={new URL(targetOf(name, site), site.origin).href}>{children}</a>;
}

/** `<Brand />` is the name, `<Brand after="de" />` elides what comes before: « d’Ariane », « de Zeta ». */
function Brand({ after }: { after?: "de" | "que" }) {
  const { brand } = useSite();
  if (after === "de") return de(brand);
  return after === "que" ? que(brand) : brand;
}

/** What is said of a law before its day, and from it on: `<Dated from="2026-08-02" before="…" after="…" />`. */
function Dated({ from, before, after }: { from: string; before: string; after: string }) {
  return useToday() < from ? before : after;
}

type PulledProps = { number: string; children?: ReactNode };

/** A number of the text, set large: `<Pulled number="11">appels sans suite.</Pulled>` */
function Pulled({ number, children }: PulledProps) {
  return (
    <div className="text-subtitle leading-snug quiet pretty article-pulled">
      <b className="text-figure block tracking-display leading-figure color-line-800 tabular">{number}</b>
      {children}
    </div>
  );
}

function PlainPulled({ number, children }: PulledProps) {
  return (
    <>
      <b>{number}</b>
      {children}
    </>
  );
}

function Table(table: ComponentProps<"table">) {
  return (
    <div className="text-body article-table">
      <table {...table} />
    </div>
  );
}

function ColumnHead({ children }: ComponentProps<"th">) {
  return <th scope="col">{children}</th>;
}

/** Its first cell says what the row is about. */
function TableRow({ children }: ComponentProps<"tr">) {
  const [first, ...cells] = Children.toArray(children).filter((child) => isValidElement<ComponentProps<"td">>(child));
  if (first?.type !== "td") return <tr>{children}</tr>;
  return (
    <tr>
      <th scope="row">{first.props.children}</th>
      {cells}
    </tr>
  );
}

/** @throws on a name nothing bears: a wrong link stops the tests and the start, it never reaches a reader */
function targetOf(name: string | undefined, site: SiteSettings): string {
  if (name !== undefined && isWholeTarget(name)) return name;
  const articleKey = /^article:(.+)/.exec(name ?? "")?.[1];
  if (articleKey !== undefined) return getArticle(articleKey, site).path;

  const textKey = /^texte:(.+)/.exec(name ?? "")?.[1];
  const named = namedTargets.find((each) => each === name);
  const target = textKey === undefined ? named && targets[named] : officialAddresses.get(textKey);
  if (target === undefined) throw new Error(`An article leads to « ${name} », which is no page.`);
  return target;
}
