import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexFile } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { areFleeting, knownLines } from '../../platform/highlight/index.ts';
import { colourSide } from './diff-contents.ts';
import type { SideColours } from './diff-lines.ts';

export type NumberedFile = { file: IndexFile; index: number };
export type Coloured = {
  colours: SideColours;
  isColoured: boolean;
  newLineCount: number | undefined;
  /** Without colours only for now. */
  isFleeting: boolean;
};

/** Colours of several files, as far as they are ready in time; the workers go on and remember them. */
export async function coloursWithin(
  ctx: Context,
  projectId: number,
  wanted: readonly NumberedFile[],
  patienceMs: number,
): Promise<Map<number, Coloured>> {
  const results = new Map<number, Coloured>();
  const work = wanted
    .filter(({ file }) => hasLines(file))
    .map(async ({ file, index }) => {
      results.set(index, await coloursOf(ctx, projectId, file));
    });
  const patience = new AbortController();
  await Promise.race([
    Promise.all(work),
    sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
  // What comes later fills the cache; its failure is told to whoever asks for it then.
  for (const each of work) each.catch((error: unknown) => ctx.log.debug({ err: error }, 'colours came to nothing'));
  return results;
}

/** Colours of the files whose colours are remembered; nothing is waited for, read or started. */
export function knownColours(wanted: readonly NumberedFile[]): Map<number, Coloured> {
  const results = new Map<number, Coloured>();
  for (const { file, index } of wanted) {
    if (!hasLines(file)) continue;
    const isThere = sidesOf(file);
    const oldLines = isThere.old ? knownLines(sideOf(file, 'old')) : undefined;
    const newLines = isThere.new ? knownLines(sideOf(file, 'new')) : undefined;
    if ((isThere.old && !oldLines) || (isThere.new && !newLines)) continue;
    results.set(index, toColoured(oldLines, newLines));
  }
  return results;
}

/** The sides of a file that its lines are taken from. */
export function sidesOf(file: IndexFile): { old: boolean; new: boolean } {
  return { old: file.removedLines > 0 && file.status !== 'added', new: file.status !== 'deleted' };
}

function sideOf(file: IndexFile, side: 'old' | 'new') {
  const encoding = file.encodings?.[side];
  return side === 'old'
    ? { oid: file.oldOid, path: file.oldPath, size: file.oldSize, encoding }
    : { oid: file.newOid, path: file.newPath, size: file.newSize, encoding };
}

function toColoured(oldLines: readonly string[] | undefined, newLines: readonly string[] | undefined): Coloured {
  return {
    colours: { old: oldLines, new: newLines },
    isColoured: true,
    newLineCount: newLines?.length,
    isFleeting: areFleeting(oldLines) || areFleeting(newLines),
  };
}

export async function coloursOf(ctx: Context, projectId: number, file: IndexFile): Promise<Coloured> {
  const isThere = sidesOf(file);
  const [oldLines, newLines] = await Promise.all([
    isThere.old ? colourSide(ctx, projectId, sideOf(file, 'old')) : undefined,
    isThere.new ? colourSide(ctx, projectId, sideOf(file, 'new')) : undefined,
  ]);
  return toColoured(oldLines, newLines);
}

export function hasLines(file: IndexFile): boolean {
  return file.addedLines + file.removedLines > 0 && !file.isSubmodule;
}
