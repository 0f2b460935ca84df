// Legal texts: the print button, and the section being read marked in the table of contents.

export function start(text: HTMLElement): void {
  const button = text.querySelector<HTMLElement>(".legal-head button");
  button?.addEventListener("click", () => print());
  // Hidden until this script can answer it.
  if (button) button.dataset.alive = "";

  // A section is read while it crosses a line in the upper part of the window.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const link = text.querySelector(`.legal-contents a[href="#${target.querySelector("h2")?.id}"]`);
        if (isIntersecting) link?.setAttribute("aria-current", "true");
        else link?.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-30% 0px -70% 0px" },
  );
  for (const section of text.querySelectorAll("section")) observer.observe(section);
}
