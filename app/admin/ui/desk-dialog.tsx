import { deferPart } from "./deferred-part.tsx";
import type { DeskDialogProps } from "./desk-dialog-window.tsx";

const Window = deferPart(async () => (await import("./desk-dialog-window.tsx")).DeskDialogWindow);

/** Something to read or fill in over a screen, and over the file that covers one. */
export function DeskDialog(props: DeskDialogProps) {
  return <Window isWanted={props.isOpen} {...props} />;
}
