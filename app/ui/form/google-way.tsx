import { GoogleButton } from "./google-button.tsx";

type Props = { label: string; or: string; onClick: () => void };

/** The way in by the provider, above the one by e-mail. */
export function GoogleWay({ label, or, onClick }: Props) {
  return (
    <>
      <GoogleButton onClick={onClick}>{label}</GoogleButton>
      <p className="funnel-or">
        <span>{or}</span>
      </p>
    </>
  );
}
