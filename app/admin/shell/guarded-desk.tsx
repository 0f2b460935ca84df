import { Link, Outlet, useLocation } from "react-router";

import { AdminBar } from "#app/admin/frame/admin-bar.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { usePageTitle } from "#app/admin/frame/page-title.ts";
import { LiveDesk } from "#app/admin/live/live-desk.tsx";
import { RoleContext, useMay } from "#app/admin/people/role.tsx";
import { ScreenHead } from "#app/admin/ui/screen-head.tsx";
import { Box } from "#app/ui/layout.tsx";
import { adminNavigation } from "#content/admin-navigation.ts";
import { type AdminScreen, adminScreens, screenRoles } from "#domain/site/admin-screens.ts";

const copy = adminNavigation.reserved;

/** Around every screen that shows data: what is shown on it follows the role of who is signed in. */
export function GuardedDesk() {
  const { role } = useDashboardVisit();
  return (
    <RoleContext value={role}>
      <LiveDesk />
    </RoleContext>
  );
}

/** A screen for whom it is; for the others, whose address it was typed by hand, a sentence. */
export function ScreenGate() {
  const { pathname } = useLocation();
  const screen = adminScreens.find((known) => pathname === `/${known}`);
  return screen ? <Gate screen={screen} /> : <Outlet />;
}

function Gate({ screen }: { screen: AdminScreen }) {
  return useMay(screenRoles[screen]) ? <Outlet /> : <Reserved screen={screen} />;
}

function Reserved({ screen }: { screen: AdminScreen }) {
  const title = adminNavigation.screens[screen];
  usePageTitle(title);
  return (
    <>
      <AdminBar />
      <main className="admin-page">
        <ScreenHead title={title} intro={copy.text} />
        <Box paddingInline="inset" paddingBlock={24}>
          <Link to="/aujourdhui" className="text-link finger-link">
            {copy.back}
          </Link>
        </Box>
      </main>
    </>
  );
}
