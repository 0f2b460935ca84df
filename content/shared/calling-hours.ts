/** When our agents may call. Source: the legal texts, 4.6. */
export const callingHours = "Du lundi au vendredi, de 10 h à 13 h et de 14 h à 20 h, hors jours fériés.";
