/** What a wished volume falls to; halfway between two, the upper one. Source: resolutions, section 3. */
export function nearestOf<Choice>(
  choices: readonly [Choice, ...Choice[]],
  wished: number,
  volumeOf: (choice: Choice) => number,
): Choice {
  const distanceOf = (choice: Choice) => Math.abs(volumeOf(choice) - wished);
  return choices.reduce((nearest, choice) => (distanceOf(choice) <= distanceOf(nearest) ? choice : nearest));
}
