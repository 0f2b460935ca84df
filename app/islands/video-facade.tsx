import "#app/ui/text.css";
import "#app/ui/words.css";
import "./video-facade.css";

import { useState } from "react";

import { Icon } from "#app/ui/icon.tsx";

export type VideoFacadeProps = {
  /** Our own film, lightest first: nothing of it is requested before the click. */
  sources: { src: string; type: string }[];
  /** Words of the film, as WebVTT. */
  captions: { src: string; label: string };
  /** Picture of 1280 × 720. */
  poster: string;
  title: string;
  /** Under the title: length, voices made by a machine. */
  notes: string[];
  /** What the button does, for those who do not see the picture. */
  play: string;
};

/** A picture and a button; then the player, already running. */
export function VideoFacade({ sources, captions, poster, title, notes, play }: VideoFacadeProps) {
  const [isPlaying, setIsPlaying] = useState(false);

  if (isPlaying) {
    return (
      <video ref={takeOver} className="video-player" poster={poster} aria-label={title} autoPlay controls playsInline>
        {sources.map((source) => (
          <source key={source.type} {...source} />
        ))}
        <track kind="captions" srcLang="fr" {...captions} />
      </video>
    );
  }

  return (
    <button type="button" className="video dark" onClick={() => setIsPlaying(true)}>
      <img src={poster} alt="" width={1280} height={720} loading="lazy" decoding="async" />
      <span className="video-play">
        <Icon name="play" />
        <span className="visually-hidden">{play}</span>
      </span>
      <span>
        <b className="text-lead block leading-tight">{title}</b>
        <small className="text-caption block color-on-line-2">{notes.join(". ")}</small>
      </span>
    </button>
  );
}

/** The button that had the focus is gone. A browser that refuses sound without a newer gesture plays without it. */
function takeOver(player: HTMLVideoElement | null): void {
  player?.focus();
  player?.play().catch(() => {
    player.muted = true;
    player.play().catch(() => undefined); // the controls are there
  });
}
