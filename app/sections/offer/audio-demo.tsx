import "#app/ui/text.css";
import "#app/sections/head.css";
import "#app/ui/section.css";
import "#app/ui/words.css";
import "./audio-demo.css";

import { Island } from "#app/page-kit/island.tsx";
import { callSources } from "#app/sections/media-files.ts";
import { Icon } from "#app/ui/icon.tsx";
import { assistantName, audioFallback, type CallRecording, callRecordings, syntheticVoice } from "#content/media.ts";

type Props = { title: string; lead: string };

/** Recorded calls, one open at a time, each with its words. */
export function AudioDemo({ title, lead }: Props) {
  return (
    <section className="section" id="ecouter">
      <div className="head section-head">
        <h2>{title}</h2>
        <p className="lead">{lead}</p>
      </div>
      <div className="recordings">
        {callRecordings.map((recording, index) => (
          <Recording key={recording.id} {...recording} isOpen={index === 0} />
        ))}
      </div>
    </section>
  );
}

function Recording({ id, title, scene, caller, durationSeconds, turns, isOpen }: CallRecording & { isOpen: boolean }) {
  const speakers = { assistant: assistantName, caller };

  return (
    <details name="appels" open={isOpen}>
      <summary>
        <span className="recording-jack" aria-hidden="true" />
        <span>
          <b className="text-lead">{title}</b>
          <small className="text-small faint">
            {scene}. {syntheticVoice}
          </small>
        </span>
        <span className="text-small faint tabular">{formatLength(durationSeconds)}</span>
        <Icon name="down" />
      </summary>
      <div className="recording">
        <Island
          name="CallPlayer"
          when="engaged"
          props={{
            title,
            durationSeconds: Math.round(durationSeconds),
            sources: callSources[id],
            turns: turns.map((turn) => ({ ...turn, speaker: speakers[turn.by] })),
            fallback: audioFallback,
          }}
        />
      </div>
    </details>
  );
}

function formatLength(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
