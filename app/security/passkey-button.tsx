import { Button } from "#app/ui/button.tsx";
import { Stack } from "#app/ui/layout.tsx";
import { securityCopy } from "#content/security.ts";

/** Below the password of a sign-in screen: the way in without one. */
export function PasskeyButton({ onClick }: { onClick: () => void }) {
  return (
    <Stack marginTop={12}>
      <Button variant="secondary" onClick={onClick}>
        {securityCopy.passkeys.signIn}
      </Button>
    </Stack>
  );
}
