import type { WidgetBlocker, WidgetDependencies } from '@tributary/contract/merge-requests/widget.ts';
import type { Context } from '../../../platform/context.ts';
import { findMergeRequestAccesses, type MergeRequestAccess, pathOf, referenceOf } from '../../merge-request-access.ts';
import { countBlocking, listBlocks } from '../store/blocks.ts';

export type Dependencies = {
  visible: MergeRequestAccess[];
  /** Those that the reader cannot see and that are not merged. */
  hidden: number;
};

/** What a request depends on, as this reader sees it. */
export async function dependenciesOf(ctx: Context, mergeRequestId: number): Promise<Dependencies> {
  const blocks = await listBlocks(ctx.db, 'blocked_id', [mergeRequestId]);
  if (blocks.length === 0) return { visible: [], hidden: 0 };
  const ids = blocks.map((block) => block.blocking_id);
  const found = await findMergeRequestAccesses(ctx, ids);
  const visible = ids.flatMap((id) => found.get(id) ?? []);
  const counts = await countBlocking(ctx.db, [mergeRequestId]);
  const unmerged = visible.filter(({ row }) => row.state !== 'merged').length;
  return { visible, hidden: Math.max(0, (counts.get(mergeRequestId)?.unmerged ?? 0) - unmerged) };
}

/** The same for the widget and the form. */
export async function dependenciesPart(ctx: Context, { row, access }: MergeRequestAccess): Promise<WidgetDependencies> {
  const { visible, hidden } = await dependenciesOf(ctx, row.id);
  const blockerOf = (other: MergeRequestAccess): WidgetBlocker => ({
    id: other.row.id,
    iid: other.row.iid,
    title: other.row.title,
    reference: dependencyReference(other, access.project.id),
    web_path: pathOf(other.access.project.full_path, other.row.iid),
    merged_at: other.row.merged_at?.toISOString() ?? null,
    closed_at: other.row.closed_at?.toISOString() ?? null,
  });
  const inState = (...states: string[]) =>
    visible.filter(({ row: { state } }) => states.includes(state)).map(blockerOf);
  return {
    total_count: visible.length + hidden,
    hidden_count: hidden,
    visible_merge_requests: {
      merged: inState('merged'),
      opened: inState('opened', 'locked'),
      closed: inState('closed'),
    },
  };
}

/** As users of a project write it. */
export function dependencyReference({ row, access }: MergeRequestAccess, projectId: number): string {
  return access.project.id === projectId ? `!${row.iid}` : referenceOf(access.project.full_path, row.iid);
}
