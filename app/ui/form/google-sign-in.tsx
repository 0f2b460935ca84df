import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "./google-sign-in.css";

import { GoogleButton } from "./google-button.tsx";

type Props = { label: string; or: string; onClick: () => void };

/** The way in by the provider, above the one by e-mail. */
export function GoogleSignIn({ label, or, onClick }: Props) {
  return (
    <>
      <GoogleButton onClick={onClick}>{label}</GoogleButton>
      <Row as="p" gap={16} align="center" className="text-small faint sign-in-alternative">
        <span>{or}</span>
      </Row>
    </>
  );
}
