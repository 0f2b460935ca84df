import type { ReactNode } from "react";

import { OwnAnnouncement, useAnnouncement } from "./own-announcement.tsx";
import { mainId, PageTop } from "./page-top.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** A page between the site's header and footer. */
export function SitePage({ announcement, children }: { announcement?: ReactNode; children: ReactNode }) {
  const own = useAnnouncement();
  const line = own ? <OwnAnnouncement {...own} /> : announcement;
  return (
    <>
      {line ? (
        <div className="top-lines">
          <PageTop />
          {line}
        </div>
      ) : (
        <PageTop />
      )}
      <SiteHeader />
      <main id={mainId}>{children}</main>
      <SiteFooter />
    </>
  );
}
