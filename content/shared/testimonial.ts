/** What stands beside a customer's words. */
export const testimonialCopy = { label: "Témoignage", toCase: "Lire leur histoire" };
