import type { PageUrl } from '../../app/navigation.tsx';
import type { DiffHash } from '../../ui/diff/diff-hash.ts';
import type { Changes } from './changes-context.ts';
import { isPureRename } from './more-of-file.ts';
import { sayLost } from './say-lost.ts';
import type { Rebased } from './since/rebased-context.ts';
import { unhide } from './since/unhide.ts';

/** All came that could hold the line: what could not be loaded, or is too large to be shown, says so in its own place. */
function isLookedThrough(fileHash: string, { files, store, views }: Changes): boolean {
  const file = files.find((each) => each.file_hash === fileHash);
  const now = file && store.get(file.index);
  const { load, problem, renamed } = views.get(fileHash);
  return (
    now?.state === 'loaded' &&
    !now.file.too_large &&
    now.file.next_line === null &&
    (!isPureRename(now.file) || renamed === 'success') &&
    load !== 'errored' &&
    problem === null
  );
}

type Around = { hash: string; rebased: Rebased | null; renameSearch: PageUrl['renameSearch'] };

/** To the file or the lines that the address names; that they are not there any more is said once. */
export async function goToNamed(target: DiffHash, changes: Changes, around: Around): Promise<void> {
  const { files, named, views, goTo } = changes;
  const { hash, rebased, renameSearch } = around;
  const { fileHash } = target;
  if (unhide(fileHash, rebased)) return;
  const what = target.type === 'file' ? 'file' : target.from === target.to ? 'line' : 'lines';
  if (!files.some((file) => file.file_hash === fileHash)) {
    named.set(hash);
    sayLost(what, changes, renameSearch);
    return;
  }
  if (target.type === 'file') {
    await goTo({ fileHash, hash, focus: true });
    return;
  }
  views.select(fileHash, { from: target.from, to: target.to });
  const isFound = await goTo({ fileHash, elementId: target.from, hash, focus: true });
  if (!isFound && named.get() === hash && isLookedThrough(fileHash, changes)) sayLost(what, changes, renameSearch);
}
