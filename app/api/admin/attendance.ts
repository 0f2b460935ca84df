import { backgroundHeader } from "#kit/background-header.ts";

/** Without a key, a click or a turn of the wheel for so long, what the screens read is read in the background. */
const attendedMs = 2 * 60_000;
const signs = ["keydown", "pointerdown", "wheel"] as const;

let lastSignMs = Date.now();

/** Watches for signs of the person before the screen. */
export function watchAttendance(): void {
  const note = () => {
    lastSignMs = Date.now();
  };
  for (const sign of signs) addEventListener(sign, note, { capture: true, passive: true });
}

/** Headers for this site's own server, which alone knows them. */
export function backgroundHeaders(address: string): Record<string, string> {
  const isLeftAlone = Date.now() - lastSignMs > attendedMs;
  return isLeftAlone && new URL(address).origin === location.origin ? { [backgroundHeader]: "1" } : {};
}
