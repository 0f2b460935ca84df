import { confirmNewsletter } from "#subjects/newsletter/calls/visitor-newsletter.ts";

// Thank-you page, from the link of the newsletter's mail: `?newsletter=` holds the token, then what became of it.

/** What the address says once the token has served: it can be read again, or shared, without harm. */
const outcomesInAddress: Record<string, string> = {
  confirmee: "confirmed",
  "deja-confirmee": "used",
  expiree: "expired",
  invalide: "unknown",
};

/** Shows the part of the page that confirms, and confirms when its button is pressed: once, however often. */
export function start(): void {
  const part = document.querySelector<HTMLElement>("#lettre");
  const button = part?.querySelector<HTMLButtonElement>("[data-confirm]");
  const said = new URLSearchParams(location.search).get("newsletter") ?? "";
  if (!part || !button) return;
  part.dataset["open"] = "";

  const known = outcomesInAddress[said];
  if (known !== undefined) return showOutcome(part, known);
  let isBusy = false;
  button.addEventListener("click", () => {
    if (isBusy) return;
    isBusy = true;
    void confirmNewsletter(said).then((outcome) => {
      isBusy = false;
      showOutcome(part, outcome);
    });
  });
}

function showOutcome(part: HTMLElement, outcome: string): void {
  for (const sentence of part.querySelectorAll<HTMLElement>("[data-outcome]")) {
    sentence.hidden = sentence.dataset["outcome"] !== outcome;
  }
  const word = Object.keys(outcomesInAddress).find((each) => outcomesInAddress[each] === outcome);
  if (word === undefined) return;
  part.querySelector("[data-asks]")?.toggleAttribute("hidden", true);
  history.replaceState(history.state, "", `${location.pathname}?newsletter=${word}#${part.id}`);
}
