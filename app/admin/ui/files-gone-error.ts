/** Files of a screen did not come: the network is cut, or the site was rebuilt meanwhile. */
export class FilesGoneError extends Error {
  override name = "FilesGoneError";
}

/** Downloads a part of the desk. @throws FilesGoneError */
export async function download<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new FilesGoneError("Files of the desk did not come.", { cause });
  }
}
