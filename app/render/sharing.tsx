import type { Article } from "#app/page-kit/articles.ts";
import { usePageContext } from "#app/page-kit/site-context.tsx";
import { blogCopy } from "#subjects/blog/words/blog.ts";
import { describeShareImage, shareImages } from "#content/share-images.ts";
import { shareImageOfCover, shareImageOfPage, shareImageSize } from "#domain/site/share-image.ts";

import { feedPath } from "./feed.tsx";
import { structuredDataOf } from "./structured-data.ts";

type Props = {
  title: string;
  description: string;
  path: string;
  article: Article | undefined;
  /** Pictures made at build, by name. */
  pictures: Record<string, string>;
};

/** What search engines and messengers read of a page they may show. */
export function Sharing({ title, description, path, article, pictures }: Props) {
  const context = usePageContext();
  const { brand, origin } = context.site;
  const url = origin + path;
  const sent = article?.coverAddress;
  const picture = sent ?? pictures[article ? shareImageOfCover(article.coverName) : shareImageOfPage(path)];
  const logo = pictures["icones/512.png"];
  const whole = (address: string | undefined) => (address === undefined ? undefined : origin + address);

  return (
    <>
      <link rel="canonical" href={url} />
      <link rel="alternate" type="application/rss+xml" title={blogCopy.feed.title(brand)} href={feedPath} />
      <meta property="og:title" content={article?.title ?? title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={article ? "article" : "website"} />
      {article && <meta property="article:published_time" content={article.publishedOn} />}
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={brand} />
      <meta property="og:locale" content="fr_FR" />
      <Picture address={whole(picture)} isSent={sent !== undefined} alt={article?.coverAlt ?? describePicture(path)} />
      <StructuredData
        data={structuredDataOf(
          { title, description, path, article, image: whole(picture), logo: whole(logo) },
          context,
        )}
      />
    </>
  );
}

type PictureProps = { address: string | undefined; isSent: boolean; alt: string | undefined };

/** Of those that are drawn at build the size is known; those that were sent have their own. */
function Picture({ address, isSent, alt }: PictureProps) {
  if (address === undefined) return <meta name="twitter:card" content="summary" />;

  return (
    <>
      <meta property="og:image" content={address} />
      <meta property="og:image:type" content={isSent ? "image/webp" : "image/png"} />
      {!isSent && (
        <>
          <meta property="og:image:width" content={String(shareImageSize.width)} />
          <meta property="og:image:height" content={String(shareImageSize.height)} />
        </>
      )}
      {alt !== undefined && <meta property="og:image:alt" content={alt} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

function describePicture(path: string): string | undefined {
  const image = shareImages[path];
  return image && describeShareImage(image);
}

/** A block of data, which no browser runs: the content policy has nothing against it. */
function StructuredData({ data }: { data: object }) {
  // Escaped, so that no text of a site can close the element.
  const json = JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
