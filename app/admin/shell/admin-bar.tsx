import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "./admin-bar.css";

import { NavLink } from "react-router";

import { Icon } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { adminNav } from "#content/admin-deliveries.ts";
import { admin } from "#content/admin.ts";

import { useAdminAlerts } from "./alerts.ts";
import { useServices } from "./services.tsx";

export function AdminBar({ email }: { email: string }) {
  const { config, leave } = useServices();
  const alerts = useAdminAlerts();
  return (
    <Row as="header" align="center" className="admin-bar dark">
      <Logo name={config.brand} homeHref="/" />
      <span className="admin-bar-rule" />
      <nav className="text-caption admin-nav" aria-label={adminNav.label}>
        <NavLink to="/dashboard">{adminNav.leads}</NavLink>
        <NavLink to="/livraisons">
          {adminNav.deliveries}
          <Badge count={alerts?.deliveries} />
        </NavLink>
        <NavLink to="/paiements">
          {adminNav.payments}
          <Badge count={alerts?.payments} />
        </NavLink>
      </nav>
      <span className="text-caption admin-bar-email">{email}</span>
      <button type="button" className="text-caption admin-sign-out" onClick={() => void leave()}>
        {admin.signOut}
        <Icon name="signOut" isSmall />
      </button>
    </Row>
  );
}

/** Nothing where there is nothing to look at. */
function Badge({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <>
      <span className="admin-nav-badge tabular" aria-hidden="true">
        {count > 99 ? "99+" : count}
      </span>
      <span className="visually-hidden">{adminNav.toLookAt(count)}</span>
    </>
  );
}
