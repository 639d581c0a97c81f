import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { Changes } from './changes-context.ts';
import type { FileViews } from './model/file-views.ts';

export const linesOnDemand = () => import('./lines-on-demand.ts');

/** More is hidden in this file than is shown. */
export function hidesLines(file: PageDiffFile): boolean {
  const isPartial = !file.new_file && !file.deleted_file && !file.is_fully_expanded;
  return isPartial && file.highlighted_diff_lines.length > 0 && file.context_lines_path !== null;
}

/** Its hidden lines can all be shown at once. */
export const canShowFull = (file: PageDiffFile) => hidesLines(file) && !file.shown_in_parts;

/** It has another name and the same lines, which are shown when someone asks for them. */
export const isPureRename = (file: PageDiffFile) =>
  file.collapse_reason === 'pure_rename' || file.viewer.name === 'renamed';

async function withLines(
  hash: string,
  views: FileViews,
  act: (of: Awaited<ReturnType<typeof linesOnDemand>>) => unknown,
) {
  try {
    await act(await linesOnDemand());
  } catch {
    views.patch(hash, { problem: 'Error loading full diff. Please try again.' });
  }
}

/** Shows every line of the file, of a large one those around the reader; what goes wrong is said above its lines. */
export function showFullFile(file: PageDiffFile, changes: Pick<Changes, 'views' | 'store' | 'params'>): Promise<void> {
  return withLines(file.file_hash, changes.views, (of) => of.showFullFile(file, changes));
}

/** The changes only again. */
export function showChangesOnly(hash: string, views: FileViews): Promise<void> {
  return withLines(hash, views, (of) => of.showChangesOnly(hash, views));
}
