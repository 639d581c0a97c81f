import { FIRST_DISCUSSIONS } from '@tributary/contract/discussions/first-page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { FIRST_BATCH } from '@tributary/contract/merge-requests/first-batch.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { ShellViewer } from '@tributary/contract/page/page-data.ts';
import { preloadAutosaves } from '../../discussions/index.ts';
import type { Preload, PageRequest } from '../../endpoints/pages/define-page.ts';
import { findRange, findOpenedDiff, type OpenedDiff, readingOrder } from '../../changes/index.ts';
import type { MergeRequestAccess } from '../../merge-requests/index.ts';

type Asking = Pick<PageRequest<unknown>, 'ctx' | 'query' | 'cookies'> & {
  found: MergeRequestAccess;
  page: MergeRequestShowPageData;
};

function addressOf(path: string, query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** What the page of a request asks first: what is said, and on the changes what their first sight is made of. */
export async function pagePreloads(asking: Asking, viewer: ShellViewer | null): Promise<Preload[]> {
  const { page } = asking;
  const { notes, reviewing } = page;
  const asks: Preload[] = [{ path: addressOf(notes.discussionsPath, FIRST_DISCUSSIONS), of: 'page' }];
  if (reviewing?.showsPending) asks.push({ path: reviewing.draftsPath, of: 'page' });
  asks.push(...preloadAutosaves(viewer, [`${notes.noteableType}:${notes.noteableId}`]));
  return page.tab === 'changes' ? [...asks, ...(await changesAskedFirst(asking, viewer))] : asks;
}

/** White space as the address says, else the user, else the device; the page decides in the same way. */
function hidesWhitespace({ query, cookies }: Asking, viewer: ShellViewer | null): boolean {
  const named = query.get('w');
  if (named !== null) return named === '1';
  const preferred = viewer?.preferences['show_whitespace_in_diffs'];
  return typeof preferred === 'boolean' ? !preferred : cookies['diff_whitespace'] === '1';
}

async function changesAskedFirst(asking: Asking, viewer: ShellViewer | null): Promise<Preload[]> {
  const { ctx, page, query } = asking;
  const named = {
    diff_id: query.get('diff_id') ?? undefined,
    start_sha: query.get('start_sha') ?? undefined,
    commit_id: query.get('commit_id') ?? undefined,
    diff_head: query.get('diff_head') === 'true' ? 'true' : undefined,
    only_context_commits: query.get('only_context_commits') === 'true' ? 'true' : undefined,
  };
  const isNamed = Object.values(named).some((value) => value !== undefined);
  // Which comparison someone who comes back sees also hangs on the part of the address that stays in the browser.
  if (!isNamed && page.review.lastLook?.hasNews) return [];
  const w = hidesWhitespace(asking, viewer) ? 1 : 0;
  const range = await rangeOf(asking, named, w === 1);
  if (!range) return [];
  const { base_sha: base, head_sha: head } = range.refs;
  const moves = named.diff_head !== undefined || named.only_context_commits !== undefined;
  const shown = {
    w,
    ...named,
    diff_id: range.version.id,
    // The page names the commit by its whole id when it knows it.
    commit_id: range.commit?.row.sha,
    compared: moves ? `${base}..${head}` : undefined,
  };
  const diff = await findOpenedDiff(ctx, range.key);
  // No page waits for git to compare.
  const isLong = diff === undefined;
  const asks: Preload[] = [{ path: addressOf(page.diffs.metadataPath, { w, ...named }), of: 'view', isLong }];
  if (page.review.reviewedPath) asks.push({ path: addressOf(page.review.reviewedPath, shown), of: 'view', isLong });
  const slice = diff && viewer?.preferences['view_diffs_file_by_file'] !== true ? firstSlice(diff) : undefined;
  if (slice) {
    const path = addressOf(page.diffs.batchPath, { ...shown, view: 'inline', ...slice });
    asks.push({ path, of: 'view', isLong: true });
  }
  return asks;
}

/** What does not belong to the request is told by the page's own question. */
async function rangeOf(
  { ctx, found }: Asking,
  named: Record<'diff_id' | 'start_sha' | 'commit_id' | 'diff_head' | 'only_context_commits', string | undefined>,
  ignoresWhitespace: boolean,
) {
  const diffId = named.diff_id === undefined ? undefined : Number(named.diff_id);
  if (diffId !== undefined && !Number.isSafeInteger(diffId)) return undefined;
  try {
    return await findRange(ctx, found.row, {
      diffId,
      startSha: named.start_sha,
      commitId: named.commit_id,
      mergesToday: named.diff_head !== undefined,
      isContext: named.only_context_commits !== undefined,
      ignoresWhitespace,
    });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The batch that begins with the file that is read first; batches go by the order of git. */
function firstSlice({ index: { files } }: OpenedDiff): { only: string } | undefined {
  const [start] = readingOrder(files);
  if (start === undefined) return undefined;
  const { length } = files.slice(start, start + FIRST_BATCH);
  return { only: Array.from({ length }, (_unused, at) => start + at).join(',') };
}
