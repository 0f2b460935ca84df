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
      align="center"
      paddingInline={8}
      type="button"
      className="hidden-until-xl quiet-action"
      onClick={() => open("palette")}
    >
      <Icon name="search" />
      <span className="visually-hidden">{adminKeys.palette.open}</span>
    </Row>
  );
}
