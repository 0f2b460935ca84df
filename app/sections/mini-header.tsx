import { phoneLink } from "#app/page-kit/phone-link.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MinorHeader } from "#app/ui/minor-header.tsx";
import { siteFrame } from "#content/site-frame.ts";

/** Reduced header: the logo, the way home, the telephone. */
export function MiniHeader() {
  const site = useSite();
  return <MinorHeader brand={site.brand} home={siteFrame.backHome} phone={phoneLink(site)} />;
}
