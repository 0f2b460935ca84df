import type { ReactNode } from "react";

import { mainId, PageTop } from "./page-top.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** A page between the site's header and footer. */
export function SitePage({ announcement, children }: { announcement?: ReactNode; children: ReactNode }) {
  return (
    <>
      {announcement ? (
        <div className="top-lines">
          <PageTop />
          {announcement}
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
