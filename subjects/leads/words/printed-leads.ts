/** The list of leads on paper. */
export const printedLeads = {
  heads: ["Nom", "Société", "Contact", "Tunnel", "Statut", "Paiement", "Créé le"],
  count: (rows: number, hasMore: boolean, at: string) => {
    if (rows === 0) return `Aucun lead, le ${at}.`;
    const leads = rows === 1 ? "1 lead" : `${rows} leads`;
    return hasMore
      ? `Les ${rows} premiers leads de la liste, le ${at}. Les suivants ne sont pas imprimés\u00a0: l’export les contient tous.`
      : `${leads}, dans l’ordre de la liste, le ${at}.`;
  },
};
