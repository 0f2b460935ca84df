/** Of the sentence that the loader shows when files do not come. */
export const filesGoneId = "fichiers-absents";
