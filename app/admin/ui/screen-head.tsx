import type { Ref } from "react";

import { Box } from "#app/ui/layout.tsx";

/** What a screen of the back office is, and what it is for. */
export function ScreenHead({ title, intro, ref }: { title: string; intro: string; ref?: Ref<HTMLHeadingElement> }) {
  return (
    <Box as="header" background="canvas" rule="bottom" paddingInline="inset" paddingTop={24} paddingBottom={20}>
      <h1 className="text-heading" ref={ref} tabIndex={-1}>
        {title}
      </h1>
      <Box as="p" marginTop={8} maxWidth="72ch" className="quiet">
        {intro}
      </Box>
    </Box>
  );
}
