import { useState } from "react";

import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { deferPart } from "#app/admin/ui/deferred-part.tsx";
import { Button } from "#app/ui/button.tsx";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

const NewLeadDialog = deferPart(async () => (await import("./new-lead-dialog.tsx")).NewLeadDialog);

/** The way to a lead that came by telephone. */
export function NewLead({ onCreated }: { onCreated: (leadId: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button isSmall hasPlug={false} {...pressedBy("create")} onClick={() => setIsOpen(true)}>
        {fileCopy.create.open}
      </Button>
      <NewLeadDialog isWanted={isOpen} isOpen={isOpen} onClose={() => setIsOpen(false)} onCreated={onCreated} />
    </>
  );
}
