import { SignupPage } from "./signup-page.tsx";

export function MarketingSignupPage() {
  return <SignupPage offer="marketing" />;
}
