import "#app/admin/ui/quiet-action.css";
import "#app/ui/text.css";

import { Icon } from "#app/ui/icon.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminKeys } from "#content/admin-keys.ts";

import { useOverlay } from "./desk-keys.tsx";

/** The way to the palette, and through it to the list of keys, for a hand on the mouse. */
export function PaletteButton() {
  const open = useOverlay();
  if (!open) return null;
  return (
    <Row
      as="button"
      gap={8}
      align="center"
      hiddenUntil="lg"
      type="button"
      className="text-caption stretch-mid quiet-action"
      onClick={() => open("palette")}
    >
      <Icon name="search" isSmall />
      {adminKeys.palette.open}
    </Row>
  );
}
