import { DrawnFrame } from "#subjects/account/site/drawn-frame.tsx";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";

/** Where a forgotten password, an invitation and a reset lead. It knows nothing of who reads it: see its island. */
export function PasswordPage() {
  const { api, passwordRules: rules } = useSite();

  return (
    <>
      <PageTop />
      <MiniHeader />
      <main id={mainId} className="outer">
        <DrawnFrame>
          <Island name="PasswordAccess" when="load" props={{ api, rules }} />
        </DrawnFrame>
      </main>
      <MiniFooter />
    </>
  );
}
