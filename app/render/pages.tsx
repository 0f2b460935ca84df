import type { ComponentType } from "react";

import type { Article } from "#app/page-kit/articles.ts";
import { type PagePath, subjectPath } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { AddressPage } from "#app/pages/address-page.tsx";
import { ArticlePage } from "#app/pages/article-page.tsx";
import { BlogPage } from "#app/pages/blog-page.tsx";
import { ChooserPage } from "#app/pages/chooser-page.tsx";
import { ClosingPage } from "#app/pages/closing-page.tsx";
import { ConferencesPage } from "#app/pages/conferences-page.tsx";
import { DashboardPage } from "#app/pages/dashboard-page.tsx";
import { FollowUpPage } from "#app/pages/follow-up-page.tsx";
import { HomePage } from "#app/pages/home-page.tsx";
import { MarketingPage } from "#app/pages/marketing-page.tsx";
import { NotFoundPage } from "#app/pages/not-found-page.tsx";
import { OrderConfirmedPage } from "#app/pages/order-confirmed-page.tsx";
import { PasswordPage } from "#app/pages/password-page.tsx";
import { SecretariatPage } from "#app/pages/secretariat-page.tsx";
import { SignupPage } from "#app/pages/signup-page.tsx";
import { SecurityPage } from "#app/pages/security-page.tsx";
import { SiteMapPage } from "#app/pages/site-map-page.tsx";
import { ThankYouPage } from "#app/pages/thank-you-page.tsx";
import { TrainingPage } from "#app/pages/training-page.tsx";
import { type ArticleSubject, blogCopy } from "#subjects/blog/words/blog.ts";
import { LegalPage } from "#subjects/legal/sections/legal-page.tsx";
import { formatDay } from "#app/ui/format.ts";
import { UnsentPage } from "#app/pages/unsent-page.tsx";
import { legalFrame } from "#subjects/legal/words/legal-frame.ts";
import type { LegalPath } from "#subjects/legal/words/legal-text.ts";
import { type LegalVersion, legalVersions, versionsOf } from "#subjects/legal/words/legal-versions.ts";
import { legalVersionPath } from "#subjects/legal/words/version-address.ts";
import { legalTitles, pageTitles } from "#content/page-titles.ts";
import { offersInFull } from "#content/offers/registry.ts";
import { type SignUpAddress, signUpAddress } from "#domain/site/offer-addresses.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import type { PageFamily } from "#domain/site/page-family.ts";
import { shownPrices } from "#subjects/offers/rules/prices.ts";
import type { SiteOnDay, SiteSettings } from "#domain/site/site-settings.ts";

export type Page = {
  /** Whole, as the browser shows it. */
  title: (site: SiteOnDay) => string;
  description: (site: SiteOnDay) => string;
  /**
   * Whose stylesheet it links. The back office is an application of its own; every other page
   * is HTML with the loader.
   */
  family: PageFamily | "admin";
  /** Hidden from search engines. */
  isHidden?: boolean;
  /** Whether this site has the page: every site has, unless told otherwise. */
  isThere?: (site: SiteSettings) => boolean;
  /** Personal: no cache may store it. */
  isPrivate?: boolean;
  bodyClass?: string;
  /** The article it shows: its picture and day go with it when it is shared. */
  article?: Article;
  Content: ComponentType;
};

const legalPages = {
  "/mentions-legales": legalPage("/mentions-legales"),
  "/politique-de-confidentialite": legalPage("/politique-de-confidentialite"),
  "/conditions-generales-utilisation": legalPage("/conditions-generales-utilisation"),
  "/accessibilite": legalPage("/accessibilite"),
} satisfies Record<LegalPath, Page>;

const publicPages: Record<Exclude<PagePath, SignUpAddress>, Page> = {
  "/": { ...pageTitles.home, family: "home", Content: HomePage },
  "/blog": { ...pageTitles.blog, family: "reading", Content: BlogPage },
  "/closing": { ...offersInFull.closing.page, family: "orders", Content: ClosingPage },
  "/conferences": {
    ...offersInFull.conferences.page,
    family: "orders",
    isThere: ({ offers: { conferences = [] } }) => conferences.length > 0,
    Content: ConferencesPage,
  },
  "/inscription": { ...pageTitles.chooser, family: "funnel", bodyClass: "full-height", Content: ChooserPage },
  "/marketing": { ...offersInFull.marketing.page, family: "offers", Content: MarketingPage },
  "/marketing/organismes-de-formation": { ...pageTitles.training, family: "offers", Content: TrainingPage },
  "/secretariat": { ...offersInFull.secretariat.page, family: "offers", Content: SecretariatPage },
  "/suivi-client": { ...offersInFull.suiviclient.page, family: "offers", Content: FollowUpPage },
  ...legalPages,
  "/plan-du-site": { ...pageTitles.siteMap, family: "reading", Content: SiteMapPage },
  "/securite-et-donnees": { ...pageTitles.security, family: "reading", Content: SecurityPage },
  "/commande-validee": {
    ...pageTitles.orderConfirmed,
    family: "endings",
    isHidden: true,
    bodyClass: "full-height",
    Content: OrderConfirmedPage,
  },
  "/compte/adresse": {
    ...pageTitles.addressChange,
    family: "account",
    isHidden: true,
    isPrivate: true,
    bodyClass: "full-height",
    Content: AddressPage,
  },
  "/compte/mot-de-passe": {
    ...pageTitles.password,
    family: "account",
    isHidden: true,
    isPrivate: true,
    bodyClass: "full-height",
    Content: PasswordPage,
  },
  "/dashboard": {
    ...pageTitles.dashboard,
    family: "account",
    isHidden: true,
    isPrivate: true,
    bodyClass: "full-height",
    Content: DashboardPage,
  },
  "/merci": {
    ...pageTitles.thankYou,
    family: "endings",
    isHidden: true,
    bodyClass: "full-height",
    Content: ThankYouPage,
  },
};

const signUpPages = funnelOffers.map((offer): [SignUpAddress, Page] => [
  signUpAddress(offer),
  {
    ...offersInFull[offer].signUp,
    family: "funnel",
    isHidden: true,
    bodyClass: "funnel",
    Content: () => <SignupPage offer={offer} />,
  },
]);

const subjectPages = Object.entries(blogCopy.subjects).map(([key, { name, lead }]): [string, Page] => {
  const subject = key as ArticleSubject;
  return [
    subjectPath(subject),
    {
      title: () => blogCopy.articleTitle(name),
      description: () => lead,
      family: "reading",
      Content: () => <BlogPage subject={subject} />,
    },
  ];
});

/** Each version of a legal text, readable for good where orders and mails link to it. */
const legalVersionPages = Object.keys(legalPages).flatMap((key): [string, Page][] => {
  const path = key as LegalPath;
  return legalVersions[path].map((version) => [legalVersionPath(path, version.day), legalVersionPage(path, version)]);
});

/** The site map: every page rendered at start. */
export const pages = new Map<string, Page>([
  ...Object.entries(publicPages),
  ...signUpPages,
  ...subjectPages,
  ...legalVersionPages,
  ["/admin", { ...pageTitles.admin, family: "admin", isHidden: true, isPrivate: true, Content: AdminRoot }],
  [
    "/404",
    { ...pageTitles.notFound, family: "endings", isHidden: true, bodyClass: "full-height", Content: NotFoundPage },
  ],
]);

/** The pages of this site, articles apart. */
export function listPages(site: SiteSettings): [path: string, page: Page][] {
  return [...[...pages].filter(([, { isThere = () => true }]) => isThere(site)), ...pricedTermsPages(site)];
}

/** Versions of the terms that the site's own prices made. */
export function pricedTermsPages({ offers }: SiteSettings): [path: string, page: Page][] {
  const path = "/conditions-generales-utilisation" satisfies LegalPath;
  return versionsOf(path, offers)
    .map((version): [string, Page] => [legalVersionPath(path, version.day), legalVersionPage(path, version)])
    .filter(([address]) => !pages.has(address));
}

/** At no address: it answers a form that was sent to one of them before its script had come. */
export const unsentPage: Page = {
  ...pageTitles.unsent,
  family: "endings",
  isHidden: true,
  bodyClass: "full-height",
  Content: UnsentPage,
};

/** Articles' addresses carry the brand: they are found through the settings, not in the map above. */
export function articlePage(article: Article): Page {
  return {
    title: () => blogCopy.articleTitle(article.title),
    description: () => article.metaDescription,
    family: "reading",
    article,
    Content: () => <ArticlePage article={article} />,
  };
}

function legalPage(path: LegalPath): Page {
  return { ...legalTitles[path], family: "reading", Content: () => <LegalPage path={path} /> };
}

function legalVersionPage(path: LegalPath, version: LegalVersion): Page {
  const { title, description } = legalTitles[path];
  return {
    title: (site) => `${legalFrame.history.version(formatDay(version.day))}, ${title(site)}`,
    description: (site) => `${legalFrame.history.version(formatDay(version.day))}. ${description(site)}`,
    family: "reading",
    isHidden: true,
    Content: () => <LegalPage path={path} version={version} />,
  };
}

/** The admin application draws everything; it learns here what the server was configured with. */
function AdminRoot() {
  const { brand, api, accountOffers, offers } = useSite();
  const today = useToday();
  const config = {
    brand,
    apiUrl: api.url,
    publishableKey: api.publishableKey,
    offers: accountOffers,
    today,
    promotion: offers.promotion,
    ...shownPrices(offers, today),
  };
  return <div id="root" data-config={JSON.stringify(config)} />;
}
