// Hero of the home page: the cord leaves the title's full stop, plugs into the live line, and the call begins.

type Point = { x: number; y: number };

const callDurationMs = 10_000;
/** By then the page's styles show the call by themselves, and it may have been read. */
const latestStartMs = 2500;

/** Shows the cord at once, which its styles draw, plays the call once it comes into view, and again on request. */
export function start(hero: HTMLElement): void {
  const dot = find(hero, ".hero-dot");
  const jack = find(hero, ".board-live > :first-child");
  const svg = find<SVGSVGElement>(hero, ".hero-cord");
  const cord = find<SVGPathElement>(svg, "path.cord");
  const plug = find<SVGGElement>(svg, "g");
  const clock = find(hero, ".call-clock");
  const wholeCall = clock.textContent;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || performance.now() > latestStartMs;
  let clockTimer: ReturnType<typeof setInterval>;

  // The title and the console move with the font and the width of the window.
  void document.fonts.ready.then(() => {
    hero.dataset.call = isStill ? "over" : "waiting";
    const resizes = new ResizeObserver(draw);
    // The full stop too: the title takes its new size a frame after the hero.
    resizes.observe(dot);
    resizes.observe(hero);
    if (!isStill) playOnceInView();
  });
  find(hero, ".call-replay").addEventListener("click", () => {
    delete hero.dataset.call;
    void hero.offsetWidth; // restarts the animations, the cord's included
    play();
  });

  function playOnceInView(): void {
    new IntersectionObserver(
      ([call], observer) => {
        if (!call?.isIntersecting) return;
        observer.disconnect();
        play();
      },
      { rootMargin: "0px 0px -25%" },
    ).observe(find(hero, ".console-call"));
  }

  function play(): void {
    hero.dataset.call = "playing";
    runClock();
  }

  function draw(): void {
    const frame = hero.getBoundingClientRect();
    const centre = (element: Element): Point => {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2 - frame.x, y: box.y + box.height / 2 - frame.y };
    };
    const isNarrow = !matchMedia(hero.dataset.wide ?? "").matches;
    const from = centre(dot);
    const to = centre(jack);

    svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    cord.setAttribute("d", isNarrow ? drawAround(from, to, frame.width) : drawDown(from, to));
    plug.setAttribute("transform", `translate(${to.x} ${to.y}) scale(${isNarrow ? 0.72 : 1})`);
  }

  function runClock(): void {
    const totalSeconds = Number(wholeCall.slice(-2));
    const startedAt = performance.now();
    clearInterval(clockTimer);
    clockTimer = setInterval(() => {
      const share = Math.min(1, (performance.now() - startedAt) / callDurationMs);
      clock.textContent = `00:${String(Math.round(share * totalSeconds)).padStart(2, "0")}`;
      if (share < 1) return;
      clearInterval(clockTimer);
      hero.dataset.call = "over";
    }, 100);
  }
}

/** Wide screen: out to the right, then straight down into the jack. */
function drawDown(from: Point, to: Point): string {
  const plugTop = to.y - 28;
  return `M${from.x} ${from.y}C${from.x + (to.x - from.x) * 0.75} ${from.y + 6} ${to.x} ${from.y + (to.y - from.y) * 0.1} ${to.x} ${plugTop}`;
}

/** Narrow screen: around the end of the title, then back and down. */
function drawAround(from: Point, to: Point, width: number): string {
  const plugTop = to.y - 20;
  const edge = Math.min(width, Math.max(from.x, to.x) + 34) + 24;
  return `M${from.x} ${from.y}C${edge} ${from.y + 6} ${to.x} ${from.y + (to.y - from.y) * 0.42} ${to.x} ${plugTop}`;
}

/** What the page's HTML holds without fail. */
function find<Found extends Element = HTMLElement>(parent: Element, selector: string): Found {
  return parent.querySelector(selector) as Found;
}
