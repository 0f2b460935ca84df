import { useSite } from "#app/page-kit/site-context.tsx";
import { LegalPage } from "#app/sections/legal/legal-page.tsx";
import { accessibilityStatement } from "#content/legal/accessibility-statement.ts";

export function AccessibilityPage() {
  return <LegalPage path="/accessibilite" text={accessibilityStatement(useSite())} />;
}
