import { Box, Stack } from "#app/ui/layout.tsx";

import { Rail } from "#app/sections/rail.tsx";
import { Jack } from "#app/ui/jack.tsx";
import type { ConferencesCopy } from "#subjects/conferences/words/conferences.ts";

const titleClass = "text-lead stretch-full tracking-snug leading-snug";

/** The day, hour by hour, along one cord; what has a text is a session, the rest a pause. */
export function ConferenceProgramme({ title, lead, list }: ConferencesCopy["programme"]) {
  return (
    <Rail title={title} lead={lead}>
      <Box
        as="ol"
        paddingInline="cell"
        paddingBottom={20}
        lg={{ paddingTop: 24, paddingBottom: 40 }}
        className="programme"
      >
        {list.map((entry) => (
          <Stack as="li" align="start" rowGap={4} paddingBlock={20} position="relative" key={entry.at}>
            <time className="text-lead strong leading-tight tabular" dateTime={entry.at}>
              {entry.hour}
            </time>
            <Jack state={"text" in entry ? "live" : "idle"} />
            <div>
              <h3 className={"text" in entry ? titleClass : `${titleClass} regular quiet`}>{entry.title}</h3>
              {"text" in entry && (
                <Box as="p" maxWidth="56ch" marginTop={4} className="quiet">
                  {entry.text}
                </Box>
              )}
            </div>
          </Stack>
        ))}
      </Box>
    </Rail>
  );
}
