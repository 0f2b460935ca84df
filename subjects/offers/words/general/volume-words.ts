/** What a chosen volume says, with its number written out. */
export const volumeWords = {
  callsPerMonth: (calls: string) => `${calls} appels par jour`,
  activeClientsPerMonth: (clients: string) => `${clients} clients actifs par mois`,
  /** The same of a training body. */
  traineesPerMonth: (trainees: string) => `${trainees} stagiaires suivis par mois`,
  contactsPerMonth: (contacts: string) => `${contacts} contacts par mois`,
};
