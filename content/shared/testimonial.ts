/** Labels around a testimonial. */
export const testimonialCopy = { label: "Témoignage", toCase: "Lire leur histoire" };
