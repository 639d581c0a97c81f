import type { RestDiff } from '@tributary/contract/merge-requests/rest.ts';
import { type Page, type PageRequest, slicePage } from '@tributary/contract/core/paging.ts';
import { decodeFileText, formatHunks, type IndexFile } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { foldLimits } from '../../../repositories/index.ts';
import type { ComparedRange } from '../diff-range.ts';
import { openDiff } from '../ensure-index.ts';
import { foldsOf } from './diff-files.ts';

export type ListedDiffs = { page: Page<RestDiff>; isOverflow: boolean };

/** Diffs as the REST endpoint gives them: the text from the first `@@` on, or with its file lines. */
export async function listDiffs(
  ctx: Context,
  range: ComparedRange,
  request: PageRequest & {
    unidiff: boolean;
    /** Also of files that pages show folded; not of those whose lines are not kept. */
    isWhole?: boolean | undefined;
  },
): Promise<ListedDiffs> {
  const diff = await openDiff(ctx, range.key);
  const folds = request.isWhole
    ? diff.index.files.map((file) => (file.isTooLarge ? 'too_large' : null))
    : foldsOf(diff, await foldLimits(ctx));
  const numbered = diff.index.files.map((file, index) => ({ file, fold: folds[index] ?? null }));
  const page = slicePage(numbered, request);
  const shown = page.items.filter(({ fold }) => fold !== 'too_large' && fold !== 'over_budget');
  const patches = await diff.readPatches(shown.map(({ file }) => file));
  const textOf = new Map(shown.map(({ file }, at) => [file, patches[at] ?? Buffer.alloc(0)]));
  return {
    page: {
      ...page,
      items: page.items.map(({ file, fold }) => toRestDiff(file, textOf.get(file), fold, request.unidiff)),
    },
    isOverflow: folds.includes('over_budget') || folds.includes('too_large'),
  };
}

function toRestDiff(file: IndexFile, patch: Buffer | undefined, fold: string | null, unidiff: boolean): RestDiff {
  return {
    diff: patch === undefined ? '' : unidiff ? formatHunks({ ...file, patchBytes: patch }) : decodeFileText(patch),
    collapsed: fold === 'over_budget',
    too_large: fold === 'too_large',
    new_path: file.newPath,
    old_path: file.oldPath,
    a_mode: restMode(file.oldMode),
    b_mode: restMode(file.newMode),
    new_file: file.status === 'added',
    renamed_file: file.status === 'renamed' || file.status === 'copied',
    deleted_file: file.status === 'deleted',
    generated_file: file.generated !== null,
  };
}

function restMode(mode: string): string {
  return mode === '000000' ? '0' : mode;
}
