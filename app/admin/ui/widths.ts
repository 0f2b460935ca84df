/** From here leads are a table with columns; below, each is a card. */
export const tableWidth = "(min-width: 64rem)";
/** From here the file stands beside the list; below, it covers it. */
export const dockedWidth = "(min-width: 90rem)";
