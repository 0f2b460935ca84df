import "#app/ui/text.css";
import "#app/ui/words.css";
import "./conference-programme.css";

import { Rail } from "#app/sections/rail.tsx";
import { Jack } from "#app/ui/jack.tsx";
import type { ConferencesCopy } from "#content/conferences.ts";

/** The day, hour by hour, along one cord; what has a text is a session, the rest a pause. */
export function ConferenceProgramme({ title, lead, list }: ConferencesCopy["programme"]) {
  return (
    <Rail title={title} lead={lead}>
      <ol className="programme">
        {list.map((entry) => (
          <li key={entry.at} className={"text" in entry ? undefined : "programme-pause"}>
            <time className="text-lead tabular" dateTime={entry.at}>
              {entry.hour}
            </time>
            <Jack state={"text" in entry ? "live" : "idle"} />
            <div>
              <h3 className="text-lead">{entry.title}</h3>
              {"text" in entry && <p className="quiet">{entry.text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Rail>
  );
}
