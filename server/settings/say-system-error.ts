/** What Node gives an error of the system; see `errno(3)`. */
type SystemError = NodeJS.ErrnoException & { address?: string; port?: number };

/** What an operator can mend, by the code of the system. `place` is a path, or an address with its port. */
const sentences: Record<string, (place: string) => string> = {
  ENOENT: (place) => `There is no ${place}.`,
  ENOTDIR: (place) => `${place} stands below a file: name a place in a folder.`,
  EISDIR: (place) => `${place} is a folder: name a file.`,
  EEXIST: (place) => `${place} exists already.`,
  EACCES: (place) => `This account has no right to ${place}.`,
  EPERM: (place) => `This account has no right to ${place}.`,
  EROFS: (place) => `${place} is on a disk that can only be read.`,
  ENOSPC: (place) => `No space is left on the disk of ${place}.`,
  EDQUOT: (place) => `This account may store no more on the disk of ${place}.`,
  ENAMETOOLONG: (place) => `The name ${place} is too long.`,
  ECONNREFUSED: (place) => `Nothing answers at ${place}.`,
  ETIMEDOUT: (place) => `${place} does not answer.`,
};

/** The same where the system names no place: of a read or a write under way. */
const sentencesWithoutPlace: Record<string, string> = {
  EISDIR: "A folder is named where a file has to be.",
  ENOSPC: "No space is left on the disk.",
  EDQUOT: "This account may store no more on that disk.",
  EFBIG: "The file is larger than the disk takes.",
  EIO: "The disk could not be read or written.",
  EMFILE: "This process may open no more files: see ulimit -n.",
  ENFILE: "This machine may open no more files.",
};

/** @returns undefined for what no operator can have caused */
export function saySystemError(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code = "", path, address, port } = error as SystemError;
  const place = path ?? (address === undefined ? undefined : `${address}:${port}`);
  return place === undefined ? sentencesWithoutPlace[code] : sentences[code]?.(place);
}
