import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

import { Stack } from "#app/ui/layout.tsx";

type Props = {
  title: string;
  intro?: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Something to read or fill in over a screen, and over the file that covers one. */
export function DeskDialog({ title, intro, isOpen, onClose, children }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <Dialog.Portal>
        {/* Also when it opens over a file that already covers the list. */}
        <Dialog.Backdrop forceRender className="dialog-backdrop" />
        <Dialog.Popup className="dialog">
          <Stack gap={16}>
            <Dialog.Title className="text-heading leading-tight">{title}</Dialog.Title>
            {intro !== undefined && <Dialog.Description className="text-body quiet">{intro}</Dialog.Description>}
            {children}
          </Stack>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
