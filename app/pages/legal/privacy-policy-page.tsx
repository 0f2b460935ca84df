import { useSite } from "#app/page-kit/site-context.tsx";
import { LegalPage } from "#app/sections/legal/legal-page.tsx";
import { privacyPolicy } from "#content/legal/privacy-policy.ts";

export function PrivacyPolicyPage() {
  return <LegalPage path="/politique-de-confidentialite" text={privacyPolicy(useSite())} />;
}
