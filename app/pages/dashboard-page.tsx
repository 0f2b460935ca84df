import { Island } from "#app/page-kit/island.tsx";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { PageTop } from "#app/sections/page-top.tsx";

import { accountSite } from "./account-site.ts";

/** A customer's space. Like a funnel, it draws its whole screen itself: the page knows nothing of who reads it. */
export function DashboardPage() {
  return (
    <>
      <PageTop />
      <Island name="CustomerDashboard" when="load" props={{ site: accountSite(useSite(), useToday()) }} />
      <MiniFooter />
    </>
  );
}
