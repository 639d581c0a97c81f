import { api } from '../../../lib/http.ts';
import type { Changes } from '../changes-context.ts';
import { firstLines } from '../first-lines.ts';

/** Resolves when someone can see the window. */
function whenVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resolve(), {
      signal,
    });
  });
}

/** Tells the server which version was seen, once lines of it are on a screen that someone looks at. */
export async function sendVisit(
  { mergeRequest, params, metadata, files, store, settings }: Changes,
  signal: AbortSignal,
): Promise<void> {
  const path = mergeRequest?.review.lookPath ?? null;
  const version = metadata.merge_request_diff;
  const isPart = metadata.commit !== null || metadata.context_commits_diff?.showing_context_commits_diff === true;
  if (path === null || !version || isPart) return;
  const [first] = files;
  if (first && (await store.preload(first.index)).state !== 'loaded') return;
  if (first && !settings.isFileByFile) await firstLines;
  await whenVisible(signal);
  if (!signal.aborted) await api.put(path, { body: { diff_id: version.id, start_sha: params.start_sha } });
}
