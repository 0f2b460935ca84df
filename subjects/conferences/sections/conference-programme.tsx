import { Box, Stack } from "#app/ui/layout.tsx";

import { Rail } from "#app/sections/rail.tsx";
import { Jack } from "#app/ui/jack.tsx";
import type { ConferencesCopy, Session } from "#subjects/conferences/words/conferences.ts";

const titleClass = "text-lead stretch-full tracking-snug leading-snug";

type Props = Pick<ConferencesCopy["programme"], "title" | "speakers"> & {
  /** Of the programme of every edition. */
  lead: string | undefined;
  list: readonly Session[];
  people: readonly { name: string; role: string }[];
};

/** The day, hour by hour, along one cord; what has a text is a session, the rest a pause. */
export function ConferenceProgramme({ title, lead, list, speakers, people }: Props) {
  return (
    <Rail title={title} {...(lead !== undefined && { lead })}>
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
            <Jack state={entry.text !== undefined ? "live" : "idle"} />
            <div>
              <h3 className={entry.text !== undefined ? titleClass : `${titleClass} regular quiet`}>{entry.title}</h3>
              {entry.text !== undefined && (
                <Box as="p" maxWidth="56ch" marginTop={4} className="quiet">
                  {entry.text}
                </Box>
              )}
            </div>
          </Stack>
        ))}
      </Box>
      {people.length > 0 && (
        <Box paddingInline="cell" paddingBlock={20} rule="top">
          <h3 className={titleClass}>{speakers}</h3>
          <Stack as="ul" gap={8} marginTop={12}>
            {people.map(({ name, role }) => (
              <li key={name}>
                <b>{name}</b>
                {role !== "" && `, ${role}`}
              </li>
            ))}
          </Stack>
        </Box>
      )}
    </Rail>
  );
}
