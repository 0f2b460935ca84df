import { SignupPage } from "./signup-page.tsx";

export function SecretariatSignupPage() {
  return <SignupPage offer="secretariat" />;
}
