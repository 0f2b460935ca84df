import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { MiniHeader } from "#app/sections/mini-header.tsx";
import { mainId, PageTop } from "#app/sections/page-top.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { unsentCopy as copy } from "#content/unsent.ts";

/** What the browser shows when it sent a form itself: nothing of it was read here. */
export function UnsentPage() {
  const { contact } = useSite();
  return (
    <>
      <PageTop />
      <MiniHeader />
      <Box as="main" id={mainId} background="line-900" className="color-on-line dark outer">
        <Stack gap={24} justify="start" paddingBlock="block-large" paddingInline="cell" className="frame">
          <Box as="h1" maxWidth="16ch" className="page-title text-headline color-white">
            {copy.title}
          </Box>
          <Box as="p" maxWidth="46ch" className="text-lead color-on-line-2">
            {copy.text}
          </Box>
          {contact.email !== "" && (
            <p className="text-lead color-on-line-2">
              {copy.contact}{" "}
              <a className="text-link color-white" href={`mailto:${contact.email}`}>
                {contact.email}
              </a>
            </p>
          )}
          <ButtonLink href={href("/")}>{copy.backHome}</ButtonLink>
        </Stack>
      </Box>
      <MiniFooter />
    </>
  );
}
