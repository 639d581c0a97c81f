import type { CreatedDemoProject } from './create-demo-merge-request.ts';
import type { DemoService } from './demo-service.ts';
import type { DemoStack } from './projects/demo-project.ts';

type Request = { iid: number; source_branch: string; sha: string };

const HOUR_MS = 3_600_000;

/** A merge request on top of another one, one that waits for another one, and a service that looks at all of them. */
export async function createDemoStack(
  service: DemoService,
  { projectId, fullPath, clock, userIds }: CreatedDemoProject,
  stack: DemoStack,
  present: Date,
): Promise<void> {
  clock.goTo(new Date(present.getTime() - HOUR_MS));
  const project = `/projects/${projectId}`;
  await service.call('ann', 'POST', `${project}/external_status_checks`, stack.statusCheck);
  const { branch, onTopOf, author, title, description, labels, file } = stack.upper;
  await service.call(author, 'POST', `${project}/repository/commits`, {
    branch,
    start_branch: onTopOf,
    commit_message: title,
    actions: [{ action: 'create', file_path: file.path, content: file.content }],
  });
  const upper = await service.call<Request>(author, 'POST', `${project}/merge_requests`, {
    source_branch: branch,
    target_branch: onTopOf,
    title,
    description,
    labels: labels.join(','),
    reviewer_ids: [userIds.get('ann')],
  });
  const open = await service.call<Request[]>('ann', 'GET', `${project}/merge_requests?state=opened`);
  const waiting = open.find((request) => request.source_branch === stack.waits.branch);
  const first = open.find((request) => request.source_branch === stack.waits.forBranch);
  if (!waiting || !first) throw new Error(`${fullPath} has no open merge requests to depend on each other`);
  await service.call('ann', 'POST', `${project}/merge_requests/${waiting.iid}/blocks`, {
    blocking_merge_request_iid: first.iid,
  });
  const [check] = await service.call<{ id: number }[]>('ann', 'GET', `${project}/external_status_checks`);
  // The others are not answered: nobody is at the address of the service.
  await service.call('ann', 'POST', `${project}/merge_requests/${upper.iid}/status_check_responses`, {
    external_status_check_id: check?.id,
    sha: upper.sha,
    status: 'passed',
  });
}
