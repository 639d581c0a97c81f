import type { CreatedDemoProject } from './create-demo-merge-request.ts';
import { type DemoService, waitFor } from './demo-service.ts';
import { DEFAULT_BRANCH } from './history/build-history.ts';
import type { DemoUsername } from './users.ts';

/** Where a project is deployed. Other systems report all deployments but the one that waits for approval. */
export type DemoEnvironments = {
  /** Who approves deployments to production. */
  approver: DemoUsername;
  /** Address of an environment; `NAME` stands for its name. */
  url: string;
  /** Branch with a configuration whose job deploys to production. */
  branch: string;
};

const CONFIG = `deploy:
  script: ./deploy production
  environment:
    name: production
`;

type Commit = { id: string };
type Request = { sha: string; source_branch: string; source_project_id: number };

export async function createDemoEnvironments(
  service: DemoService,
  { projectId, userIds }: CreatedDemoProject,
  { approver, url, branch }: DemoEnvironments,
): Promise<void> {
  const base = `/projects/${projectId}`;
  const add = (name: string) =>
    service.call('ann', 'POST', `${base}/environments`, {
      name,
      external_url: url.replace('NAME', name.replaceAll('/', '-')),
    });
  const deploy = (environment: string, sha: string, [ref, status = 'success']: [ref: string, status?: string]) =>
    service.call('ann', 'POST', `${base}/deployments`, { environment, sha, ref, tag: false, status });
  for (const name of ['staging', 'production']) await add(name);
  const list = `${base}/repository/commits?ref_name=${DEFAULT_BRANCH}&per_page=4`;
  const commits = (await service.call<Commit[]>('ann', 'GET', list)).toReversed();
  for (const [index, { id }] of commits.entries()) {
    await deploy('staging', id, [DEFAULT_BRANCH, index === 1 ? 'failed' : 'success']);
    if (index < 2) await deploy('production', id, [DEFAULT_BRANCH]);
  }
  const opened = await service.call<Request[]>('ann', 'GET', `${base}/merge_requests?state=opened&per_page=3`);
  for (const { sha, source_branch: ref, source_project_id: sourceId } of opened) {
    if (sourceId !== projectId) continue;
    await add(`review/${ref}`);
    await deploy(`review/${ref}`, sha, [ref]);
  }
  await service.call('ann', 'POST', `${base}/freeze_periods`, {
    freeze_start: '0 18 * * 5',
    freeze_end: '0 8 * * 1',
    cron_timezone: 'Europe/Berlin',
  });
  await service.call('ann', 'POST', `${base}/protected_environments`, {
    name: 'production',
    deploy_access_levels: [{ access_level: 40 }],
    approval_rules: [{ user_id: userIds.get(approver) }],
  });
  await service.call('ann', 'POST', `${base}/repository/commits`, {
    branch,
    start_branch: DEFAULT_BRANCH,
    commit_message: 'Deploy to production from this branch',
    actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content: CONFIG }],
  });
  await waitFor('a deployment that waits for approval', async () => {
    const [waiting] = await service.call<object[]>('ann', 'GET', `${base}/deployments?status=blocked`);
    return waiting;
  });
}
