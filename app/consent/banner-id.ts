/** Of the banner's section: the script finds it by this. */
export const bannerId = "bandeau-cookies";
