import { SignupPage } from "./signup-page.tsx";

export function FollowUpSignupPage() {
  return <SignupPage offer="suiviclient" />;
}
