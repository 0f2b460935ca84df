import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { GoogleButton } from "./google-button.tsx";

type Props = { label: string; or: string; onClick: () => void };

/** The way in by the provider, above the one by e-mail. */
export function GoogleSignIn({ label, or, onClick }: Props) {
  return (
    <Stack gap={24}>
      <GoogleButton onClick={onClick}>{label}</GoogleButton>
      <Row as="p" gap={16} align="center" className="text-small faint">
        <Box as="span" rule="top" isGrowing />
        <span>{or}</span>
        <Box as="span" rule="top" isGrowing />
      </Row>
    </Stack>
  );
}
