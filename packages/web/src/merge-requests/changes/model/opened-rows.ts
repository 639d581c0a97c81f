import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { toDiffRows } from '../../../discussions/model/to-diff-rows.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';

/** Lines that did not come with the changes, with their text: what is suggested for them begins with it. */
export function openedRows(lines: readonly PageDiffLine[]): DiffRow[] {
  return toDiffRows(lines).map((row, at) => ({ ...row, text: lines[at]?.text ?? '' }));
}
