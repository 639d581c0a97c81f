import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import { displayPath } from '@tributary/contract/projects/display-path.ts';
import { Suspense, useMemo, useState } from 'react';
import { placementTextId } from '../../discussions/model/placement-text.ts';
import { toDiffRows } from '../../discussions/model/to-diff-rows.ts';
import { plural } from '../../lib/format.ts';
import { Collapsible } from '../../ui/collapsible.tsx';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ThreadLines } from '../changes/thread-lines.tsx';
import { DraftNotes } from './draft-note.tsx';

const Thread = lazyPart(async () => ({ default: (await import('../../discussions/threads/thread.tsx')).Thread }));

type Props = {
  threads: readonly PageDiscussion[];
  drafts: readonly PageDraft[];
  mergeRequest: MergeRequestShowPageData | null;
};

/** A pending comment below the lines it was written on; what became of them it says itself. */
function UnplacedDraft({ draft }: { draft: PageDraft }) {
  const { file_path: path, truncated_diff_lines: lines } = draft;
  const rows = useMemo(() => toDiffRows(lines), [lines]);
  return (
    <>
      <div className="overflow-hidden rounded-md border">
        <p className="bg-raised px-3 py-1.5 font-mono text-code not-last:border-b">
          <PathText path={path ?? ''} />
        </p>
        {rows.length > 0 && <DiffTable rows={rows} view="inline" label={displayPath(path ?? '')} />}
      </div>
      <DraftNotes drafts={[draft]} />
    </>
  );
}

function titleOf(threads: readonly PageDiscussion[], drafts: readonly PageDraft[], open: number): string {
  const what = [
    threads.length > 0 ? [plural(threads.length, 'thread')] : [],
    drafts.length > 0 ? [plural(drafts.length, 'pending comment')] : [],
  ].flat();
  return `${what.join(' and ')} outside these changes${open > 0 ? `, ${open} open` : ''}`;
}

/** How many threads and pending comments there are, and below that each with the lines it was begun on. */
export default function UnplacedComments({ threads, drafts, mergeRequest }: Props) {
  const open = threads.filter((thread) => thread.resolvable && !thread.resolved).length;
  const hasDrafts = drafts.length > 0;
  const [isOpen, setOpen] = useState(open > 0 || hasDrafts);
  // Pending comments come after the threads.
  const [hadDrafts, setHadDrafts] = useState(hasDrafts);
  if (hasDrafts !== hadDrafts) {
    setHadDrafts(hasDrafts);
    if (hasDrafts) setOpen(true);
  }
  return (
    <Collapsible title={titleOf(threads, drafts, open)} open={isOpen} onOpenChange={setOpen}>
      <ul className="flex flex-col gap-4 pt-3">
        {drafts.map((draft) => (
          <li key={`draft ${draft.id}`}>
            <UnplacedDraft draft={draft} />
          </li>
        ))}
        {threads.map((thread) => (
          <li key={thread.id}>
            <ThreadLines discussion={thread} changesPath={mergeRequest?.paths.changes ?? ''} />
            <Suspense fallback={<SkeletonRows rows={2} label="Loading the thread" />}>
              <Thread discussion={thread} describedBy={placementTextId(thread)} />
            </Suspense>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
