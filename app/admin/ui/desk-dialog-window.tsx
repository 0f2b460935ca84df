import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

import { Stack } from "#app/ui/layout.tsx";

export type DeskDialogProps = {
  title: string;
  intro?: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The dialog of `DeskDialog`, which downloads it. */
export function DeskDialogWindow({ title, intro, isOpen, onClose, children }: DeskDialogProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <Dialog.Portal>
        {/* Also when it opens over a file that already covers the list. */}
        <Dialog.Backdrop forceRender className="dialog-backdrop" />
        <Dialog.Popup className="dialog compact-fields">
          <Stack gap={16}>
            <Dialog.Title className="text-subtitle leading-tight">{title}</Dialog.Title>
            {intro !== undefined && <Dialog.Description className="text-small quiet">{intro}</Dialog.Description>}
            {children}
          </Stack>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
