import { DrawnFrame } from "#subjects/account/site/drawn-frame.tsx";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";

/** Where the link of a change of address leads. It knows nothing of who reads it: see its island. */
export function AddressPage() {
  const { api } = useSite();

  return (
    <>
      <PageTop />
      <MiniHeader />
      <main id={mainId} className="outer">
        <DrawnFrame>
          <Island name="AddressConfirmation" when="load" props={{ api }} />
        </DrawnFrame>
      </main>
      <MiniFooter />
    </>
  );
}
