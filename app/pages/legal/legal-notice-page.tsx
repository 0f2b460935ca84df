import { useSite } from "#app/page-kit/site-context.tsx";
import { LegalPage } from "#app/sections/legal/legal-page.tsx";
import { legalNotice } from "#content/legal/legal-notice.ts";

export function LegalNoticePage() {
  return <LegalPage path="/mentions-legales" text={legalNotice(useSite())} />;
}
