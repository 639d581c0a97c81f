import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';

/** Lines of a commit or comparison as rows of the table. Anchors are `<fileHash>_<old>_<new>`. */
export function toDiffRows(file: Pick<DiffFileView, 'fileHash' | 'lines'>): DiffRow[] {
  let oldNext = 1;
  let newNext = 1;
  return file.lines.map((line) => {
    if (line.oldLine !== null) oldNext = line.oldLine;
    if (line.newLine !== null) newNext = line.newLine;
    const lineCode = line.kind === 'match' ? null : `${file.fileHash}_${oldNext}_${newNext}`;
    if (line.kind !== 'match' && line.kind !== 'added') oldNext += 1;
    if (line.kind !== 'match' && line.kind !== 'removed') newNext += 1;
    return {
      kind: line.kind,
      oldLine: line.kind === 'match' ? null : line.oldLine,
      newLine: line.kind === 'match' ? null : line.newLine,
      html: line.html,
      lineCode,
      ...(line.hasNoNewline && { hasNoNewline: true }),
    };
  });
}
