import { useState } from "react";
import { useLoaderData, useNavigate } from "react-router";

import { AdminBar } from "#app/admin/frame/admin-bar.tsx";
import type { SecurityVisit } from "#app/admin/frame/guard.ts";
import { usePageTitle } from "#app/admin/frame/page-title.ts";
import { ScreenHead } from "#app/admin/ui/screen-head.tsx";
import { useServices } from "#app/admin/data/services.ts";
import { OwnName } from "#app/admin/people/own-name.tsx";
import { RoleContext } from "#app/admin/people/role.tsx";
import { SecurityPanel } from "#app/security/security-panel.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box } from "#app/ui/layout.tsx";
import { securityCopy as copy } from "#content/security.ts";

/** The administrator's own second factor and sessions; all there is as long as a factor is required and missing. */
export function SecurityScreen() {
  usePageTitle(copy.title);
  const { security, session } = useServices();
  const { email, role, mustEnrol } = useLoaderData<SecurityVisit>();
  const [hasFactor, setHasFactor] = useState(!mustEnrol);
  const navigate = useNavigate();

  return (
    <RoleContext value={role}>
      <a className="skip-link" href="#securite">
        {copy.skip}
      </a>
      <AdminBar isClosed={!hasFactor} />
      <main id="securite" className="admin-page" tabIndex={-1}>
        <ScreenHead
          title={hasFactor ? copy.title : copy.required.title}
          intro={hasFactor ? copy.intro : copy.required.text}
        />
        <Box paddingBlock={24} paddingInline="inset">
          {mustEnrol && hasFactor && (
            <FormNotice variant="success">
              <Button isSmall onClick={() => void navigate("/dashboard")}>
                {copy.required.proceed}
              </Button>
            </FormNotice>
          )}
          {!mustEnrol && (
            <Box paddingBottom={32}>
              <OwnName email={email} />
            </Box>
          )}
          <SecurityPanel
            security={security}
            isRequired={mustEnrol}
            onSignedOut={() => void session.signOut()}
            onRead={({ factors }) => mustEnrol && setHasFactor(factors.length > 0)}
          />
        </Box>
      </main>
    </RoleContext>
  );
}
