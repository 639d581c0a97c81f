import type { LogLines, LogLinesAt, LogOutline, PageLogLine } from '@tributary/contract/ci/job-page.ts';
import { type LogLine, NONE } from '@tributary/contract/ci/log-lines.ts';
import { isPlain } from '@tributary/contract/ci/log-style.ts';
import type { Context } from '../../../platform/context.ts';
import { currentIndex } from '../log-index/current-index.ts';
import { decodeLine, LineSplitter, type OnLine } from '../log-index/line-splitter.ts';
import type { LogBlock, LogIndex } from '../log-index/log-index.ts';
import { readTracePart } from './read-trace.ts';

type Reading = Pick<Context, 'db' | 'storage' | 'realtime'>;

export const MAX_LINES_READ = 500;
/** Enough for the first screen, with what is above and below it. */
const FIRST_LINES = 200;
/** What is longer is in the raw log. */
const MAX_LINE_BYTES = 5_000;
const READ_BYTES = 128 * 1024;
/** For a few lines of a block. */
const READ_FEW_BYTES = 32 * 1024;

/** A character that the end of the part tears is left out. */
function beginningOf(text: string): string {
  const part = decodeLine(text.slice(0, MAX_LINE_BYTES));
  return part.endsWith('\uFFFD') ? part.slice(0, -1) : part;
}

function toPageLine({ text, style, header, time }: LogLine): PageLogLine {
  const isCut = text.length > MAX_LINE_BYTES;
  return {
    text: isCut ? beginningOf(text) : decodeLine(text),
    ...(!isPlain(style) && { style }),
    ...(time !== null && { time }),
    ...(header !== NONE && { header }),
    ...(isCut && { is_cut: true as const }),
  };
}

type Reads = { onLine: OnLine; isEnough: (atByte: number) => boolean; readBytes?: number };

/** Reads lines from a block on until the callback says that it is enough, or the complete lines end. */
async function eachLine(
  ctx: Reading,
  { jobId, index }: { jobId: number; index: LogIndex },
  block: LogBlock,
  { onLine, isEnough, readBytes = READ_BYTES }: Reads,
): Promise<void> {
  const splitter = new LineSplitter(block.byte);
  // Other requests may let the index grow meanwhile.
  const { end, isComplete } = index;
  while (splitter.at < end && !isEnough(splitter.at)) {
    const bytes = await readTracePart(ctx, jobId, {
      start: splitter.at,
      length: Math.min(readBytes, end - splitter.at),
    });
    if (bytes.length === 0) return;
    splitter.push(bytes, onLine);
  }
  if (isComplete && splitter.at >= end && splitter.rest !== '') onLine(splitter.rest, splitter.lineStart);
}

type Wanted = { from: number; until: number; has?: (line: number) => boolean; readBytes?: number };

async function linesOf(
  ctx: Reading,
  jobId: number,
  index: LogIndex,
  { from, until: end, has = () => true, readBytes }: Wanted,
): Promise<LogLinesAt['lines']> {
  const block = index.blocks[index.blockAt(from)];
  if (!block) return [];
  const reader = index.readerAt(block);
  const lines = new Map<number, LogLine>();
  const until = Math.min(end, index.lines);
  await eachLine(ctx, { jobId, index }, block, {
    ...(readBytes !== undefined && { readBytes }),
    // Of a line in several parts all are wanted.
    isEnough: () => reader.lines > until,
    onLine: (raw) => {
      const found = reader.read(raw);
      const number = reader.lines - 1;
      if (!found || number < from || number >= until || !has(number)) return;
      const last = lines.get(number);
      if (!found.joins) lines.set(number, found.line);
      else if (last && last.text.length <= MAX_LINE_BYTES) last.text += found.line.text;
    },
  });
  return [...lines].map(([number, line]) => [number, toPageLine(line)]);
}

/** Lines that need not follow each other, such as those of closed sections: of each part of the log no more than is needed. */
export async function readLogLinesAt(
  ctx: Reading,
  jobId: number,
  { at, isEnded }: { at: readonly number[]; isEnded: boolean },
): Promise<LogLinesAt> {
  const { index } = await currentIndex(ctx, jobId, { isEnded });
  const wanted = new Set(at.filter((line) => line < index.lines));
  const ofBlock = Map.groupBy(wanted, (line) => index.blockAt(line));
  const lines: LogLinesAt['lines'] = [];
  for (const numbers of ofBlock.values()) {
    const [from, until] = [Math.min(...numbers), Math.max(...numbers) + 1];
    const has = (line: number) => wanted.has(line);
    lines.push(...(await linesOf(ctx, jobId, index, { from, until, has, readBytes: READ_FEW_BYTES })));
  }
  return { lines };
}

export async function readLogLines(
  ctx: Reading,
  jobId: number,
  { from, count, isEnded }: { from: number; count: number; isEnded: boolean },
): Promise<LogLines> {
  const { index } = await currentIndex(ctx, jobId, { isEnded });
  const lines = await linesOf(ctx, jobId, index, { from, until: from + Math.min(count, MAX_LINES_READ) });
  return { from, lines: lines.map(([, line]) => line) };
}

export async function readLogOutline(
  ctx: Reading,
  jobId: number,
  { since, isEnded }: { since: number; isEnded: boolean },
): Promise<Omit<LogOutline, 'id' | 'status'>> {
  const { index, isAll } = await currentIndex(ctx, jobId, { isEnded });
  const { lines, last } = index;
  const start = since === 0 ? await linesOf(ctx, jobId, index, { from: 0, until: FIRST_LINES }) : [];
  return {
    lines,
    last: isAll && last ? toPageLine(last) : null,
    sections: index.sections.flatMap((section, at) =>
      section.first >= since || (section.end !== null && section.end >= since) ? [{ ...section, index: at }] : [],
    ),
    has_times: index.hasTimes,
    has_more: !isAll,
    is_complete: index.isComplete,
    start: start.map(([, line]) => line),
  };
}
