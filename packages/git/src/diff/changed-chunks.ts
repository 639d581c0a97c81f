import { compareTexts } from './compare-texts.ts';
import type { LineChunk } from './line-chunks.ts';
import { parsePatch } from './parse-patch.ts';

/** Unchanged lines that stand around changed ones. */
const CONTEXT_LINES = 3;
/** Each is compared by processes of its own; of more those that are nearest to each other are compared together. */
const MOST_PARTS = 40;

export interface Sides<T> {
  old: T;
  new: T;
}

/** Chunks `[from, to)`. */
export interface ChunkRange {
  from: number;
  to: number;
}

/** Chunks that differ, and the same with what stands around them. */
export interface ChangedChunks {
  core: Sides<ChunkRange>;
  whole: Sides<ChunkRange>;
}

export interface ChunkCount {
  bytes: number;
  lines: number;
}

export function countOf(chunks: readonly LineChunk[], { from, to }: ChunkRange): ChunkCount {
  const count = { bytes: 0, lines: 0 };
  for (let at = from; at < to; at += 1) {
    count.bytes += chunks[at]?.bytes ?? 0;
    count.lines += chunks[at]?.lines ?? 0;
  }
  return count;
}

/** Which chunks of two texts differ: git compares the lists of them. */
export async function changedChunks(repo: string, texts: Sides<readonly LineChunk[]>): Promise<ChangedChunks[]> {
  const list = (chunks: readonly LineChunk[]) => chunks.map(({ digest }) => `${digest}\n`).join('');
  const patch = await compareTexts(repo, list(texts.old), list(texts.new), { contextLines: 0 });
  const parts = parsePatch(patch).map((hunk) => {
    const old = rangeOf(hunk.oldStart, hunk.oldLines);
    const now = rangeOf(hunk.newStart, hunk.newLines);
    return withContext({ old, new: now }, texts);
  });
  return joined(parts);
}

/** As a heading tells it: the number before an empty side is that of the line before it. */
function rangeOf(start: number, count: number): ChunkRange {
  const from = count === 0 ? start : start - 1;
  return { from, to: from + count };
}

/** Around what differs both sides are the same, chunk by chunk. */
function withContext(core: Sides<ChunkRange>, texts: Sides<readonly LineChunk[]>): ChangedChunks {
  const enough = (first: number, step: 1 | -1) => {
    let [count, lines] = [0, 0];
    for (let at = first; lines < CONTEXT_LINES && at >= 0 && at < texts.old.length; at += step) {
      lines += texts.old[at]?.lines ?? 0;
      count += 1;
    }
    return count;
  };
  const [before, after] = [enough(core.old.from - 1, -1), enough(core.old.to, 1)];
  const around = ({ from, to }: ChunkRange) => ({ from: from - before, to: to + after });
  return { core, whole: { old: around(core.old), new: around(core.new) } };
}

/** Those that touch become one, and those with the fewest chunks between them, where they are too many. */
function joined(parts: readonly ChangedChunks[]): ChangedChunks[] {
  const gaps = parts.slice(1).map((part, at) => part.whole.old.from - (parts[at]?.whole.old.to ?? 0));
  const widest = gaps.toSorted((one, other) => other - one)[MOST_PARTS - 1] ?? 0;
  const all: ChangedChunks[] = [];
  for (const [at, part] of parts.entries()) {
    const last = all.at(-1);
    if (last && (gaps[at - 1] ?? 0) <= Math.max(0, widest)) all[all.length - 1] = hull(last, part);
    else all.push(part);
  }
  return all;
}

function hull(one: ChangedChunks, other: ChangedChunks): ChangedChunks {
  const span = (of: 'core' | 'whole', side: 'old' | 'new') => ({
    from: one[of][side].from,
    to: Math.max(one[of][side].to, other[of][side].to),
  });
  return {
    core: { old: span('core', 'old'), new: span('core', 'new') },
    whole: { old: span('whole', 'old'), new: span('whole', 'new') },
  };
}
