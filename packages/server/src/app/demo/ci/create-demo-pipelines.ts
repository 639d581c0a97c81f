import type { FastifyInstance } from 'fastify';
import { type DemoService, waitFor } from '../demo-service.ts';
import type { StoryClock } from '../story-clock.ts';
import type { DemoUsername } from '../users.ts';
import { createDemoRunner, type DemoArtifact, type DemoJob, type DemoRunner } from './demo-runner.ts';
import { FILES, jobLog, junit, type Run, WEBSITE } from './website.ts';

const DAY_MS = 86_400_000;

type Scene = {
  service: DemoService;
  clock: StoryClock;
  present: Date;
  projectId: number;
  runner: DemoRunner;
};
type Pipeline = { id: number; status: string; sha: string };
type Job = { id: number; name: string; status: string };
type Commit = { id: string };
type Request = { iid: number; sha: string };
type Result = Pick<Run, 'coverage' | 'fails'> & { expireIn?: string };

/** Pipelines that do not go on by themselves. */
const AT_REST = new Set(['success', 'failed', 'canceled', 'skipped', 'manual', 'scheduled']);

/** A project with a history of pipelines: passed, failed, with a manual job, of a schedule, of merge requests. */
export async function createDemoPipelines(
  server: FastifyInstance,
  service: DemoService,
  { groupId, clock, present }: { groupId: number; clock: StoryClock; present: Date },
): Promise<void> {
  clock.goTo(new Date(present.getTime() - 9 * DAY_MS));
  const { id: projectId } = await service.call<{ id: number }>('ann', 'POST', '/projects', {
    ...WEBSITE,
    namespace_id: groupId,
    topics: ['shop', 'javascript'],
    visibility: 'public',
  });
  const made = await service.call<{ token: string }>('ann', 'POST', '/user/runners', {
    runner_type: 'project_type',
    project_id: projectId,
    description: 'build-1',
    maintenance_note: 'Shows how a runner looks. No machine is connected.',
  });
  const scene: Scene = { service, clock, present, projectId, runner: createDemoRunner(server, made.token) };
  await mainHistory(scene);
  await mergeRequests(scene);
}

async function mainHistory(scene: Scene): Promise<void> {
  const { service, projectId } = scene;
  const first = await commit(scene, { by: 'ann', message: 'Add the shop and its pipeline', daysAgo: 9, files: FILES });
  // Its files are gone, those of newer pipelines are there.
  const released = await run(scene, first, { coverage: '84.1', expireIn: '1 second' });
  await start(scene, released, 'production', { coverage: '84.1' });
  const page = { 'src/search.js': 'export const words = (text) => text.toLowerCase().split(/\\s+/)\n' };
  const search = await commit(scene, { by: 'ingrid', message: 'Find words in any order', daysAgo: 6, files: page });
  await run(scene, search, { coverage: '85.0', fails: true });
  const price = { 'src/delivery.js': 'export const cents = ({ isIsland }) => (isIsland ? 1200 : 490)\n' };
  const repaired = await commit(scene, {
    by: 'ingrid',
    message: 'Charge deliveries to islands',
    daysAgo: 5.5,
    files: price,
  });
  const passed = await run(scene, repaired, { coverage: '86.4' });
  await start(scene, passed, 'production', { coverage: '86.4' });
  await service.call('ann', 'POST', `/projects/${projectId}/releases`, {
    tag_name: 'v1.0.0',
    ref: repaired,
    name: 'Version 1.0',
    description: 'The first version that customers see.\n\n- Search in any order of words\n- Delivery to islands',
  });
  await allAtRest(scene, { coverage: '86.4' });
  scene.clock.goTo(new Date(scene.present.getTime() - 2 * DAY_MS));
  const schedule = await service.call<{ id: number }>('ann', 'POST', `/projects/${projectId}/pipeline_schedules`, {
    description: 'Every night: tests with the newest dependencies',
    ref: 'refs/heads/main',
    cron: '30 2 * * *',
    cron_timezone: 'Europe/Berlin',
  });
  await service.call('ann', 'POST', `/projects/${projectId}/pipeline_schedules/${schedule.id}/play`);
  await waitFor('the pipeline of the schedule', async () => {
    const found = await service.call<Pipeline[]>('ann', 'GET', `/projects/${projectId}/pipelines?source=schedule`);
    return found[0];
  });
  await allAtRest(scene, { coverage: '86.4' });
}

async function mergeRequests(scene: Scene): Promise<void> {
  const { service, projectId } = scene;
  const project = `/projects/${projectId}`;
  await service.call('ann', 'PUT', project, { merge_pipelines_enabled: true, merge_trains_enabled: true });
  await service.call('ann', 'POST', `${project}/approval_rules`, {
    name: 'Shop team',
    approvals_required: 1,
    usernames: ['ingrid', 'ann'],
  });
  const basket = await open(scene, {
    by: 'tomas',
    branch: 'delivery-in-the-basket',
    description:
      'Customers asked why the total of the checkout differs from the one in the basket. The basket now has a row for the delivery.',
    message: 'Show the costs of the delivery in the basket',
    label: 'feature',
    daysAgo: 1.5,
    files: { 'src/basket-page.js': "export const rows = ['items', 'delivery', 'total']\n" },
  });
  await approve(scene, basket, 'ingrid');
  const faster = await open(scene, {
    by: 'jun',
    branch: 'search-index',
    description: 'The search reads all articles for each letter. With an index it takes 3 ms instead of 180 ms.',
    message: 'Search with an index',
    label: 'performance',
    daysAgo: 1,
    files: { 'src/search-index.js': 'export const index = new Map()\n' },
  });
  await approve(scene, faster, 'ann');
  await service.call('ann', 'POST', `${project}/merge_trains/merge_requests/${faster.iid}`, { sha: faster.sha });
  await waitFor('the pipeline of the merge train', async () => {
    await allAtRest(scene, { coverage: '89.9' });
    const found = await service.call<Pipeline[]>('ann', 'GET', `${project}/pipelines?status=scheduled`);
    return found[0];
  });
  await open(scene, {
    by: 'sara',
    branch: 'arabic-interface',
    description: 'The first two texts. The layout from right to left comes in another merge request.',
    message: 'Translate the shop into Arabic',
    label: 'feature',
    daysAgo: 0.2,
    files: { 'src/texts/ar.json': '{ "basket": "السلة", "search": "بحث" }\n' },
  });
}

type NewCommit = {
  by: DemoUsername;
  message: string;
  daysAgo: number;
  files: Readonly<Record<string, string>>;
  branch?: string;
};

/** Commits on the default branch, or on a new one. */
async function commit(scene: Scene, { by, message, daysAgo, files, branch }: NewCommit): Promise<string> {
  const { service, clock, present, projectId } = scene;
  clock.goTo(new Date(present.getTime() - daysAgo * DAY_MS));
  const { id } = await service.call<Commit>(by, 'POST', `/projects/${projectId}/repository/commits`, {
    branch: branch ?? 'main',
    ...(branch !== undefined && { start_branch: 'main' }),
    commit_message: message,
    actions: Object.entries(files).map(([path, content]) => ({ action: 'create', file_path: path, content })),
  });
  return id;
}

async function open(
  scene: Scene,
  asked: NewCommit & { branch: string; label: string; description: string },
): Promise<Request> {
  const { service, projectId } = scene;
  await commit(scene, asked);
  const path = `/projects/${projectId}/merge_requests`;
  const { iid } = await service.call<Request>(asked.by, 'POST', path, {
    source_branch: asked.branch,
    target_branch: 'main',
    title: asked.message,
    description: asked.description,
    labels: asked.label,
  });
  await waitFor(`the pipeline of ${asked.branch}`, async () => {
    const found = await service.call<Pipeline[]>('ann', 'GET', `${path}/${iid}/pipelines`);
    return found[0];
  });
  await allAtRest(scene, { coverage: '89.9' });
  return service.call<Request>('ann', 'GET', `${path}/${iid}`);
}

const approve = ({ service, projectId }: Scene, { iid }: Request, by: DemoUsername) =>
  service.call(by, 'POST', `/projects/${projectId}/merge_requests/${iid}/approve`);

/** Waits for the pipeline of a commit on the default branch, and runs it. */
async function run(scene: Scene, sha: string, result: Result): Promise<Pipeline> {
  const { service, projectId } = scene;
  const pipeline = await waitFor('a pipeline', async () => {
    const found = await service.call<Pipeline[]>('ann', 'GET', `/projects/${projectId}/pipelines?sha=${sha}`);
    return found[0];
  });
  await allAtRest(scene, result);
  return pipeline;
}

/** Starts a manual job. */
async function start(scene: Scene, { id }: Pipeline, name: string, result: Result): Promise<void> {
  const { service, projectId } = scene;
  const jobs = await service.call<Job[]>('ann', 'GET', `/projects/${projectId}/pipelines/${id}/jobs?per_page=100`);
  const manual = jobs.find((job) => job.name === name);
  await service.call('ingrid', 'POST', `/projects/${projectId}/jobs/${manual?.id}/play`);
  await allAtRest(scene, result);
}

/** Takes jobs until no pipeline goes on by itself. */
function allAtRest(scene: Scene, result: Result): Promise<true> {
  const { service, projectId, runner } = scene;
  return waitFor('the pipelines of the shop', async () => {
    for (let job = await runner.take(); job; job = await runner.take()) await play(scene, job, result);
    const pipelines = await service.call<Pipeline[]>('ann', 'GET', `/projects/${projectId}/pipelines?per_page=100`);
    return pipelines.every(({ status }) => AT_REST.has(status)) ? true : undefined;
  });
}

async function play({ runner, clock }: Scene, job: DemoJob, result: Result): Promise<void> {
  const { name } = job.job_info;
  const { coverage, fails = false, expireIn = '1 week' } = result;
  const isFailed = name === 'unit' && fails;
  const artifacts: DemoArtifact[] = [];
  if (name === 'unit') artifacts.push({ kind: 'junit', xml: junit(fails) });
  if (name === 'build') {
    const files = { 'dist/index.html': '<!doctype html>\n<title>Web shop</title>\n', 'dist/version.txt': '9f31c2\n' };
    artifacts.push({ kind: 'archive', files, expireIn });
  }
  const log = jobLog(name, { sha: job.git_info.sha, at: clock.now(), fails, coverage });
  await runner.play(job, { log, artifacts, state: isFailed ? 'failed' : 'success', exitCode: isFailed ? 1 : 0 });
}
