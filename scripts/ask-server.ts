import { folderHeader, nameFolder } from "#server/operations/named-folder.ts";
import type { Settings } from "#server/settings/settings.ts";

type Request = { method?: "GET" | "POST"; path: string; body?: unknown };

/** What a running server said: `ok` for 2xx, and the JSON of its answer. */
type Answer = { ok: boolean; body: unknown };

/**
 * Asks the site's own server to do what only one process may do to an embedded database.
 *
 * @returns undefined when no server of this data folder runs there, or the database is one that two processes may open
 */
export async function askServer(
  { port, host, secretKey, databaseUrl, dataDir }: Settings,
  { method = "GET", path, body }: Request,
): Promise<Answer | undefined> {
  if (databaseUrl) return undefined;
  const target = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const answer = await fetch(`http://${target}:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      "content-type": "application/json",
      [folderHeader]: nameFolder(dataDir),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!answer || answer.status === 404) return undefined;
  // What is no JSON, no server of ours said.
  const said: unknown = await answer.json().catch(() => undefined);
  return said === undefined ? undefined : { ok: answer.ok, body: said };
}
