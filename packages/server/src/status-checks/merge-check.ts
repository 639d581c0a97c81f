import type { Extensions } from '../platform/extensions.ts';
import { CHECK_ORDER, defineFact, registerFact, defineMergeCheck, projectFact } from '../merge-requests/index.ts';
import { statusesOf } from './reads/statuses.ts';

type Counts = { total: number; failed: number; pending: number };

const statusesFact = defineFact<Counts>({
  key: 'external_status_checks',
  load: async (ctx, rows) => {
    const open = rows.filter((row) => row.state === 'opened');
    const statuses = await statusesOf(ctx, open);
    return new Map(
      rows.map(({ id }) => {
        const all = statuses.get(id) ?? [];
        const inStatus = (status: string) => all.filter((each) => each.status === status).length;
        return [id, { total: all.length, failed: inStatus('failed'), pending: inStatus('pending') }];
      }),
    );
  },
});

export const statusChecksMergeCheck: Extensions = [
  registerFact(statusesFact),
  defineMergeCheck({
    id: 'status_checks_must_pass',
    status: 'status_checks_must_pass',
    order: CHECK_ORDER.external,
    needs: { project: projectFact, counts: statusesFact },
    evaluate: ({ project, counts: { total, failed, pending } }) => {
      if (!project.only_allow_merge_if_all_status_checks_passed || total === 0) return { state: 'off' };
      if (failed + pending === 0) return { state: 'passed' };
      const params = { failed, pending };
      return failed > 0
        ? { state: 'failed', params, clearedBy: 'members', action: 'show_status_checks' }
        : { state: 'waiting', status: 'status_checks_must_pass', params, clearedBy: 'system' };
    },
    message: ({ state }) =>
      state === 'failed'
        ? 'Merge blocked: all status checks must pass. Fix what the services found, or retry the failed checks.'
        : 'Merge blocked: all status checks must pass. The services have not responded yet.',
  }),
];
