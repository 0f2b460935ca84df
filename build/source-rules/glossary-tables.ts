/** Rows of the table of a document whose first heading begins so, as their cells. */
export function rowsBelow(document: string, heading: string): string[][] {
  const [, , ...rows] = document.slice(document.indexOf(heading)).split("\n\n")[0]?.split("\n") ?? [];
  return rows
    .filter((row) => row.startsWith("|"))
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
