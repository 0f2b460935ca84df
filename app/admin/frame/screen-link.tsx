import { NavLink } from "react-router";

import { Box, Row } from "#app/ui/layout.tsx";
import { adminNavigation } from "#content/admin-navigation.ts";
import type { AdminScreen } from "#domain/site/admin-screens.ts";

import { useAdminAlerts } from "./alerts.ts";

/** The way to a screen, with what waits there for a decision. */
export function ScreenLink({ screen, onFollow }: { screen: AdminScreen; onFollow?: () => void }) {
  const count = useAttention([screen]);
  return (
    <Row
      as={NavLink}
      gap={8}
      align="center"
      paddingInline={8}
      className="color-on-line-2"
      to={`/${screen}`}
      onClick={onFollow}
    >
      {adminNavigation.screens[screen]}
      <Badge count={count} />
    </Row>
  );
}

/** How much waits behind these screens. */
export function useAttention(screens: readonly AdminScreen[]): number {
  const alerts = useAdminAlerts();
  const counts: Partial<Record<AdminScreen, number | undefined>> = {
    aujourdhui: alerts?.today,
    livraisons: alerts?.deliveries,
    paiements: alerts?.payments,
  };
  return screens.reduce((sum, screen) => sum + (counts[screen] ?? 0), 0);
}

/** Nothing where there is nothing to look at. */
export function Badge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      <Box
        as="span"
        paddingInline={8}
        radius="jack"
        background="signal"
        className="color-ink text-caption strong tabular"
        aria-hidden="true"
      >
        {count > 99 ? "99+" : count}
      </Box>
      <span className="visually-hidden">{adminNavigation.toLookAt(count)}</span>
    </>
  );
}
