import { isGitError, traceRange } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { changesBetween } from '../../changes/index.ts';
import type { SuggestionRow } from '../store/suggestions.ts';
import { linesOfChange } from './rules/lines-of-change.ts';

/** Versions that are compared with the head for one answer; what was written on others is answered by trying. */
const MOST_VERSIONS = 10;
const MOST_KNOWN = 10_000;
/** A suggestion that is changed gets another number, so that the answer for a head stays what it is. */
const known = new Map<string, boolean>();

/** Those that merge into the head though their thread is outdated, as far as that is seen without trying. */
export async function stillMerging(
  ctx: Context,
  projectId: number,
  head: string,
  rows: readonly SuggestionRow[],
): Promise<ReadonlySet<number>> {
  const keyOf = (row: SuggestionRow) => `${projectId}:${row.id}:${head}`;
  const asked = rows.filter((row) => !known.has(keyOf(row)));
  const byVersion = [...Map.groupBy(asked, (row) => row.head_sha)].slice(0, MOST_VERSIONS);
  try {
    for (const [version, own] of byVersion) {
      const changes = await changesBetween(ctx.repositories.directory(projectId), version, head);
      for (const row of own) {
        const change = await changes?.of(row.path);
        if (known.size >= MOST_KNOWN) known.clear();
        known.set(keyOf(row), change !== undefined && merges(row, change));
      }
    }
  } catch (error) {
    // What is said is read without its repository too; asked again the next time.
    if (!isGitError(error)) throw error;
  }
  return new Set(rows.filter((row) => known.get(keyOf(row)) === true).map((row) => row.id));
}

function merges(row: SuggestionRow, change: Parameters<typeof traceRange>[1]): boolean {
  const whole = { from: row.from_line, to: row.to_line };
  const least = linesOfChange(whole, row.from_content, row.to_content);
  const isThere = ({ from, to }: typeof whole) =>
    traceRange({ path: row.path, start: from, end: to }, change).kind === 'range';
  return isThere(whole) || isThere(least);
}
