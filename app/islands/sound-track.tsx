import { formatLength } from "#app/ui/format.ts";
import { callPlayerCopy as copy } from "#content/call-player.ts";

import { Bars } from "./bars.tsx";

type Props = {
  loudness: readonly number[];
  durationSeconds: number;
  atSeconds: number;
  /** Its range is there once it can be moved. */
  isAlive: boolean;
  onMove: (seconds: number) => void;
};

/** A recording as its own drawing, and where it is: the drawing is the track, the range lies over it. */
export function SoundTrack({ loudness, durationSeconds, atSeconds, isAlive, onMove }: Props) {
  return (
    <div className="sound-track">
      <Bars loudness={loudness} share={atSeconds / durationSeconds} />
      {isAlive && (
        <input
          type="range"
          min={0}
          max={durationSeconds}
          step={1}
          value={Math.floor(atSeconds)}
          aria-label={copy.position}
          aria-valuetext={copy.positionInWords(Math.floor(atSeconds), durationSeconds)}
          onChange={(event) => onMove(Number(event.target.value))}
        />
      )}
      <p className="text-caption faint tabular sound-clock" aria-hidden="true">
        <span>{formatLength(atSeconds)}</span> <span>{formatLength(durationSeconds)}</span>
      </p>
    </div>
  );
}
