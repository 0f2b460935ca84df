import { useContext, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";

import { RoleContext } from "#app/admin/people/role.tsx";
import { wideBarWidth } from "#app/admin/ui/widths.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { adminNavigation as copy } from "#content/admin-navigation.ts";
import { type AdminScreen, type AdminScreenGroup, screenGroupsFor } from "#domain/site/admin-screens.ts";

import { Badge, ScreenLink, useAttention } from "./screen-link.tsx";

/** Gone to all day; the others stand in a menu each. */
const inSight: readonly AdminScreenGroup[] = ["work", "flows"];
const inSightWhereThereIsRoom: readonly AdminScreenGroup[] = [...inSight, "figures"];

/** On a desk: all screens on one line. */
export function ScreenBar() {
  const groups = screenGroupsFor(useContext(RoleContext));
  const shown = useMediaQuery(wideBarWidth) ? inSightWhereThereIsRoom : inSight;
  return (
    <Box as="nav" alignSelf="stretch" className="text-caption screen-bar" aria-label={copy.label}>
      <Row as="ul" height="full">
        {groups.map(({ name, screens }) =>
          shown.includes(name) ? (
            screens.map((screen) => (
              <li key={screen}>
                <ScreenLink screen={screen} />
              </li>
            ))
          ) : (
            <li key={name}>
              <ScreenMenu name={name} screens={screens} />
            </li>
          ),
        )}
      </Row>
    </Box>
  );
}

type MenuProps = { name: AdminScreenGroup; screens: readonly AdminScreen[] };

/** A menu of links: open until one is followed, Escape is pressed or the focus or a click goes elsewhere. */
function ScreenMenu({ name, screens }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();
  const { pathname } = useLocation();
  const isHere = screens.some((screen) => pathname === `/${screen}`);
  const attention = useAttention(screens);

  // Synchronises with what is done on the rest of the page while it is open.
  useEffect(() => {
    if (!isOpen) return undefined;
    const elsewhere = new AbortController();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setIsOpen(false);
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside, elsewhere);
    document.addEventListener("focusin", closeOutside, elsewhere);
    document.addEventListener("keydown", closeByKey, elsewhere);
    return () => elsewhere.abort();
  }, [isOpen]);

  return (
    <div ref={menu} className="screen-menu">
      <Row
        as="button"
        gap={4}
        align="center"
        paddingInline={8}
        ref={button}
        type="button"
        className={isHere ? "color-on-line-2 screen-menu-here" : "color-on-line-2"}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setIsOpen(!isOpen)}
      >
        {copy.groups[name]}
        <Icon name="down" isSmall />
        <Badge count={attention} />
      </Row>
      <Box as="ul" id={list} hidden={!isOpen} padding={8} radius="md" background="line-850">
        {screens.map((screen) => (
          <li key={screen}>
            <ScreenLink screen={screen} onFollow={() => setIsOpen(false)} />
          </li>
        ))}
      </Box>
    </div>
  );
}
