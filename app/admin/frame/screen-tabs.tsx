import { useContext, useRef } from "react";
import { useLocation } from "react-router";

import { PersonName } from "#app/admin/people/person-name.tsx";
import { RoleContext } from "#app/admin/people/role.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { adminNavigation as copy } from "#content/admin-navigation.ts";
import { screenGroupsFor } from "#domain/site/admin-screens.ts";
import type { Named } from "#subjects/team/rules/person-name.ts";

import { Badge, ScreenLink, useAttention } from "./screen-link.tsx";

/** On a telephone: the work under the thumb, the rest one touch further. */
export function ScreenTabs({ person }: { person: Named }) {
  const [underThumb, ...others] = screenGroupsFor(useContext(RoleContext));
  const otherScreens = others.flatMap(({ screens }) => screens);
  const sheet = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  const attention = useAttention(otherScreens);
  const isElsewhere = otherScreens.some((screen) => pathname === `/${screen}`);

  return (
    <>
      <nav className="text-caption screen-tabs dark" aria-label={copy.label}>
        <Row as="ul" height="full">
          {underThumb?.screens.map((screen) => (
            <Box as="li" key={screen} isGrowing height="full">
              <ScreenLink screen={screen} />
            </Box>
          ))}
          <Box as="li" isGrowing height="full">
            <Row
              as="button"
              gap={8}
              align="center"
              paddingInline={8}
              type="button"
              className={isElsewhere ? "color-on-line-2 screen-tabs-here" : "color-on-line-2"}
              aria-haspopup="dialog"
              onClick={() => sheet.current?.showModal()}
            >
              {copy.more}
              <Badge count={attention} />
            </Row>
          </Box>
        </Row>
      </nav>
      <dialog
        ref={sheet}
        className="text-body screen-sheet dark"
        aria-label={copy.allScreens}
        // Also by a touch beside it, where the browser knows how.
        {...{ closedby: "any" }}
      >
        <Stack gap={20} padding={20} className="color-white">
          <Row gap={16} align="center" justify="between">
            <span className="text-caption">
              <PersonName person={person} />
            </span>
            <IconButton icon="close" label={copy.close} size="medium" onClick={() => sheet.current?.close()} />
          </Row>
          <Stack columns={2} gap={20}>
            {others.map(({ name, screens }) => (
              <Box key={name}>
                <Box as="h2" id={`ecrans-${name}`} paddingInline={8} className="color-on-line-2 text-caption">
                  {copy.groups[name]}
                </Box>
                <ul aria-labelledby={`ecrans-${name}`}>
                  {screens.map((screen) => (
                    <li key={screen}>
                      <ScreenLink screen={screen} onFollow={() => sheet.current?.close()} />
                    </li>
                  ))}
                </ul>
              </Box>
            ))}
          </Stack>
        </Stack>
      </dialog>
    </>
  );
}
