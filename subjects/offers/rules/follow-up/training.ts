/** Whom the clients are when they are trainees. */
export const trainingAudience = "formation";

/** The page that gives training bodies the free days of the follow-up, here and in its metadata. */
export const trainingLink = "formation";

/** As `Asked` has it. */
export function traineesAsked(trainees: number): string {
  return `${trainingAudience} ${trainees}`;
}
