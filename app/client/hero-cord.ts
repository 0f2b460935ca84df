// Hero of the home page: the cord leaves the title's full stop and plugs into the live line of the console.

type Point = { x: number; y: number };

/** Draws the cord, whose styles move it, and again whenever its ends have moved. */
export function start(hero: HTMLElement): void {
  const dot = find(hero, ".hero-dot");
  const jack = find(hero, ".board-live > :first-child");
  const svg = find<SVGSVGElement>(hero, ".hero-cord");
  const plug = find<SVGGElement>(svg, "g");

  // The title and the console move with the font and the width of the window.
  void document.fonts.ready.then(() => {
    hero.dataset.cord = "";
    const resizes = new ResizeObserver(draw);
    // The full stop too: the title takes its new size a frame after the hero.
    resizes.observe(dot);
    resizes.observe(hero);
  });

  function draw(): void {
    const frame = hero.getBoundingClientRect();
    const centre = (element: Element): Point => {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2 - frame.x, y: box.y + box.height / 2 - frame.y };
    };
    const isNarrow = !matchMedia(hero.dataset.wide ?? "").matches;
    const from = centre(dot);
    const to = centre(jack);
    const path = isNarrow ? drawAlong(from, to, frame.width) : drawDown(from, to);

    svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    for (const cord of svg.querySelectorAll(".cord")) cord.setAttribute("d", path);
    plug.setAttribute("transform", `translate(${to.x} ${to.y}) scale(${isNarrow ? 0.72 : 1})`);
  }
}

/** Wide screen: out to the right, then straight down into the jack. */
function drawDown(from: Point, to: Point): string {
  const plugTop = to.y - 28;
  const out = `${from.x + (to.x - from.x) * 0.75} ${from.y + 6}`;
  const down = `${to.x} ${from.y + (to.y - from.y) * 0.1}`;
  return `M${from.x} ${from.y}C${out} ${down} ${to.x} ${plugTop}`;
}

/** Narrow screen: beside the words, in the margin, down to the jack. */
function drawAlong(from: Point, to: Point, width: number): string {
  const plugTop = to.y - 20;
  const margin = width + 6;
  const low = plugTop - (plugTop - from.y) * 0.04;
  return `M${from.x} ${from.y}C${margin} ${from.y + 10} ${margin} ${low} ${to.x} ${plugTop}`;
}

/** What the page's HTML holds without fail. */
function find<Found extends Element = HTMLElement>(parent: Element, selector: string): Found {
  return parent.querySelector(selector) as Found;
}
