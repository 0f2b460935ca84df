import { nearestCallsPerDay, secretariatVolumes } from "./secretariat-tiers.ts";

/** Of the offer's own page. Source: specification, section 9. */
export const callSlider = { min: 10, max: 1000, step: 5, initial: 50 } as const;

/** Tiers within reach of the slider: the one of 5 calls a day is chosen in the funnel. */
export const callSliderVolumes: readonly number[] = secretariatVolumes.filter((volume) => volume >= callSlider.min);

export type CallChoice = {
  /** The tier, in calls a day. None above the last one: we talk about it instead of showing a wrong price. */
  volume: number | undefined;
  /** From the last stop upwards. */
  isBeyondTiers: boolean;
};

/** What a wished number of calls a day comes to. Source: resolutions, section 3. */
export function chooseCalls(callsPerDay: number): CallChoice {
  return {
    volume: callsPerDay > callSlider.max ? undefined : nearestCallsPerDay(callsPerDay),
    isBeyondTiers: callsPerDay >= callSlider.max,
  };
}

const minutesPerCall = 3;
const minutesOnThePhone = 8 * 60;

/** Time that a day of calls takes: in minutes or, from two people all day long, in people. A part of one goes down. */
export function phoneTime(callsPerDay: number): { minutes: number } | { people: number } {
  const minutes = callsPerDay * minutesPerCall;
  const people = Math.floor(minutes / minutesOnThePhone);
  return people < 2 ? { minutes } : { people };
}
