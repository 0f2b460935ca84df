import { useServices } from "#app/admin/data/services.ts";
import { PaletteButton } from "#app/admin/keys/palette-button.tsx";
import { LiveStatus } from "#app/admin/live/live-status.tsx";
import { PersonName } from "#app/admin/people/person-name.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { tableWidth } from "#app/admin/ui/widths.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { admin } from "#content/shared/admin.ts";

import { useOwnEmail } from "./guard.ts";
import { ScreenBar } from "./screen-bar.tsx";
import { NotificationsLink } from "./notifications-link.tsx";
import { ScreenTabs } from "./screen-tabs.tsx";

/** @param isClosed the screens are not to be entered: no way to them, and nothing asked about them */
export function AdminBar({ isClosed = false }: { isClosed?: boolean }) {
  const { config, leave } = useServices();
  const person = useColleagues(!isClosed).personOf(useOwnEmail());
  const isWide = useMediaQuery(tableWidth);
  return (
    <>
      <Row
        as="header"
        gap="inset"
        align="center"
        paddingInline="inset"
        paddingBlock={4}
        background="line-800"
        lg={{ paddingBlock: 0 }}
        className="color-white admin-bar dark"
      >
        <Logo name={config.brand} homeHref="/" />
        <Box as="span" background="line-jack" className="hidden-until-lg admin-bar-rule" />
        {!isClosed && isWide && <ScreenBar />}
        {!isClosed && <PaletteButton />}
        {!isClosed && <NotificationsLink />}
        <LiveStatus />
        <Box as="span" marginLeft="auto" className="color-on-line-2 hidden-until-lg text-caption admin-bar-person">
          <PersonName person={person} />
        </Box>
        <Row
          as="button"
          gap={8}
          align="center"
          marginLeft="auto"
          lg={{ marginLeft: 0 }}
          type="button"
          aria-label={admin.signOut}
          className="text-caption stretch-mid quiet-action"
          onClick={() => void leave()}
        >
          <span className="hidden-until-docked">{admin.signOut}</span>
          <Icon name="signOut" isSmall />
        </Row>
      </Row>
      {!isClosed && !isWide && <ScreenTabs person={person} />}
    </>
  );
}
