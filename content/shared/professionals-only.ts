/** Beside prices without tax, and above the button that confirms: consumers are shown prices with it. */
export const professionalsOnly = "Réservé aux professionnels.";
