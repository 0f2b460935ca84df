import { useEffect } from "react";
import { useBlocker } from "react-router";

import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";

const copy = adminSite.leaving;

/** Asks before another screen, or another page, takes unsaved changes along. A part of this screen is no other one. */
export function UnsavedGuard({ count }: { count: number }) {
  const isUnsaved = count > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );

  // The browser: it asks in words of its own before it closes or leaves the page.
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsaved]);

  return (
    <DeskDialog
      isOpen={blocker.state === "blocked"}
      title={copy.title}
      intro={copy.text(count)}
      onClose={() => blocker.reset?.()}
    >
      <Row gap={12} isWrapping>
        <Button variant="green" isSmall hasPlug={false} onClick={() => blocker.reset?.()}>
          {copy.stay}
        </Button>
        <Button variant="quiet" isSmall hasPlug={false} onClick={() => blocker.proceed?.()}>
          {copy.leave}
        </Button>
      </Row>
    </DeskDialog>
  );
}
