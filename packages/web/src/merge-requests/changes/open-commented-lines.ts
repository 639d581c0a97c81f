import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import type { Changes } from './changes-context.ts';
import { fetchContextLines } from './context-lines.ts';
import { insertOpening, openingAround, type Opening } from './model/expand-context.ts';
import { openedRows } from './model/opened-rows.ts';
import { visibleRows } from './visible-rows.ts';

/** Questions on their way at the same time, and the most lines that one of them asks for. */
const AT_ONCE = 4;
const MOST_LINES = 500;

type Asked = Pick<Opening, 'index' | 'since' | 'to' | 'offset'>;

/** Lines of one gap that touch are asked for together. */
function joined(openings: readonly Opening[]): Asked[] {
  const all: Asked[] = [];
  for (const { index, since, to, offset } of openings.toSorted((one, other) => one.since - other.since)) {
    const last = all.at(-1);
    if (last?.index !== index || since > last.to + 1 || to - last.since >= MOST_LINES) {
      all.push({ index, since, to, offset });
    } else last.to = Math.max(last.to, to);
  }
  return all;
}

type Came = { asked: Asked; rows: readonly DiffRow[] };

async function ask(path: string, asked: Asked): Promise<Came> {
  const { since, to, offset } = asked;
  const query = { since, to, offset, bottom: true, unfold: false, view: 'inline', from_merge_request: true };
  return { asked, rows: openedRows(await fetchContextLines(path, query)) };
}

/** All that came, and why others did not. */
async function askAll(path: string, all: readonly Asked[]) {
  const waiting = [...all];
  const came: Came[] = [];
  const errors: unknown[] = [];
  const takeNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (!next) return;
    await ask(path, next).then(
      (each) => came.push(each),
      (error: unknown) => errors.push(error),
    );
    await takeNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  return { came, errors };
}

/**
 * Puts hidden lines that someone spoke about (below 0: by their number on the older side) among the others, with their
 * neighbours: all at once, so that the file is drawn once. Throws what a request threw, when those that came are there.
 */
export async function openCommentedLines(
  file: PageDiffFile,
  lines: readonly number[],
  changes: Pick<Changes, 'store' | 'views'>,
): Promise<void> {
  const { context_lines_path: path, file_hash: hash } = file;
  if (path === null) return;
  const before = visibleRows(file, changes);
  const openings = lines.flatMap((line) => openingAround(before.rows, line, before.file.new_lines_count) ?? []);
  if (openings.length === 0) return;
  const { came, errors } = await askAll(path, joined(openings));
  // Others may have been opened while these were on their way: each line changes what is hidden around the next one.
  const now = visibleRows(file, changes);
  let { rows } = now;
  for (const line of lines) {
    const at = openingAround(rows, line, now.file.new_lines_count);
    const part = at && came.find(({ asked }) => asked.since <= at.since && at.to <= asked.to);
    if (!at || !part) continue;
    const between = part.rows.filter(({ newLine }) => newLine !== null && newLine >= at.since && newLine <= at.to);
    rows = insertOpening(rows, at, between);
  }
  if (rows !== now.rows) changes.views.patch(hash, { opened: { of: now.of, rows } });
  if (errors.length > 0) throw errors[0];
}
