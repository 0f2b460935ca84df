import { useLayoutEffect, useRef, useState } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Row } from "#app/ui/layout.tsx";

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
  /** Until it is clicked, a line beside a small picture. */
  isLow?: boolean;
  /** What takes the film away again. */
  close: string;
  /** Once it is over: a number, a call to act, the film again. */
  end: { title: string; call: Link; trial: Link; replay: string };
};

type Link = { href: string; label: string };

/** A picture and a button; then the player, already running; then what to do next. */
export function VideoFacade({
  sources,
  captions,
  poster,
  title,
  notes,
  play,
  isLow = false,
  close,
  end,
}: VideoFacadeProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  const [wasClosed, setWasClosed] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const player = useRef<HTMLVideoElement>(null);

  // The button that had the focus is gone.
  useLayoutEffect(() => {
    if (isPlaying) takeOver(player.current);
  }, [isPlaying]);

  function showEnd() {
    setIsOver(true);
    if (document.fullscreenElement) void document.exitFullscreen();
  }

  function leave() {
    setIsPlaying(false);
    setIsOver(false);
    setWasClosed(true);
  }

  function replay() {
    setIsOver(false);
    takeOver(player.current);
  }

  if (isPlaying) {
    return (
      <div className="video-frame">
        <video
          ref={player}
          className="video-player"
          poster={poster}
          aria-label={title}
          autoPlay
          controls
          playsInline
          onPlay={() => setIsOver(false)}
          onEnded={showEnd}
        >
          {sources.map((source) => (
            <source key={source.type} {...source} />
          ))}
          <track kind="captions" srcLang="fr" {...captions} />
        </video>
        {isOver && (
          <Row direction="column" justify="center" gap={12} padding={20} className="video-end dark">
            <h2 className="text-subtitle leading-tight" ref={takeFocus} tabIndex={-1}>
              {end.title}
            </h2>
            <a className="text-lead strong tabular" href={end.call.href}>
              {end.call.label}
            </a>
            <Row gap={12} align="center" isWrapping>
              <ButtonLink href={end.trial.href} variant="secondary" isSmall>
                {end.trial.label}
              </ButtonLink>
              <button type="button" className="text-small finger-high video-again" onClick={replay}>
                {end.replay}
              </button>
            </Row>
          </Row>
        )}
        <div className="video-close dark">
          <IconButton icon="close" label={close} size="medium" onClick={leave} />
        </div>
      </div>
    );
  }

  return (
    <button
      type="button"
      className={isLow ? "video video-low dark" : "video dark"}
      ref={wasClosed ? takeFocus : undefined}
      onClick={() => setIsPlaying(true)}
    >
      <img src={poster} alt="" width={1280} height={720} loading="lazy" decoding="async" />
      <span className="disc disc-play video-play">
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

function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** A browser that refuses sound without a newer gesture plays without it. */
function takeOver(player: HTMLVideoElement | null): void {
  player?.focus();
  player?.play().catch(() => {
    player.muted = true;
    player.play().catch(() => undefined); // the controls are there
  });
}
