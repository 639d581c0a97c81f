import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { fileHash, parseLineCode } from '@tributary/git';
import type { Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { findMergeRequestById } from '../../merge-requests/index.ts';
import { findRange } from './diff-range.ts';
import { openDiff } from './ensure-index.ts';
import { FileLines } from './file-lines.ts';
import { readHunks } from './read-hunks.ts';

/**
 * The place that the code of a line names in the newest version, or in the changes of one commit of it; undefined when no
 * file of it is meant. That the line is there is for the resolver of positions to say.
 */
export async function positionOfCode(
  ctx: Context,
  noteable: Pick<Noteable, 'id'>,
  code: string,
  commitId: string | undefined,
): Promise<DiffPosition | undefined> {
  const parsed = parseLineCode(code);
  const row = parsed && (await findMergeRequestById(ctx.db, noteable.id));
  const range = row && (await findRange(ctx, row, { commitId }));
  if (!parsed || !range) return undefined;
  const diff = await openDiff(ctx, range.key);
  const pathOf = (file: (typeof diff.index.files)[number]) => (file.status === 'deleted' ? file.oldPath : file.newPath);
  const file = diff.index.files.find((each) => fileHash(pathOf(each)) === parsed.fileHash);
  if (!file) return undefined;
  const { patch, part } = await readHunks(diff, file, {
    old: parsed.oldPosition,
    new: parsed.newPosition,
  });
  const lines = new FileLines(pathOf(file), patch, { part });
  const at = lines.indexOfCode(code);
  const between = { old_line: parsed.oldPosition, new_line: parsed.newPosition };
  const { old_line: oldLine, new_line: newLine } = at < 0 ? between : lines.lineAt(at);
  return {
    ...range.refs,
    position_type: 'text',
    old_path: file.oldPath,
    new_path: file.newPath,
    old_line: oldLine,
    new_line: newLine,
    line_range: null,
  };
}
