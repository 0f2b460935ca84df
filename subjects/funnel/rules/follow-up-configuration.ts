import { chosenCount, shownCount } from "./counts.ts";
import type { CheckedQuestion } from "./questions.ts";
import { configurationReader } from "./read-configuration.ts";

export type FollowUpField = CheckedQuestion<"suiviclient">;

/** Step 3 of the customer follow-up: the answers as they are to be stored and sent, or what is wrong with them. */
export const readFollowUpConfiguration = configurationReader("suiviclient");

/** The volume the slider shows, which is also the one submitted: the nearest stop when the stored number is none. */
export function shownActiveClients(activeClients: number): number {
  return shownCount("activeClientsPerMonth", activeClients);
}

/** The volume of the summary and of the payment: as stored. A number that is no tier is not sold. */
export function chosenActiveClients(activeClients: number): number {
  return chosenCount("activeClientsPerMonth", activeClients);
}
