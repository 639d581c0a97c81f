import path from 'node:path';
import { maintainRepository } from '@tributary/git';
import { createRepositoryStore } from '../../packages/server/src/platform/repositories.ts';
import { openCorpus } from './corpus.ts';
import { HISTORY } from './corpus-history.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import type { Service } from './service.ts';

export type StagedRequest = { id: number; iid: number; sourceBranch: string };
export type StagedProject = { id: number; fullPath: string; repository: string };

/** The corpus as a project that is only read, kept fit, with merge requests whose diffs are indexed. */
export type Stage = StagedProject & {
  big: StagedRequest;
  small: StagedRequest;
  /** As big as `big`, with a commit more: for what can be measured only once per comparison. */
  extraBigs: StagedRequest[];
};

const stages = new WeakMap<Lab, Promise<Stage>>();

export function openStage(lab: Lab): Promise<Stage> {
  const known = stages.get(lab);
  if (known) return known;
  const stage = setUp(lab);
  stages.set(lab, stage);
  return stage;
}

async function setUp(lab: Lab): Promise<Stage> {
  const corpus = await openCorpus(lab);
  const service = await lab.service();
  const project = await createProject(service, 'reads');
  await git(corpus.dir, 'push', '-q', remoteUrl(service, project.fullPath), 'refs/heads/*:refs/heads/*');
  const big = await openRequest(service, project, 'big');
  const small = await openRequest(service, project, 'small');
  const extraBigs: StagedRequest[] = [];
  for (let count = 1; count <= HISTORY.extraBigs; count++)
    extraBigs.push(await openRequest(service, project, `big-${count}`));
  await waitUntilQuiet(service);
  await maintainRepository(project.repository, { mode: 'full' });
  return { ...project, big, small, extraBigs };
}

export async function createProject(service: Service, name: string): Promise<StagedProject> {
  const made = await service.rest<{ id: number; path_with_namespace: string }>('POST', '/projects', { name });
  const store = createRepositoryStore(path.join(service.dataDir, 'repositories'));
  return { id: made.id, fullPath: made.path_with_namespace, repository: store.directory(made.id) };
}

/** Address to push to and fetch from as root with the token. */
export function remoteUrl(service: Service, fullPath: string): string {
  const url = new URL(`${service.url}/${fullPath}.git`);
  url.username = 'root';
  url.password = service.token;
  return url.href;
}

/** Opens a merge request into main and waits until its changes can be read and it can be merged. */
export async function openRequest(
  service: Service,
  project: StagedProject,
  sourceBranch: string,
): Promise<StagedRequest> {
  const made = await service.rest<{ id: number; iid: number }>('POST', `/projects/${project.id}/merge_requests`, {
    source_branch: sourceBranch,
    target_branch: 'main',
    title: `Bring ${sourceBranch}`,
  });
  const address = `/projects/${project.id}/merge_requests/${made.iid}`;
  await until(`${sourceBranch} to be mergeable`, async () => {
    const now = await service.rest<{ detailed_merge_status: string }>('GET', address);
    return now.detailed_merge_status === 'mergeable';
  });
  const changes = `/${project.fullPath}/-/merge_requests/${made.iid}/diffs_metadata.json`;
  await until(
    `the changes of ${sourceBranch}`,
    async () => (await service.client.request('GET', changes)).status === 200,
  );
  return { ...made, sourceBranch };
}

/**
 * Asks for what merging would bring today, with white space ignored: the same files and lines as those of the request, of
 * which nothing is made ahead. The commit that the merge would make is there then, the comparison is not.
 */
export async function coldComparison(
  service: Service,
  project: StagedProject,
  request: StagedRequest,
): Promise<string> {
  await service.rest('GET', `/projects/${project.id}/merge_requests/${request.iid}/merge_ref`);
  return 'w=1&diff_head=true';
}

const POLL_MS = 3;

/** Asks until the answer is yes; throws after a minute. */
export async function until(what: string, ask: () => Promise<boolean>, pollMs = POLL_MS): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await ask())) {
    if (performance.now() > deadline) throw new Error(`waited a minute for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** How many git processes the service started since it runs. */
export async function gitProcesses(service: Service): Promise<number> {
  const text = successBody(await service.client.request('GET', '/-/metrics'), 'metrics').toString();
  const found = /^tributary_git_processes_total (\d+)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error('the metrics do not tell of git processes');
  return Number(found);
}

/** Longer than what is made ahead of a new version waits before it is begun. */
const QUIET_MS = 6_000;

/** Waits until background work has started no git for a while. */
export async function waitUntilQuiet(service: Service, quietMs = QUIET_MS): Promise<void> {
  // None yet: the first question is asked at once, and alone tells nothing.
  let known = -1;
  await until(
    'background work to end',
    async () => {
      const now = await gitProcesses(service);
      const isQuiet = now === known;
      known = now;
      return isQuiet;
    },
    quietMs,
  );
}
