import type { DiffPosition, LineColours, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import type { Context } from '../../platform/context.ts';
import { projectOf, repositoryOf } from '../../projects/index.ts';
import { colouredLinesAt } from '../../repositories/index.ts';
import type { Noteable } from '../noteable.ts';
import { threadsAmong } from './discussion-page.ts';

type Side = readonly string[] | undefined;
type ReadSide = (sha: string, path: string) => Promise<Side>;

/** What a line says without its colours. */
const bare = (html: string) => html.replaceAll(/<[^>]*>/g, '');

/** Lines are kept as they were shown; where their file says something else there, they stay plain. */
function colourOf(line: PageDiffLine, sides: { old: Side; new: Side }): string {
  const isOld = line.new_line === null;
  const coloured = (isOld ? sides.old : sides.new)?.[((isOld ? line.old_line : line.new_line) ?? 0) - 1];
  return coloured !== undefined && bare(coloured) === bare(line.rich_text) ? coloured : line.rich_text;
}

async function coloursOf(read: ReadSide, lines: readonly PageDiffLine[], at: DiffPosition): Promise<string[]> {
  const side = async (sha: string, path: string | null, isNeeded: boolean) =>
    isNeeded && path !== null ? read(sha, path) : undefined;
  const [old, now] = await Promise.all([
    side(
      at.base_sha,
      at.old_path,
      lines.some((line) => line.new_line === null),
    ),
    side(
      at.head_sha,
      at.new_path,
      lines.some((line) => line.new_line !== null),
    ),
  ]);
  return lines.map((line) => colourOf(line, { old, new: now }));
}

/**
 * Colours of the lines that these threads were begun on. The page does not wait for them: files are read for it, each once.
 * Threads that are not of this thing, not for the reader or on no lines are left out.
 */
export async function lineColours(ctx: Context, noteable: Noteable, ids: readonly string[]): Promise<LineColours[]> {
  const threads = (await threadsAmong(ctx, noteable, ids)).flatMap(({ id, snapshot, original_position: at }) =>
    snapshot && at ? { id, snapshot, at } : [],
  );
  if (threads.length === 0) return [];
  const repo = repositoryOf(ctx, projectOf(noteable.place));
  const reading = new Map<string, Promise<Side>>();
  const read: ReadSide = (sha, path) => {
    const key = `${sha} ${path}`;
    const side =
      reading.get(key) ??
      colouredLinesAt(repo, sha, path).catch((error: unknown) => {
        // Commits of long ago may be gone; their lines stay plain.
        ctx.log.debug({ err: error }, 'colours came to nothing');
        return undefined;
      });
    reading.set(key, side);
    return side;
  };
  return Promise.all(
    threads.map(async ({ id, snapshot, at }) => ({ id, rich_text: await coloursOf(read, snapshot, at) })),
  );
}
