import { expect, test } from 'vitest';
import { slices } from '../src/app/slices.ts';
import { buildSchema } from '../src/endpoints/graphql/graphql-server.ts';
import { INTERFACES, NO_THING, waysOf } from './interfaces/action-case.ts';
import { actionCases } from './interfaces/action-cases.ts';

/**
 * The table of discuss-interfaces.test.ts is worth what it knows: a new address or mutation by which issues, merge requests and
 * what is said about them are changed is asked for there, or named here with what asks for it instead.
 */
const ELSEWHERE: Record<string, readonly string[]> = {
  // The branch decides who may, and the state of the request: tests of merging, approvals and commits of others.
  code: [
    'POST /api/v4/projects/:id/merge_requests',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/approve',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/unapprove',
    'PUT /api/v4/projects/:id/merge_requests/:merge_request_iid/reset_approvals',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/approvals',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/approval_rules',
    'PUT /api/v4/projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
    'DELETE /api/v4/projects/:id/merge_requests/:merge_request_iid/approval_rules/:approval_rule_id',
    'mergeRequestSetBlockingMergeRequests',
    'mergeRequestUpdateApprovalRule',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/stack/merge',
    'DELETE /api/v4/projects/:id/merge_requests/:merge_request_iid/stack/merge',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/status_check_responses',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/status_checks/:external_status_check_id/retry',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/blocks',
    'DELETE /api/v4/projects/:id/merge_requests/:merge_request_iid/blocks/:block_id',
    'PUT /api/v4/projects/:id/merge_requests/:merge_request_iid/merge',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
    'PUT /api/v4/projects/:id/merge_requests/:merge_request_iid/rebase',
    'PUT /api/v4/projects/:id/merge_requests/:merge_request_iid/update_branch',
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/context_commits',
    'DELETE /api/v4/projects/:id/merge_requests/:merge_request_iid/context_commits',
    'POST /p/-/merge_requests/:iid/approve',
    'POST /p/-/merge_requests/:iid/unapprove',
    'POST /p/-/merge_requests/:iid/withdraw_requested_changes',
    'POST /p/-/merge_requests/:iid/merge',
    'POST /p/-/merge_requests/:iid/cancel_auto_merge',
    'POST /p/-/merge_requests/:iid/rebase',
    'POST /p/-/merge_requests/:iid/preview_conflicts',
    'POST /p/-/merge_requests/:iid/resolve_conflicts',
    'POST /p/-/merge_requests/:iid/assign_related_issues',
    'mergeRequestCreate',
    'mergeRequestAccept',
    'mergeRequestRequestChanges',
    'mergeRequestDestroyRequestedChanges',
  ],
  // Marks of one's own, on what one may read.
  own: [
    'PUT /p/-/merge_requests/:iid/last_look.json',
    'PUT /p/-/merge_requests/:iid/reviewed_files.json',
    'DELETE /p/-/issues/:noteable_id/command_results',
    'DELETE /p/-/merge_requests/:noteable_id/command_results',
    'DELETE /p/-/commit/:noteable_id/command_results',
    'todoMarkDone',
    'todoRestore',
    'todosMarkAllDone',
    'savedReplyCreate',
    'savedReplyDestroy',
    'savedReplyUpdate',
    'userCalloutCreate',
    'userPreferencesUpdate',
  ],
  // For each item the operations that the table asks for: lists.test.ts.
  many: ['POST /p/-/issues/bulk_update', 'POST /p/-/merge_requests/bulk_update'],
  // Only threads of merge requests are resolved; to all others everyone is refused.
  unresolvable: [
    'PUT /api/v4/projects/:id/issues/:noteable_id/discussions/:discussion_id',
    'PUT /api/v4/projects/:id/repository/commits/:noteable_id/discussions/:discussion_id',
    'POST /p/-/issues/:noteable_id/discussions/:discussion_id/resolve',
    'DELETE /p/-/issues/:noteable_id/discussions/:discussion_id/resolve',
    'POST /p/-/commit/:noteable_id/discussions/:discussion_id/resolve',
    'DELETE /p/-/commit/:noteable_id/discussions/:discussion_id/resolve',
  ],
  // Files of a project are taken away by those who maintain it, whatever they were written for.
  project: [
    'DELETE /api/v4/projects/:id/uploads/:upload_id',
    'DELETE /api/v4/projects/:id/uploads/:secret/:filename',
    'createCustomEmoji',
    'destroyCustomEmoji',
    'labelCreate',
    'createBranch',
    'commitCreate',
  ],
  // The operations of the REST endpoints for time spent, which the table asks for; graphql-documents.test.ts asks for these.
  time: ['timelogCreate', 'timelogDelete'],
  // What runs is asked for by the tests of the slice `ci`.
  ci: [
    'POST /api/v4/projects/:id/merge_requests/:merge_request_iid/pipelines',
    'pipelineCreate',
    'pipelineRetry',
    'pipelineCancel',
    'pipelineDestroy',
    'jobUnschedule',
    'jobArtifactsDestroy',
    // The rules of the environment name those who approve: tests of the slice `environments`.
    'approveDeployment',
    // Tests of merge trains.
    'mergeTrainsDeleteCar',
    'projectCiCdSettingsUpdate',
    // Settings of groups for pipelines, and the catalog: tests of runners and of the catalog.
    'groupUpdate',
    'namespaceSettingsUpdate',
    'catalogResourcesCreate',
    'catalogResourcesDestroy',
    'jobPlay',
    'jobRetry',
    'jobCancel',
    // Mutations over the operations of REST endpoints: graphql-mutations.test.ts of the slice `ci`.
    'ciLint',
    'runnerCreate',
    'runnerUpdate',
    'runnerDelete',
    'runnerBulkPause',
    'bulkRunnerDelete',
    'runnersRegistrationTokenReset',
    'runnerAssignToProject',
    'runnerUnassignFromProject',
    'runnerCacheClear',
    'pipelineScheduleCreate',
    'pipelineScheduleUpdate',
    'pipelineSchedulePlay',
    'pipelineScheduleTakeOwnership',
    'pipelineScheduleDelete',
    'pipelineTriggerCreate',
    'pipelineTriggerUpdate',
    'pipelineTriggerDelete',
  ],
};

const PROJECT = 'p';
/** With a note and without one: what is done to either is one act. */
const THINGS = [0, 1].map((id) => ({ ...NO_THING, projectPath: PROJECT, note: { id, discussion: '' } }));
const knocks = actionCases.flatMap((act) =>
  act.on.flatMap((kind) =>
    INTERFACES.flatMap((door) => THINGS.flatMap((thing) => waysOf(act.doors[door], { ...thing, kind }))),
  ),
);
const asked = knocks.flatMap((way) => ('url' in way ? [`${way.method} ${way.url}`] : []));

/** Whether the pattern is that of the address: with a part for each, and whatever stands between what is written. */
function fits(pattern: string, address: string): boolean {
  const parts = address.split('/');
  const written = pattern.split('/');
  return (
    parts.length === written.length &&
    written.every((part, at) => part === parts[at] || (part.includes(':') && parts[at]?.endsWith(endOf(part))))
  );
}
const endOf = (part: string) => (part.includes('.') ? part.slice(part.indexOf('.')) : '');

const TALKED_ABOUT =
  /^(?:\/api\/v4\/projects\/:id|\/p\/-)\/(?:issues|merge_requests|notes|commit|uploads|preview_markdown)(?:\/|\.|$)/;
const COMMITS = /^\/api\/v4\/projects\/:id\/repository\/commits\/:noteable_id\//;
const ALONE = ['/api/v4/suggestions/', '/api/v4/markdown', '/-/abuse_reports'];

const rest = slices
  .flatMap((slice) => slice.rest ?? [])
  .map((route) => ({ method: route.method, path: `/api/v4${route.path}` }));
const ofProjects = slices
  .flatMap((slice) => slice.placeRoutes ?? [])
  .filter(({ on }) => on === 'project' || on === 'instance')
  .map(({ on, route }) => ({ method: route.method, path: `${on === 'project' ? `/${PROJECT}/-` : ''}${route.path}` }));
const addresses = [...rest, ...ofProjects]
  .filter(({ method, path }) => {
    const isTalk = TALKED_ABOUT.test(path) || COMMITS.test(path) || ALONE.some((start) => path.startsWith(start));
    return isTalk && method !== 'GET' && method !== 'HEAD';
  })
  .map(({ method, path }) => `${method} ${path}`);

async function mutations(): Promise<string[]> {
  const schema = buildSchema(await Promise.all(slices.flatMap((slice) => slice.graphql?.() ?? [])));
  return Object.keys(schema.getMutationType()?.getFields() ?? {});
}

test('each way to change what is talked about is asked for by an act of the table, or elsewhere', async () => {
  expect(addresses.length).toBeGreaterThan(80);
  const made = new Set(knocks.flatMap((way) => ('mutation' in way ? [way.mutation] : [])));
  const unasked = [
    ...addresses.filter((address) => !asked.some((way) => fits(address, way))),
    ...(await mutations()).filter((name) => !made.has(name)),
  ];
  expect(unasked.toSorted()).toEqual(Object.values(ELSEWHERE).flat().toSorted());
});
