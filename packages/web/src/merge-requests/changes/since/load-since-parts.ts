import { lazyPart } from '../../../ui/lazy-part.tsx';
import type * as Rebased from './hide-rebased.ts';

/* What a comparison of versions needs beside its lines: loaded while the server finds out what came with a rebase. */
const words = () => import('./since-summary.tsx');
export const SinceSummary = lazyPart(async () => ({ default: (await words()).SinceSummary }));
export const HiddenHunks = lazyPart(async () => ({ default: (await words()).HiddenHunks }));

type Hiding = typeof Rebased;
let hiding: Hiding | null = null;

/** Fails where the file cannot be had. */
export async function loadSinceParts(): Promise<void> {
  [hiding] = await Promise.all([import('./hide-rebased.ts'), SinceSummary.preload(), HiddenHunks.preload()]);
}

/** What leaves out and marks what came with a rebase; null until it was loaded, and then nothing is known to have come. */
export function hidingOfRebased(): Hiding | null {
  return hiding;
}
