import "#app/admin/ui/quiet-action.css";
import "#app/ui/text.css";

import { Box, Row } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "./admin-bar.css";

import type { ReactNode } from "react";
import { NavLink } from "react-router";

import { PaletteButton } from "#app/admin/keys/palette-button.tsx";
import { LiveStatus } from "#app/admin/live/live-status.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { adminNavigation } from "#content/admin-navigation.ts";
import { admin } from "#content/admin.ts";
import { type AdminScreen, adminScreens } from "#domain/contracts/admin-screens.ts";

import { useAdminAlerts } from "./alerts.ts";
import { useServices } from "./services.tsx";

/** @param isClosed the screens are not to be entered: no way to them, and nothing asked about them */
export function AdminBar({ email, isClosed = false }: { email: string; isClosed?: boolean }) {
  const { config, leave } = useServices();
  return (
    <Row
      as="header"
      gap="inset"
      align="center"
      isWrapping
      paddingInline="inset"
      paddingTop={8}
      background="line-800"
      color="white"
      lg={{ paddingTop: 0 }}
      className="admin-bar dark"
    >
      <Logo name={config.brand} homeHref="/" />
      <Box as="span" background="line-jack" className="hidden-until-lg admin-bar-rule" />
      {!isClosed && <Screens />}
      {!isClosed && <PaletteButton />}
      <LiveStatus />
      <Box as="span" marginLeft="auto" color="on-line-2" hiddenUntil="docked" className="text-caption">
        {email}
      </Box>
      <Row
        as="button"
        gap={8}
        align="center"
        marginLeft="auto"
        lg={{ marginLeft: 0 }}
        type="button"
        className="text-caption stretch-mid quiet-action"
        onClick={() => void leave()}
      >
        {admin.signOut}
        <Icon name="signOut" isSmall />
      </Row>
    </Row>
  );
}

function Entry({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Row as={NavLink} gap={8} align="center" paddingInline={8} color="on-line-2" to={to}>
      {children}
    </Row>
  );
}

function Screens() {
  const alerts = useAdminAlerts();
  return (
    <Row
      as="nav"
      columnGap="inset"
      isWrapping
      alignSelf="stretch"
      order={1}
      lg={{ order: 0, columnGap: 0 }}
      className="text-caption admin-nav"
      aria-label={adminNavigation.label}
    >
      {adminScreens.map((screen) => (
        <Entry key={screen} to={`/${screen}`}>
          {adminNavigation.screens[screen]}
          <Badge count={countOf(screen, alerts)} />
        </Entry>
      ))}
    </Row>
  );
}

function countOf(screen: AdminScreen, alerts: ReturnType<typeof useAdminAlerts>): number | undefined {
  if (screen === "livraisons") return alerts?.deliveries;
  return screen === "paiements" ? alerts?.payments : undefined;
}

/** Nothing where there is nothing to look at. */
function Badge({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <>
      <Box
        as="span"
        paddingInline={8}
        radius="jack"
        background="signal"
        color="ink"
        className="text-caption strong tabular"
        aria-hidden="true"
      >
        {count > 99 ? "99+" : count}
      </Box>
      <span className="visually-hidden">{adminNavigation.toLookAt(count)}</span>
    </>
  );
}
