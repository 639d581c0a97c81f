import type { Extensions } from '../../platform/extensions.ts';
import { CHECK_ORDER, defineFact, registerFact, defineMergeCheck } from '../readiness/define-check.ts';
import { countBlocking } from './store/blocks.ts';

/** Null of a request that depends on no other. */
const dependenciesFact = defineFact<{ total: number; unmerged: number } | null>({
  key: 'dependencies',
  load: async (ctx, rows) => {
    const ids = rows.map((row) => row.id);
    const counts = await countBlocking(ctx.db, ids);
    return new Map(ids.map((id) => [id, counts.get(id) ?? null]));
  },
});

export const dependenciesMergeCheck: Extensions = [
  registerFact(dependenciesFact),
  defineMergeCheck({
    id: 'merge_request_blocked',
    status: 'merge_request_blocked',
    order: CHECK_ORDER.blocked,
    needs: { dependencies: dependenciesFact },
    evaluate: ({ dependencies }) => {
      if (dependencies === null) return { state: 'off' };
      const { unmerged: count } = dependencies;
      if (count === 0) return { state: 'passed' };
      return { state: 'failed', params: { count }, clearedBy: 'members', action: 'edit_dependencies' };
    },
    message: ({ params }) =>
      `Merge blocked: all merge request dependencies must be merged. ${params?.['count'] === 1 ? '1 of them is not merged.' : `${params?.['count']} of them are not merged.`}`,
  }),
];
