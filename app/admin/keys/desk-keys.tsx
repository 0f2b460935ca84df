import { CSPProvider } from "@base-ui/react/csp-provider";
import { createContext, lazy, Suspense, useContext, useEffect, useEffectEvent, useState } from "react";
import { Outlet } from "react-router";

import { download } from "#app/admin/ui/files-gone-error.ts";

import { actionOf, type DeskAction } from "./key-map.ts";
import { areLettersOn } from "./key-switch.ts";
import { followWithFile, isBehindDialog, isInRow, isTyping, moveToRow, press, pressOnceThere } from "./press.ts";

type Overlay = "help" | "palette";

const loadPalette = () => import("./command-palette.tsx").then(({ CommandPalette }) => ({ default: CommandPalette }));
const loadHelp = () => import("./keys-help.tsx").then(({ KeysHelp }) => ({ default: KeysHelp }));

/** Downloaded when first opened. */
const overlays = {
  help: lazy(() => download(loadHelp)),
  palette: lazy(() => download(loadPalette)),
};

const OverlayContext = createContext<((overlay: Overlay) => void) | undefined>(undefined);

/** Opens the palette, or the list of keys; undefined where the desk is closed. */
export function useOverlay() {
  return useContext(OverlayContext);
}

/** Around every screen of the desk: its keys, its palette and their help. */
export function DeskKeys() {
  const [overlay, setOverlay] = useState<Overlay>();
  const Overlaid = overlay && overlays[overlay];

  const hear = useEffectEvent((event: KeyboardEvent) => {
    // Half of its key: what is typed right after the whole of it is meant for the palette.
    if (event.key === "Control" || event.key === "Meta") loadPalette().catch(() => undefined);
    if (event.defaultPrevented || event.isComposing || overlay || isBehindDialog()) return;
    const action = actionOf(event, areLettersOn());
    if (!action || (isTyping(event.target) && action !== "palette")) return;
    if (act(action, event, setOverlay)) event.preventDefault();
  });

  // Synchronises with the keyboard.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return (
    <OverlayContext value={setOverlay}>
      <Outlet />
      {Overlaid && (
        // The content policy lets no library write style elements.
        <CSPProvider disableStyleElements>
          <Suspense>
            <Overlaid onClose={() => setOverlay(undefined)} onHelp={() => setOverlay("help")} />
          </Suspense>
        </CSPProvider>
      )}
    </OverlayContext>
  );
}

/** @returns whether the key was for the desk */
function act(action: DeskAction, event: KeyboardEvent, open: (overlay: Overlay) => void): boolean {
  switch (action) {
    case "open":
    case "extend":
      return false;
    case "next":
    case "previous": {
      // Elsewhere the arrows scroll.
      if (event.key.startsWith("Arrow") && !isInRow(document.activeElement)) return false;
      const row = moveToRow(action === "next" ? 1 : -1);
      // A key that is held passes over the rows between.
      if (row && !event.repeat) followWithFile(row);
      return row !== undefined;
    }
    case "help":
    case "palette":
      open(action);
      return true;
    case "selectRange":
      return press("select", { shiftKey: true });
    case "correct":
    case "note":
      return !event.repeat && pressInFile(action);
    default:
      return !event.repeat && press(action);
  }
}

/** In the file of the row with the focus, which opens for it. */
function pressInFile(action: "correct" | "note"): boolean {
  const isOtherFile =
    isInRow(document.activeElement) && document.activeElement?.closest('[aria-current="true"]') === null;
  if (!isOtherFile) return press(action);
  const hasOpened = press("open");
  if (hasOpened) pressOnceThere(action);
  return hasOpened;
}
