import { Box, Row } from "#app/ui/layout.tsx";

import { useEffect, useEffectEvent, useId, useRef, useState } from "react";

import { SectionBar } from "#app/ui/section-bar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Face } from "#app/ui/face.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { KeptTogether } from "#app/ui/kept-together.tsx";
import type { PictureSource } from "#app/ui/site-picture.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { widthFrom } from "#design/tokens.ts";
import { joints } from "#domain/kernel/joints.ts";

export type Slide = {
  id: string;
  text: string;
  /** First name and initial. */
  name: string;
  role: string;
  /** The initials show without one, and when it does not come. */
  avatar?: PictureSource;
  avatarFallback: string;
};

export type CarouselProps = {
  title: string;
  testimonials: Slide[];
  /** `of` stands between the number of a slide and how many there are. */
  labels: { of: string; previous: string; next: string; pause: string; resume: string };
  signUp: { target: string; label: string };
};

export const slideIntervalMs = 4000;
const wideScreen = widthFrom("md");
const canHover = "(hover: hover)";
const lessMovement = "(prefers-reduced-motion: reduce)";

/** `first` is the index of the first testimonial in view, always a multiple of `perSlide`. */
type View = { first: number; perSlide: 1 | 3 };

/** Testimonials, three at a time on a wide screen, one on a narrow one. */
export function Carousel({ title, testimonials, labels, signUp }: CarouselProps) {
  const [view, setView] = useState<View>({ first: 0, perSlide: 3 });
  const [isHeld, setIsHeld] = useState({ byPointer: false, byFocus: false });
  const [choice, setChoice] = useState<"paused" | "playing">();
  const prefersLessMovement = useMediaQuery(lessMovement);
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);

  const slideCount = Math.ceil(testimonials.length / view.perSlide);
  const slide = view.first / view.perSlide;
  // With less movement asked for, it moves on request only.
  const isPaused = choice === undefined ? prefersLessMovement : choice === "paused";
  const isRunning = !isPaused && !isHeld.byPointer && !isHeld.byFocus;

  function move(step: 1 | -1) {
    setView(({ first, perSlide }) => {
      const count = Math.ceil(testimonials.length / perSlide);
      return { perSlide, first: ((first / perSlide + step + count) % count) * perSlide };
    });
  }

  // Width of the screen: crossing the limit keeps the first visible testimonial in view.
  useEffect(() => {
    const query = matchMedia(wideScreen);
    const adapt = () => setView(({ first }) => viewHolding(first, query.matches ? 3 : 1));
    adapt();
    query.addEventListener("change", adapt);
    return () => query.removeEventListener("change", adapt);
  }, []);

  // Hover and focus that began before the carousel came alive: no event tells them any more.
  useEffect(() => {
    setIsHeld({
      byPointer: matchMedia(canHover).matches && root.current?.matches(":hover") === true,
      byFocus: root.current?.querySelector(":focus-visible") != null,
    });
  }, []);

  // Timer: a whole interval after each move, by the visitor or by itself.
  const moveOn = useEffectEvent(() => move(1));
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => moveOn(), slideIntervalMs);
    return () => clearTimeout(timer);
  }, [isRunning, view]);

  return (
    <Box
      ref={root}
      position="relative"
      onPointerEnter={(event) => event.pointerType !== "touch" && setIsHeld((held) => ({ ...held, byPointer: true }))}
      onPointerLeave={() => setIsHeld((held) => ({ ...held, byPointer: false }))}
      onFocus={(event) => setIsHeld((held) => ({ ...held, byFocus: event.target.matches(":focus-visible") }))}
      onBlur={() => setIsHeld((held) => ({ ...held, byFocus: false }))}
    >
      <SectionBar title={title}>
        <Row gap={4} align="center" isWrapping tablet={{ gap: 8 }} className="carousel-controls">
          {slideCount > 1 && (
            <>
              <span className="caption tabular">
                {slide + 1} {labels.of} {slideCount}
              </span>
              <IconButton icon="previous" label={labels.previous} aria-controls={listId} onClick={() => move(-1)} />
              <IconButton icon="next" label={labels.next} aria-controls={listId} onClick={() => move(1)} />
              <IconButton
                icon={isPaused ? "play" : "pause"}
                label={isPaused ? labels.resume : labels.pause}
                onClick={() => setChoice(isPaused ? "playing" : "paused")}
              />
            </>
          )}
        </Row>
      </SectionBar>
      <Box rule="top" background="surface" className="carousel">
        <ol
          id={listId}
          aria-live={isRunning ? "off" : "polite"}
          // No attribute in the server's HTML, which the content policy would refuse.
          {...(slide > 0 ? { style: { transform: `translateX(-${slide * 100}%)` } } : {})}
        >
          {testimonials.map((testimonial, index) => (
            <Row
              as="li"
              direction="column"
              justify="between"
              gap={40}
              padding="cell"
              key={testimonial.id}
              inert={Math.floor(index / view.perSlide) !== slide}
            >
              <blockquote className="text-subtitle stretch-mid tracking-snug leading-snug pretty">
                «&nbsp;
                <KeptTogether text={testimonial.text} parts={joints} />
                &nbsp;»
              </blockquote>
              <Row gap={16} align="center" className="text-small leading-snug carousel-author">
                <Face initials={testimonial.avatarFallback} picture={testimonial.avatar} />
                <span>
                  <b className="block">{testimonial.name}</b>
                  <span className="faint">{testimonial.role}</span>
                </span>
              </Row>
            </Row>
          ))}
        </ol>
      </Box>
      <Row paddingBlock={8} paddingInline="cell" rule="top" tablet={{ paddingBlock: 12 }}>
        <ButtonLink href={signUp.target} variant="secondary" isSmall hasPlug={false}>
          {signUp.label}
        </ButtonLink>
      </Row>
    </Box>
  );
}

/** The view of that size in which the testimonial stands. */
function viewHolding(index: number, perSlide: View["perSlide"]): View {
  return { perSlide, first: Math.floor(index / perSlide) * perSlide };
}
