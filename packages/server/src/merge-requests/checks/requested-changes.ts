import { defineMergeCheck, ORDER } from './merge-checks.ts';

defineMergeCheck({
  identifier: 'requested_changes',
  detailedStatus: 'requested_changes',
  order: ORDER.requestedChanges,
  message: ({ changesRequested: count }) =>
    `Merge blocked: ${count === 1 ? 'a reviewer' : `${count} reviewers`} requested changes. They must approve first, or no longer be reviewers.`,
  evaluate: (_ctx, { changesRequested }) => (changesRequested === 0 ? 'success' : 'failed'),
});
