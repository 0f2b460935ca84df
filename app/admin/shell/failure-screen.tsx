import "#app/ui/text.css";

import { useEffect } from "react";
import { useNavigation, useRevalidator, useRouteError } from "react-router";

import { AdminMessage } from "#app/admin/ui/admin-message.tsx";
import { Button } from "#app/ui/button.tsx";
import { admin } from "#content/admin.ts";

/** What a route could not load or render. The cause is for the console; a person reads what to do. */
export function FailureScreen() {
  const error = useRouteError();
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  const isBusy = revalidator.state !== "idle" || navigation.state !== "idle";

  // Synchronises with the console, once per error.
  useEffect(() => console.error("A screen failed.", error), [error]);

  return (
    <AdminMessage title={admin.failure.title}>
      <p className="quiet" role="alert">
        {admin.failure.text}
      </p>
      <Button
        variant="secondary"
        busyLabel={isBusy ? admin.checking : undefined}
        onClick={() => void revalidator.revalidate()}
      >
        {admin.failure.retry}
      </Button>
    </AdminMessage>
  );
}
