import { Box } from "#app/ui/layout.tsx";

import { SlackCord } from "./slack-cord.tsx";

/** In the place of a list or a file: what is true, under a cord that is plugged in nowhere. */
export function NothingHere({ title, text }: { title: string; text: string }) {
  return (
    <>
      <SlackCord />
      <b className="text-subtitle leading-tight tracking-title">{title}</b>
      <Box as="p" maxWidth="38ch" className="quiet">
        {text}
      </Box>
    </>
  );
}
