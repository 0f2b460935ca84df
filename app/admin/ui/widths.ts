import { widthFrom } from "#design/tokens.ts";

/** From here leads are a table with columns; below, each is a card. */
export const tableWidth = widthFrom("lg");
/** From here the file stands beside the list; below, it covers it. */
export const dockedWidth = widthFrom("docked");
/** From here the usual filters stand in the bar; below, all of them are behind one button. */
export const filtersWidth = widthFrom("md");
/** From here the bar has room for the figures beside the work; below, they stand in a menu. */
export const wideBarWidth = widthFrom("xl");
