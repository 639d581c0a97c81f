import { statfs } from 'node:fs/promises';

/** Eight segments of PostgreSQL's log, and room for a push of ordinary size: below it writes begin to fail. */
export const MIN_FREE_BYTES = 128 * 1024 * 1024;
/** A push or a merge writes some dozens of files; many come at once. */
export const MIN_FREE_FILES = 1_024;

export type FreeSpace = {
  bytes: number;
  /** Null where the file system does not count them. */
  files: number | null;
  isEnough: boolean;
};

type Counts = { bavail: number; bsize: number; files: number; ffree: number };

export function freeSpaceOf({ bavail, bsize, files, ffree }: Counts): FreeSpace {
  const bytes = bavail * bsize;
  const freeFiles = files > 0 ? ffree : null;
  return {
    bytes,
    files: freeFiles,
    isEnough: bytes >= MIN_FREE_BYTES && (freeFiles === null || freeFiles >= MIN_FREE_FILES),
  };
}

/** What is left for this user on the file system of the folder. */
export async function readFreeSpace(folder: string): Promise<FreeSpace> {
  return freeSpaceOf(await statfs(folder));
}
