/** `URL.parse`, which the oldest browsers that we serve do not have. */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
