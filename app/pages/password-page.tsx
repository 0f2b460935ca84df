import { href } from "#app/render/href.ts";
import { Island } from "#app/render/island.tsx";
import { useSite } from "#app/render/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { IconLink } from "#app/ui/link.tsx";
import { siteFrame } from "#content/site-frame.ts";

/** Where a forgotten password, an invitation and a reset lead. It knows nothing of who reads it: see its island. */
export function PasswordPage() {
  const { api } = useSite();

  return (
    <>
      <PageTop />
      <MiniHeader>
        <IconLink icon="back" href={href("/")}>
          {siteFrame.backHome}
        </IconLink>
      </MiniHeader>
      <main id={mainId} className="outer">
        <div className="frame password">
          <Island name="PasswordAccess" when="load" props={{ api }} />
          <svg
            className="password-drawing"
            viewBox="0 0 520 640"
            preserveAspectRatio="xMidYMid slice"
            fill="none"
            aria-hidden="true"
          >
            <path d="M140 170C150 560 380 540 380 330" className="cord" strokeWidth="22" />
            <circle cx="140" cy="170" r="52" className="pale" />
            <circle cx="140" cy="170" r="22" className="deep" />
            <circle cx="380" cy="300" r="100" className="deep" />
            <circle cx="380" cy="300" r="44" className="live" />
          </svg>
        </div>
      </main>
      <MiniFooter />
    </>
  );
}
