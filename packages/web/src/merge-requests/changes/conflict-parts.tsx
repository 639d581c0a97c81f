import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type { WidgetConflict, WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useChanges } from './changes-context.ts';

const ConflictSentences = lazyPart(() => import('./conflict-sentences.tsx'));

type Shown = {
  mergeRequest: { widget: Pick<WidgetData, 'state' | 'has_conflicts' | 'conflicts'> } | null;
  metadata: { commit: object | null; merge_request_diff: { latest: boolean } | null };
};

/** What keeps the file from being merged, where its newest version is shown. */
export function conflictsOf(
  { mergeRequest, metadata }: Shown,
  file: Pick<DiffFileSummary, 'old_path' | 'new_path'>,
): WidgetConflict[] {
  const { widget } = mergeRequest ?? {};
  const isNewest = metadata.commit === null && metadata.merge_request_diff?.latest === true;
  if (widget?.state !== 'opened' || !widget.has_conflicts || !isNewest) return [];
  return widget.conflicts.filter(({ path }) => path === file.new_path || path === file.old_path);
}

/** In the header of the file. */
export function ConflictBadge({ file }: { file: DiffFileSummary }) {
  const conflicts = conflictsOf(useChanges(), file);
  return conflicts.length > 0 && <Badge tone="warning">Conflict</Badge>;
}

/** Above its lines. */
export function FileConflicts({ file }: { file: DiffFileSummary }) {
  const conflicts = conflictsOf(useChanges(), file);
  return (
    conflicts.length > 0 && (
      <Suspense>
        <ConflictSentences conflicts={conflicts} />
      </Suspense>
    )
  );
}

/** In the tree. */
export function ConflictIcon({ file }: { file: DiffFileSummary }) {
  const [conflict] = conflictsOf(useChanges(), file);
  if (!conflict) return null;
  return (
    <span className="flex shrink-0 text-warning" title={conflict.message.replaceAll('`', '')}>
      <TriangleAlert aria-hidden size={14} />
      <span className="sr-only">conflict</span>
    </span>
  );
}
