/** @param written the same number, as it is written */
export type SayVolume = (written: string, count: number) => string;

/** How an offer is called, and what is said of every order of it. */
export type OfferWords = {
  /** What was asked for, in full: in mails and calendars. */
  name: string;
  /** In the customer's space, and where the demonstration takes payments. */
  ownName: string;
  /** Where the team calls it otherwise. */
  deskName?: string;
  /** The first words of the first mail. */
  received: string;
  /** When what was ordered works. */
  opens: string;
  /** How a volume is said; undefined where it goes without saying. */
  volumeOf: (isTraining: boolean) => SayVolume | undefined;
};
