/** What three readers take for the same: Node, systemd's `EnvironmentFile` and the `env_file` of Compose. */
const bare = /^[\w@%+=:,./-]*$/;

export function canQuote(value: string): boolean {
  return !value.includes("'") || !/["\\$`]/.test(value);
}

function quoted(value: string): string {
  if (bare.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

const lineOf = (name: string, value: string) => `${name}=${quoted(value)}`;

/**
 * The text of `.env` with these variables: each in its line, new ones at the end, those without a value gone. Comments
 * and other variables stay as they are.
 */
export function writeVariables(text: string, variables: Record<string, string>): string {
  const lines = text.split("\n").filter((line, index, all) => line !== "" || index < all.length - 1);
  const written = new Set<string>();
  const kept = lines.flatMap((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? "";
    const value = variables[name];
    if (value === undefined) return [line];
    const isAgain = written.has(name);
    written.add(name);
    return value === "" || isAgain ? [] : [lineOf(name, value)];
  });
  const added = Object.entries(variables).filter(([name, value]) => value !== "" && !written.has(name));
  return [...kept, ...added.map(([name, value]) => lineOf(name, value)), ""].join("\n");
}
