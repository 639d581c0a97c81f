import { Gitlab } from '@gitbeaker/rest';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startUnusedServer } from '../testing/journey.ts';
import type { RunningServer } from '../testing/running-server.ts';

const CONFIG = `
stages: [build, deploy]
compile:
  stage: build
  script:
    - mkdir out
    - echo "built for $AUDIENCE" | tee out/result.txt
  artifacts: { paths: [out/], expire_in: 1 day }
flaky: { stage: build, script: exit 3, allow_failure: true }
deploy:
  stage: deploy
  when: manual
  script: cat out/result.txt
  environment: { name: production, url: "https://tides.example.org", on_stop: undeploy }
undeploy:
  stage: deploy
  when: manual
  script: echo gone
  environment: { name: production, action: stop }
`;
const WITHIN = { timeout: 60_000 };

let server: RunningServer;
let admin: Gitlab;
let runner: ChildProcess | undefined;
let project = 0;

beforeAll(async () => {
  server = await startUnusedServer();
  admin = new Gitlab({ host: server.url, token: inject('rootToken') });
  project = (await admin.Projects.create({ name: 'tides', initializeWithReadme: true })).id;
  await admin.ProjectVariables.create(project, 'AUDIENCE', 'sailors');
  await admin.RepositoryFiles.create(project, '.gitlab-ci.yml', 'main', CONFIG, 'Add jobs [skip ci]');
});
afterAll(async () => {
  if (runner) {
    const ended = once(runner, 'exit');
    runner.kill('SIGKILL');
    await ended;
  }
  await server.dispose();
});

/** The client has no call that creates a runner for a user. */
async function startRunner(): Promise<void> {
  const answer = await fetch(`${server.url}/api/v4/user/runners`, {
    method: 'POST',
    headers: { 'private-token': inject('rootToken'), 'content-type': 'application/json' },
    body: JSON.stringify({ runner_type: 'project_type', project_id: project, description: 'of the harbour' }),
  });
  const { token } = (await answer.json()) as { token: string };
  const main = path.resolve(import.meta.dirname, '../../packages/runner/src/main.ts');
  const args = [main, '--url', server.url, '--folder', path.join(server.dataDir, 'runner')];
  const env = { ...process.env, TRIBUTARY_RUNNER_TOKEN: token };
  runner = spawn(process.execPath, args, { env, stdio: 'ignore' });
}

const statusOf = async (pipeline: number) => (await admin.Pipelines.show(project, pipeline)).status;
const jobsOf = async (pipeline: number) =>
  new Map((await admin.Jobs.all(project, { pipelineId: pipeline })).map((job) => [job.name, job]));
const jobOf = async (pipeline: number, name: string) => {
  const job = (await jobsOf(pipeline)).get(name);
  if (!job) throw new Error(`there is no job ${name}`);
  return job;
};

test('a configuration is checked, and a pipeline is run, shown and canceled', async () => {
  expect(await admin.Lint.lint(project, CONFIG)).toMatchObject({ valid: true, errors: [] });
  const wrong = await admin.Lint.lint(project, 'a: { script: make, skript: make }\n');
  expect(wrong.valid).toBe(false);
  expect(wrong.errors?.join(' ')).toContain('skript');
  expect((await admin.Lint.check(project, { includeJobs: true })).valid).toBe(true);
  const made = await admin.Pipelines.create(project, 'main', { variables: [{ key: 'AUDIENCE', value: 'fishers' }] });
  expect(made).toMatchObject({ ref: 'main', source: 'api', user: { username: 'root' } });
  expect(await admin.Pipelines.allVariables(project, made.id)).toMatchObject([{ key: 'AUDIENCE', value: 'fishers' }]);
  // The commit that added the configuration skipped its own.
  const all = await admin.Pipelines.all(project, { ref: 'main' });
  expect(all.map(({ id, status }) => [id, status === 'skipped'])).toEqual([
    [made.id, false],
    [made.id - 1, true],
  ]);
  expect([...(await jobsOf(made.id)).keys()].toSorted()).toEqual(['compile', 'deploy', 'flaky', 'undeploy']);
  await admin.Pipelines.cancel(project, made.id);
  await expect.poll(() => statusOf(made.id)).toBe('canceled');
  expect((await admin.Pipelines.showLatest(project)).id).toBe(made.id);
});

test('a runner does the jobs; logs, artifacts, a deployment and its end follow', async () => {
  const { id } = await admin.Pipelines.create(project, 'main');
  await startRunner();
  await expect.poll(async () => (await jobOf(id, 'compile')).status, WITHIN).toBe('success');
  await expect.poll(async () => (await jobOf(id, 'flaky')).status, WITHIN).toBe('failed');
  expect(await jobOf(id, 'flaky')).toMatchObject({ allow_failure: true, failure_reason: 'script_failure' });
  const compiled = await jobOf(id, 'compile');
  expect(await admin.Jobs.showLog(project, compiled.id)).toContain('built for sailors');
  const [listed] = await admin.Runners.all({ projectId: project });
  expect(listed).toMatchObject({ description: 'of the harbour', runner_type: 'project_type', online: true });
  expect((await admin.Runners.allJobs(listed?.id ?? 0)).map(({ name }) => name)).toContain('compile');

  const file = await admin.JobArtifacts.downloadArchive(project, {
    jobId: compiled.id,
    artifactPath: 'out/result.txt',
  });
  expect(await file.text()).toBe('built for sailors\n');
  const archive = await admin.JobArtifacts.downloadArchive(project, { ref: 'main', job: 'compile' });
  expect(archive.size).toBeGreaterThan(100);
  expect((await admin.JobArtifacts.keep(project, compiled.id)).artifacts_expire_at ?? null).toBeNull();

  const again = await admin.Jobs.retry(project, (await jobOf(id, 'flaky')).id);
  await expect.poll(async () => (await admin.Jobs.show(project, again.id)).status, WITHIN).toBe('failed');
  await expect.poll(() => statusOf(id), WITHIN).toBe('success');

  await admin.Jobs.play(project, (await jobOf(id, 'deploy')).id);
  const newest = { environment: 'production', orderBy: 'id', sort: 'desc' } as const;
  const deployed = async () => (await admin.Deployments.all(project, newest))[0]?.status;
  await expect.poll(deployed, WITHIN).toBe('success');
  expect(await admin.Jobs.showLog(project, (await jobOf(id, 'deploy')).id)).toContain('built for sailors');
  const [production] = await admin.Environments.all(project, { name: 'production' });
  expect(production).toMatchObject({ state: 'available', external_url: 'https://tides.example.org' });
  const shown = await admin.Environments.show(project, production?.id ?? 0);
  expect(shown.last_deployment).toMatchObject({ status: 'success', ref: 'main' });
  await admin.Environments.stop(project, production?.id ?? 0);
  const state = async () => (await admin.Environments.show(project, production?.id ?? 0)).state;
  await expect.poll(state, WITHIN).toBe('stopped');

  await admin.Jobs.erase(project, compiled.id);
  expect(await admin.Jobs.showLog(project, compiled.id)).not.toContain('built for sailors');
});

test('schedules with variables, trigger tokens and variables of the project', async () => {
  const made = await admin.PipelineSchedules.create(project, 'Every night', 'main', '0 4 * * *', {
    cronTimezone: 'Europe/Berlin',
    active: false,
  });
  expect(made).toMatchObject({ cron: '0 4 * * *', cron_timezone: 'Europe/Berlin', active: false });
  await admin.PipelineScheduleVariables.create(project, made.id, 'AUDIENCE', 'night watch');
  await admin.PipelineScheduleVariables.edit(project, made.id, 'AUDIENCE', 'the watch');
  expect((await admin.PipelineSchedules.show(project, made.id)).variables).toMatchObject([
    { key: 'AUDIENCE', value: 'the watch' },
  ]);
  expect((await admin.PipelineSchedules.edit(project, made.id, { description: 'Nightly' })).description).toBe(
    'Nightly',
  );
  await admin.PipelineSchedules.run(project, made.id);
  const started = () => admin.PipelineSchedules.allTriggeredPipelines(project, made.id);
  await expect.poll(started).toMatchObject([{ source: 'schedule', ref: 'main' }]);
  const [nightly] = await started();
  await expect.poll(async () => (await jobOf(nightly?.id ?? 0, 'compile')).status, WITHIN).toBe('success');
  const { id: jobId } = await jobOf(nightly?.id ?? 0, 'compile');
  expect(await admin.Jobs.showLog(project, jobId)).toContain('built for the watch');
  await admin.PipelineSchedules.remove(project, made.id);
  expect(await admin.PipelineSchedules.all(project)).toEqual([]);

  const trigger = await admin.PipelineTriggerTokens.create(project, 'for the lighthouse');
  const triggered = await admin.PipelineTriggerTokens.trigger(project, 'main', trigger.token, {
    variables: { AUDIENCE: 'keepers' },
  });
  expect((await admin.Pipelines.show(project, triggered.id)).source).toBe('trigger');
  await admin.PipelineTriggerTokens.remove(project, trigger.id);
  expect(await admin.PipelineTriggerTokens.all(project)).toEqual([]);
  await admin.Pipelines.remove(project, triggered.id);
  expect((await admin.Pipelines.all(project)).map(({ id }) => id)).not.toContain(triggered.id);

  const variable = await admin.ProjectVariables.edit(project, 'AUDIENCE', 'all', { protected: true } as never);
  expect(variable).toMatchObject({ key: 'AUDIENCE', value: 'all', protected: true });
  await admin.ProjectVariables.remove(project, 'AUDIENCE');
  expect(await admin.ProjectVariables.all(project)).toEqual([]);
});

test('deployments by others, protected environments and freeze periods', async () => {
  const { id: sha } = (await admin.Branches.show(project, 'main')).commit;
  const staging = await admin.Environments.create(project, 'staging', { externalUrl: 'https://staging.example.org' });
  const deployment = await admin.Deployments.create(project, 'staging', sha, 'main', false, { status: 'running' });
  expect((await admin.Deployments.edit(project, deployment.id, 'success')).status).toBe('success');
  const levels = [{ accessLevel: 40 }] as never;
  const guarded = await admin.ProjectProtectedEnvironments.create(project, 'staging', levels);
  expect(guarded).toMatchObject({ name: 'staging', deploy_access_levels: [{ access_level: 40 }] });
  await admin.ProjectProtectedEnvironments.remove(project, 'staging');
  await admin.Environments.stop(project, staging.id);
  await admin.Environments.remove(project, staging.id);
  const freeze = await admin.FreezePeriods.create(project, '0 23 * * 5', '0 8 * * 1', { cronTimezone: 'UTC' });
  expect((await admin.FreezePeriods.show(project, freeze.id)).freeze_end).toBe('0 8 * * 1');
  await admin.FreezePeriods.remove(project, freeze.id);
  expect(await admin.FreezePeriods.all(project)).toEqual([]);
});
