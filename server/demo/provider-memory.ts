import type { Adapter, AdapterPayload } from "oidc-provider";

type Entry = { payload: AdapterPayload; expiresAtMs: number };

/** Sessions and codes of the demonstration's identity provider: minutes old at most, lost with the process. */
export function createProviderMemory(): (kind: string) => Adapter {
  const entries = new Map<string, Entry>();

  return (kind) => {
    const keyOf = (id: string) => `${kind}:${id}`;
    const find = async (id: string) => {
      const entry = entries.get(keyOf(id));
      return entry && entry.expiresAtMs > Date.now() ? entry.payload : undefined;
    };
    const findWhere = async (isWanted: (payload: AdapterPayload) => boolean) => {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(`${kind}:`) && isWanted(payload)) return payload;
      }
      return undefined;
    };

    return {
      find,
      findByUid: (uid) => findWhere((payload) => payload.uid === uid),
      findByUserCode: (userCode) => findWhere((payload) => payload.userCode === userCode),
      async upsert(id, payload, expiresInSeconds = 600) {
        forgetExpired(entries);
        entries.set(keyOf(id), { payload, expiresAtMs: Date.now() + expiresInSeconds * 1000 });
      },
      async consume(id) {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
      },
    };
  };
}

function forgetExpired(entries: Map<string, Entry>): void {
  for (const [key, { expiresAtMs }] of entries) if (expiresAtMs <= Date.now()) entries.delete(key);
}
