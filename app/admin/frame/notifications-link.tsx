import { NavLink } from "react-router";

import { Icon } from "#app/ui/icon.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminNavigation } from "#content/admin-navigation.ts";

import { useAdminAlerts } from "./alerts.ts";
import { Badge } from "./screen-link.tsx";

/** What the reader was told and has not read, from every screen. */
export function NotificationsLink() {
  const unread = useAdminAlerts()?.notifications ?? 0;
  return (
    <Row
      as={NavLink}
      gap={4}
      align="center"
      paddingInline={8}
      className="color-on-line-2 stretch-mid quiet-action"
      to="/notifications"
    >
      <Icon name="bell" />
      <span className="visually-hidden">{adminNavigation.screens.notifications}</span>
      <Badge count={unread} />
    </Row>
  );
}
