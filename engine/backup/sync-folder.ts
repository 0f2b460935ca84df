import { open } from "node:fs/promises";

/** What systems answer that cannot sync a folder: Windows, and file systems of other machines. */
const cannotSync = ["EINVAL", "EPERM", "EISDIR", "ENOTSUP"];

/** Puts the names in a folder on the disk. @throws when the disk says that it did not take them */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch((error: NodeJS.ErrnoException) => {
    if (!cannotSync.includes(error.code ?? "")) throw error;
  });
  try {
    await handle?.sync();
  } catch (error) {
    if (!cannotSync.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await handle?.close();
  }
}
