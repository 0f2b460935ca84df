const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}

/** An id as the database writes it, whatever the case of its letters. */
export function readUuid(text: string): string | undefined {
  return isUuid(text) ? text.toLowerCase() : undefined;
}
