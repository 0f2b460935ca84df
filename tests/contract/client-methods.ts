/** What a client keeps for itself, or was given: callers of the client do not ask for it. */
const ownThings = [
  "client",
  "experimental",
  "fetch",
  "headers",
  "initializePromise",
  "jwks",
  "lock",
  "logger",
  "memoryStorage",
  "pendingInLock",
  "stateChangeEmitters",
  "storage",
];

/** The methods of a client and of all that hangs on it, as they are written: `mfa.webauthn.register`. */
export function methodsOf(target: object, prefix = ""): string[] {
  const names = namesOf(target).filter((name) => !name.startsWith("_") && !ownThings.includes(name));
  return names.flatMap((name) => {
    const value = (target as Record<string, unknown>)[name];
    if (typeof value === "function") return [prefix + name];
    return isPlace(value) ? methodsOf(value, `${prefix}${name}.`) : [];
  });
}

function namesOf(target: object): string[] {
  const names = new Set(Object.getOwnPropertyNames(target));
  for (let type = Object.getPrototypeOf(target); type && type !== Object.prototype; type = Object.getPrototypeOf(type))
    for (const name of Object.getOwnPropertyNames(type)) if (name !== "constructor") names.add(name);
  return [...names];
}

function isPlace(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same client, noting each method that is called on it; what it calls of itself does not count. */
export function noting<Client extends object>(client: Client, called: Set<string>, prefix = ""): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof name !== "string" || ownThings.includes(name)) return value;
      if (isPlace(value)) return noting(value, called, `${prefix}${name}.`);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        called.add(prefix + name);
        return (value as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
}
