import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { isZeroOid } from '../objects/object-id.ts';
import type { ChangedFile } from './diff-file.ts';
import { listChangedFiles } from './stream-diff.ts';

export interface DiffBounds {
  files: number;
  /** Of both sides of all changed files. */
  bytes: number;
}

const FILES_AT_ONCE = 100;

/** Is a comparison within bounds? Told by its list of files and their sizes; no line is compared. */
export async function isDiffWithin(
  repo: string,
  ends: { from: string | null; to: string },
  bounds: DiffBounds,
): Promise<boolean> {
  const files = await listChangedFiles(repo, ends);
  if (files.length > bounds.files) return false;
  let bytes = 0;
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const blobs = files.slice(at, at + FILES_AT_ONCE).flatMap(blobsOf);
    const infos = await Promise.all(blobs.map((oid) => sharedCatFiles().info(repo, oid)));
    for (const info of infos) bytes += info?.size ?? 0;
    if (bytes > bounds.bytes) return false;
  }
  return true;
}

/** Commits of other repositories are no objects here. */
function blobsOf(file: ChangedFile): string[] {
  const sides: [mode: string, oid: string][] = [
    [file.oldMode, file.oldOid],
    [file.newMode, file.newOid],
  ];
  return sides.flatMap(([mode, oid]) => (mode === '160000' || isZeroOid(oid) ? [] : [oid]));
}
