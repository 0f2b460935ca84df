/** Official texts and pages that articles cite, at addresses that last: `[…](texte:ia)`. */
export const officialTexts = {
  ia: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
  rgpd: "https://eur-lex.europa.eu/eli/reg/2016/679/oj",
  consommation: "https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006069565",
  travail: "https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006072050",
  penal: "https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006070719",
  /** Law n° 2025-594: telephone canvassing, since 11 August 2026. */
  "fraudes-aides": "https://www.legifrance.gouv.fr/jorf/id/JORFTEXT000051824277",
  /** Article L. 34-5 of the code of electronic communications. */
  "messages-publicitaires": "https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000042155961/",
  avocats: "https://www.legifrance.gouv.fr/loda/id/JORFTEXT000000508793",
  "cnil-prospection":
    "https://www.cnil.fr/fr/la-prospection-commerciale-par-courrier-electronique-sms-mms-et-automate-dappel",
  "cnil-appels": "https://www.cnil.fr/fr/lecoute-et-lenregistrement-des-appels-sur-le-lieu-de-travail",
} as const;
