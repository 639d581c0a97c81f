import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type { PageUrl } from '../../app/navigation.tsx';
import { type DiffHash, linesHash } from '../../ui/diff/diff-hash.ts';
import { watchReader } from '../../ui/diff/scroll-to-element.ts';
import type { Changes } from './changes-context.ts';
import { codeOfLine, sideAndLineOf } from './code-of-line.ts';
import { isPureRename } from './more-of-file.ts';
import { showTargetMissing } from './show-target-missing.ts';
import type { Rebased } from './since/rebased-context.ts';
import { unhide } from './since/unhide.ts';

/** Something of the file could not be loaded, and says so in its own place. */
export function hasFailed(
  fileHash: string,
  { files, store, views }: Pick<Changes, 'files' | 'store' | 'views'>,
): boolean {
  const file = files.find((each) => each.file_hash === fileHash);
  const { load, problem, renamed } = views.get(fileHash);
  const isMissing = file !== undefined && store.get(file.index).state === 'failed';
  return isMissing || load === 'errored' || renamed === 'errored' || problem !== null;
}

/** All came that could hold the line: of a long file the part that it would be in. */
function isLookedThrough(fileHash: string, changes: Changes): boolean {
  const { files, store, views } = changes;
  const file = files.find((each) => each.file_hash === fileHash);
  const now = file && store.get(file.index);
  return (
    now?.state === 'loaded' &&
    (!isPureRename(now.file) || views.get(fileHash).renamed === 'success') &&
    !hasFailed(fileHash, changes)
  );
}

/** What it is called among the lines that are shown. What is in its way is told in its own place. */
async function codeOf(code: string, file: DiffFileSummary, changes: Changes): Promise<string> {
  const place = sideAndLineOf(code);
  if (place === null) return code;
  return (await codeOfLine(file, place, changes).catch(() => null)) ?? code;
}

type Around = { hash: string; rebased: Rebased | null; renameSearch: PageUrl['renameSearch'] };

/** To the file or the lines that the address names; that they are not there any more is said once. */
export async function goToNamed(target: DiffHash, changes: Changes, around: Around): Promise<void> {
  const { files, named, views, goTo } = changes;
  const { hash, rebased, renameSearch } = around;
  const { fileHash } = target;
  if (unhide(fileHash, rebased)) return;
  const what = target.type === 'file' ? 'file' : target.from === target.to ? 'line' : 'lines';
  const file = files.find((each) => each.file_hash === fileHash);
  if (!file) {
    named.set(hash);
    showTargetMissing(what, changes, renameSearch);
    return;
  }
  if (target.type === 'file') {
    await goTo({ fileHash, hash, focus: true });
    return;
  }
  views.select(fileHash, { from: target.from, to: target.to });
  named.set(hash);
  const reader = watchReader();
  const from = await codeOf(target.from, file, changes);
  const to = target.to === target.from ? from : await codeOf(target.to, file, changes);
  reader.stop();
  if (named.get() !== hash) return;
  views.select(fileHash, { from, to });
  // Who read on while the lines were on their way is not fetched back.
  if (reader.hasActed()) return;
  const told = linesHash(from, to) === linesHash(target.from, target.to) ? hash : linesHash(from, to);
  const isFound = await goTo({ fileHash, elementId: from, hash: told, focus: true });
  if (!isFound && named.get() === told && isLookedThrough(fileHash, changes))
    showTargetMissing(what, changes, renameSearch);
}
