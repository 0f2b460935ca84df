import { filesGoneId } from "#app/ui/files-gone-id.ts";
import { Button } from "#app/ui/button.tsx";
import { failureCopy } from "#content/shared/failure.ts";

/** Shown by the loader when the files of an island do not come: it has to be there before they are gone. */
export function FilesGone({ contact }: { contact: string }) {
  return (
    <div id={filesGoneId} className="files-gone text-small" role="alert" hidden>
      <p>
        {failureCopy.gone}
        {contact !== "" && (
          <>
            {" "}
            {failureCopy.contact}{" "}
            <a className="text-link" href={`mailto:${contact}`}>
              {contact}
            </a>
          </>
        )}
      </p>
      <Button isSmall hasPlug={false} variant="secondary">
        {failureCopy.reload}
      </Button>
    </div>
  );
}
