const timeLimitMs = 10_000;

/**
 * Confirms the newsletter with the token of its mail. Always this site's own server, and without a key: the page that
 * carries it is small.
 *
 * @returns what became of the token; `unavailable` when nothing did, and it can be tried again
 */
export async function confirmNewsletter(token: string): Promise<string> {
  try {
    const response = await fetch("/functions/v1/confirm-newsletter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(timeLimitMs),
    });
    if (response.status === 400 || response.status === 413) return "unknown";
    const answer: { outcome?: string } = response.ok ? await response.json() : {};
    return answer.outcome ?? "unavailable";
  } catch {
    return "unavailable"; // no network, or no answer in time
  }
}
