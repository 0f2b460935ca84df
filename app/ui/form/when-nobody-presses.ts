/** A line that appears under a pressed pointer would move the button away from it, and the press would be lost. */
export function whenNobodyPresses(act: () => void): void {
  if (!document.querySelector(":active:is(button, a, label, select)")) return act();
  addEventListener("pointerup", () => setTimeout(act), { once: true });
}
