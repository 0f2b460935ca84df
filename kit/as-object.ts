/** What the network or the database said, to be read field by field: what is no object has none. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
