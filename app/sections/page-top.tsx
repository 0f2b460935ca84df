import { useSite } from "#app/page-kit/site-context.tsx";
import { formatDay } from "#app/ui/format.ts";
import { siteFrame } from "#content/site-frame.ts";

export const mainId = "contenu";

/** First thing of every page: the way past the header, and in demonstration mode or on a preview its ribbon. */
export function PageTop() {
  const { demo, preview } = useSite();

  return (
    <>
      <a className="skip-link" href={`#${mainId}`}>
        {siteFrame.skipLink}
      </a>
      {preview && (
        <aside className="text-caption demo-ribbon" aria-label={siteFrame.previewRibbonLabel}>
          <b>{siteFrame.previewRibbon(formatDay(preview.asOf))}</b>
        </aside>
      )}
      {demo && (
        <aside className="text-caption demo-ribbon" aria-label={siteFrame.demoRibbonLabel}>
          <a href="/demo">{siteFrame.demoRibbon(formatDay(demo.asOf))}</a>
        </aside>
      )}
    </>
  );
}
