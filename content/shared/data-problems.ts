/** Sentences of the data service that a person may read; everything else it says is for programs. */
export const dataProblems = {
  unavailable: "Le service est momentanément indisponible : réessayez dans un instant.",
  tooManySubmissions: "Trop d’envois en peu de temps : réessayez plus tard.",
  answerTooLarge: "La réponse serait trop volumineuse : demandez moins de lignes ou moins de colonnes.",
  columnTooOften: "Une même colonne ne peut être demandée plus de quatre fois.",
};
