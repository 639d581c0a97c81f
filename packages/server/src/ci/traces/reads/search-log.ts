import type { LogMatches } from '@tributary/contract/ci/job-page.ts';
import { stripAnsi } from '@tributary/contract/ci/log-style.ts';
import type { Context } from '../../../platform/context.ts';
import { currentIndex } from '../log-index/current-index.ts';
import { decodeLine, LineSplitter } from '../log-index/line-splitter.ts';
import type { LogBlock, LogIndex } from '../log-index/log-index.ts';
import { readTracePart } from './read-trace.ts';

/** What one request looks at, and reads at a time. */
const SEARCHED_BYTES = 8 * 1024 * 1024;
const STEP_BYTES = 512 * 1024;
/** Of a part with a line that is longer the beginning is searched. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

/** One character for each byte, as the text of the log is; other alphabets have to be decoded to ignore their case. */
function matcher(query: string): (text: string) => boolean {
  const wanted = query.toLowerCase();
  // eslint-disable-next-line no-control-regex -- ASCII begins there.
  const isAscii = /^[\u0000-\u007F]*$/.test(wanted);
  return (text) => {
    const visible = stripAnsi(text);
    return (isAscii ? visible : decodeLine(visible)).toLowerCase().includes(wanted);
  };
}

/** Lines of one block that match. Most blocks have none, which is seen without reading their lines. */
function searchBlock(index: LogIndex, block: LogBlock, bytes: Buffer, isMatch: (text: string) => boolean): number[] {
  // Its lines are told apart by their breaks, so that no match goes over two of them.
  if (!isMatch(bytes.toString('latin1'))) return [];
  const reader = index.readerAt(block);
  const splitter = new LineSplitter(block.byte);
  const lines: number[] = [];
  const onLine = (raw: string): void => {
    const found = reader.read(raw);
    const line = reader.lines - 1;
    if (found && lines.at(-1) !== line && isMatch(found.line.text)) lines.push(line);
  };
  splitter.push(bytes, onLine);
  if (splitter.rest !== '') onLine(splitter.rest);
  return lines;
}

/** Lines from one on that hold a text, in either case. */
export async function searchLog(
  ctx: Pick<Context, 'db' | 'storage' | 'realtime'>,
  jobId: number,
  { query, from, isEnded }: { query: string; from: number; isEnded: boolean },
): Promise<LogMatches> {
  const { index } = await currentIndex(ctx, jobId, { isEnded });
  // Other requests may let the index grow meanwhile.
  const blocks = index.blocks.slice(index.blockAt(from));
  const { lines: known } = index;
  const logEnd = index.isComplete ? index.at : index.end;
  const endOf = (at: number): number => blocks[at + 1]?.byte ?? logEnd;
  const isMatch = matcher(query);
  const lines: number[] = [];
  let at = 0;
  const stopsAt = (blocks[0]?.byte ?? 0) + SEARCHED_BYTES;
  while (at < blocks.length && (blocks[at]?.byte ?? 0) < stopsAt) {
    const start = blocks[at]?.byte ?? 0;
    let last = at;
    while (last + 1 < blocks.length && endOf(last + 1) - start <= STEP_BYTES) last += 1;
    const part = await readTracePart(ctx, jobId, { start, length: Math.min(endOf(last) - start, MAX_PART_BYTES) });
    for (; at <= last; at += 1) {
      const block = blocks[at];
      if (block)
        lines.push(...searchBlock(index, block, part.subarray(block.byte - start, endOf(at) - start), isMatch));
    }
  }
  const next = blocks[at]?.lines ?? known;
  return { lines: lines.filter((line) => line >= from && line < known), next: next < known ? next : null };
}
