// Set pieces of public pages: what is still below the window waits, and plays once when it is first seen. What has been
// seen by the first gesture stays as it is.

import styles from "./motion.css?inline";

const waiting = [...document.querySelectorAll<HTMLElement>("[data-moves]")].filter(
  (piece) => piece.getBoundingClientRect().top > innerHeight,
);

document.styleSheets[0]?.insertRule(styles);
for (const piece of waiting) piece.dataset.waits = "";

// Elsewhere a timeline of the view tells styles when they are seen.
if (!CSS.supports("animation-timeline: view()")) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) play(target as HTMLElement);
    },
    { rootMargin: "0px 0px -30%" },
  );
  for (const piece of waiting) observer.observe(piece);
}

function play(piece: HTMLElement): void {
  piece.dataset.waits = "seen";
}
