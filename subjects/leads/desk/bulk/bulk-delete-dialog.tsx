import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef, useState } from "react";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { bulkCopy } from "#subjects/leads/words/admin-bulk.ts";

import type { useBulkJob } from "./bulk-job.ts";
import { BulkProgressLine, BulkReport } from "./bulk-report.tsx";

const copy = bulkCopy.deletion;

export type BulkDeleteDialogProps = {
  isOpen: boolean;
  /** How many are chosen. */
  count: number;
  deletion: ReturnType<typeof useBulkJob>;
  onConfirm: () => void;
  onClose: () => void;
};

/** Goes only for who types how many, or the word. The focus enters the button that keeps everything. */
export function BulkDeleteDialog({ isOpen, count, deletion, onConfirm, onClose }: BulkDeleteDialogProps) {
  const keepButton = useRef<HTMLButtonElement>(null);
  const { job, stop, resume, insist } = deletion;
  const isRunning = job?.isRunning ?? false;

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && !isRunning && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="dialog-backdrop" />
        <AlertDialog.Popup className="dialog" initialFocus={keepButton}>
          <Stack gap={16}>
            <AlertDialog.Title className="text-heading leading-tight">
              {copy.title(job?.total ?? count)}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-body quiet">{copy.text}</AlertDialog.Description>
            {job && isRunning && <BulkProgressLine job={job} onStop={stop} />}
            {job && !isRunning && <BulkReport job={job} onResume={resume} onInsist={insist} />}
            {!job && <Confirmation count={count} onConfirm={onConfirm} />}
            {!isRunning && (
              <Row justify="end">
                <AlertDialog.Close ref={keepButton} className="button button-secondary button-small">
                  {job ? bulkCopy.report.close : copy.keep}
                </AlertDialog.Close>
              </Row>
            )}
          </Stack>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Confirmation({ count, onConfirm }: Pick<BulkDeleteDialogProps, "count" | "onConfirm">) {
  const [typed, setTyped] = useState("");
  const isConfirmed = [String(count), copy.word].includes(typed.replaceAll(/\s/g, "").toUpperCase());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmed) onConfirm();
      }}
    >
      <Stack gap={12} justify="start">
        <Field
          name="confirmation"
          label={copy.confirm(count)}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="danger" isSmall hasPlug={false} disabled={!isConfirmed}>
          {copy.delete(count)}
        </Button>
      </Stack>
    </form>
  );
}
