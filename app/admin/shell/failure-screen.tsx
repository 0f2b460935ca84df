import { type ReactNode, useEffect } from "react";
import { useNavigation, useRevalidator, useRouteError } from "react-router";

import { AdminMessage } from "#app/admin/ui/admin-message.tsx";
import { FilesGoneError } from "#app/admin/ui/files-gone-error.ts";
import { LeadsError } from "#app/admin/ui/leads-error.ts";
import { contactOfPage, startAfresh } from "#app/api/transport/start-afresh.ts";
import { Button } from "#app/ui/button.tsx";
import { Row } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { failureCopy } from "#content/shared/failure.ts";

const copy = admin.failure;

/** What a route could not load or render. The cause is for the console; a person reads what to do. */
export function FailureScreen() {
  const error = useRouteError();

  // Synchronises with the console, once per error.
  useEffect(() => console.error("A screen failed.", error), [error]);

  if (error instanceof LeadsError) return <NotAnswered />;
  if (error instanceof FilesGoneError) {
    return (
      <Failure words={copy.gone}>
        <ReloadButton />
      </Failure>
    );
  }
  return (
    <Failure words={copy.broken}>
      <Row gap={8} isWrapping>
        <ReloadButton />
        <Button variant="quiet" onClick={startAfresh}>
          {failureCopy.startAfresh}
        </Button>
      </Row>
    </Failure>
  );
}

/** The server may answer the next time. */
function NotAnswered() {
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  const isBusy = revalidator.state !== "idle" || navigation.state !== "idle";
  return (
    <AdminMessage title={copy.title}>
      <p className="quiet" role="alert">
        {copy.text}
      </p>
      <Button
        variant="secondary"
        busyLabel={isBusy ? admin.checking : undefined}
        onClick={() => void revalidator.revalidate()}
      >
        {copy.retry}
      </Button>
    </AdminMessage>
  );
}

function Failure({ words, children }: { words: { title: string; text: string }; children: ReactNode }) {
  const contact = contactOfPage();
  return (
    <AdminMessage title={words.title}>
      <div className="quiet" role="alert">
        <p>{words.text}</p>
        {contact !== undefined && (
          <p>
            {failureCopy.contact}{" "}
            <a className="text-link" href={`mailto:${contact}`}>
              {contact}
            </a>
          </p>
        )}
      </div>
      {children}
    </AdminMessage>
  );
}

function ReloadButton() {
  return (
    <Button variant="secondary" onClick={() => location.reload()}>
      {failureCopy.reload}
    </Button>
  );
}
