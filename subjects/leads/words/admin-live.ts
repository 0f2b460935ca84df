const conjunction = new Intl.ListFormat("fr", { type: "conjunction" });

/** What the back office says of the screens that follow each other. */
export const adminLive = {
  lost: "Connexion perdue, nouvelle tentative…",
  current: "À jour",
  newLeads: (count: number) => (count === 1 ? "1 nouveau lead" : `${count} nouveaux leads`),
  alsoHere: (people: string[]) => `Fiche aussi ouverte par ${conjunction.format(people)}.`,
};
