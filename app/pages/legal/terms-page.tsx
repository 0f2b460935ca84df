import { useSite } from "#app/page-kit/site-context.tsx";
import { LegalPage } from "#app/sections/legal/legal-page.tsx";
import { terms } from "#content/legal/terms.ts";

export function TermsPage() {
  return <LegalPage path="/conditions-generales-utilisation" text={terms(useSite())} />;
}
