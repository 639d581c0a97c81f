import {
  type ConflictsAnswer,
  previewConflictsInput,
  resolveConflictsInput,
} from '@tributary/contract/merge-requests/conflicts.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { onMergeRequestPage } from '../../../merge-requests/index.ts';
import { previewResolution, resolveByMerge, startResolvedRebase } from '../operations/resolve-conflicts.ts';
import { conflictsPage } from '../reads/conflicts-page.ts';

const tag = 'Merge requests';
const subject = onMergeRequestPage;
/** Resolved texts, as JSON. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

// The source branch decides who may; the operations answer.
const list = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/conflicts.json',
  ability: 'read_merge_request',
  summary: 'List the conflicts of a merge request with their versions',
  tag,
  subject,
  handle: ({ ctx, subject: found }) => conflictsPage(ctx, found),
});

const preview = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/preview_conflicts',
  ability: 'read_merge_request',
  summary: 'Preview the resolution of conflicts as a diff',
  tag,
  subject,
  status: 200,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  input: previewConflictsInput,
  handle: ({ ctx, subject: found, input }) =>
    previewResolution(ctx, found, { sourceSha: input.source_sha, targetSha: input.target_sha, files: input.files }),
});

const resolve = defineRoute({
  method: 'POST',
  path: '/merge_requests/:iid/resolve_conflicts',
  ability: 'read_merge_request',
  summary: 'Resolve the conflicts of a merge request on its source branch, by a merge commit or a rebase',
  tag,
  subject,
  status: 200,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  input: resolveConflictsInput,
  handle: async ({ ctx, subject: found, input }): Promise<ConflictsAnswer> => {
    const resolved = { sourceSha: input.source_sha, targetSha: input.target_sha, files: input.files };
    if (input.strategy === 'rebase') {
      await startResolvedRebase(ctx, found, resolved);
      return { diff_head_sha: null, rebase_in_progress: true };
    }
    const sha = await resolveByMerge(ctx, found, { ...resolved, message: input.commit_message });
    return { diff_head_sha: sha, rebase_in_progress: false };
  },
});

export const conflictRoutes: readonly ScopedRoute[] = [list, preview, resolve].map((route) =>
  defineScopedRoute('project', route),
);
