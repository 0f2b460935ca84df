const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** An id as the database writes it, whatever the case of its letters. */
export function readUuid(text: string): string | undefined {
  const id = text.toLowerCase();
  return uuid.test(id) ? id : undefined;
}
