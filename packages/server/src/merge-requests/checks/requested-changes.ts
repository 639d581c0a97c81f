import { defineMergeCheck, ORDER } from './merge-checks.ts';

defineMergeCheck({
  identifier: 'requested_changes',
  detailedStatus: 'requested_changes',
  order: ORDER.requestedChanges,
  message: ({ changesRequested: count }) =>
    `Merge blocked: ${count === 1 ? 'a reviewer' : `${count} reviewers`} requested changes. Ask them to approve, or remove them as reviewers.`,
  evaluate: (_ctx, { changesRequested }) => (changesRequested === 0 ? 'success' : 'failed'),
});
