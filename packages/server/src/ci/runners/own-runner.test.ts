import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';

const MAIN = path.resolve(import.meta.dirname, '../../../../runner/src/main.ts');
const CONFIG = `
stages: [build, test]
compile:
  stage: build
  script:
    - mkdir -p out && echo "made by $CI_JOB_NAME" > out/result.txt && echo x > left.txt
    - printf '%s' "hunter2"; sleep 1.5; echo "-and-more"
    - echo "Total 91.5 percent"
  after_script: [echo "status is $CI_JOB_STATUS"]
  coverage: '/Total (\\d+\\.\\d+) percent/'
  cache: { key: deps, paths: [deps/] }
  artifacts: { paths: [out/], untracked: true, exclude: [deps/**] }
  hooks: { pre_get_sources_script: [echo before the sources] }
unit:
  stage: test
  script:
    - cat out/result.txt a.txt
    - test -e left.txt
    - ls "$CI_BUILDS_DIR/../.."
    - test ! -e secret && exit 3
`;

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let runner: ChildProcess;
let ended: Promise<unknown>;
let output = '';

beforeAll(async () => {
  app = await createTestApp();
  const origin = await app.listen();
  owner = await createUser(app);
  const files = { '.gitlab-ci.yml': CONFIG, 'a.txt': 'source\n' };
  project = await createProject(app, { owner: owner.user, visibility: 'private', files });
  await ask('POST', `/projects/${project.id}/variables`, { key: 'PASSWORD', value: 'hunter2-and-more', masked: true });
  const made = await ask('POST', '/user/runners', { runner_type: 'project_type', project_id: project.id });
  const env = { ...process.env, TRIBUTARY_RUNNER_TOKEN: made.json().token };
  const args = [MAIN, '--url', origin, '--folder', path.join(app.dataDir, 'runner')];
  runner = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  runner.stderr?.on('data', (data: Buffer) => (output += data.toString()));
  ended = once(runner, 'exit');
});
afterAll(async () => {
  runner.kill('SIGKILL');
  await app.close();
});

async function ask(method: 'GET' | 'POST', url: string, payload?: object) {
  const server = await app.server();
  return server.inject({ method, url: `/api/v4${url}`, headers: owner.headers, ...(payload && { payload }) });
}

const pipelines = async () => (await ask('GET', `/projects/${project.id}/pipelines`)).json();
const jobNamed = async (name: string) =>
  (await ask('GET', `/projects/${project.id}/jobs`)).json().find((job: { name: string }) => job.name === name);
const logOf = async (name: string) =>
  (await ask('GET', `/projects/${project.id}/jobs/${(await jobNamed(name)).id}/trace`)).body;

test(
  'our runner clones, runs scripts, passes artifacts on, masks, and reports results',
  { timeout: 120_000 },
  async () => {
    await ask('POST', `/projects/${project.id}/pipeline`, { ref: 'main' });
    await expect.poll(async () => (await pipelines())[0].status, { timeout: 60_000, message: output }).toBe('failed');
    const first = await logOf('compile');
    expect(first).toContain('section_start:');
    expect(first).toContain('before the sources');
    expect(first).toContain('status is success');
    expect(first).toContain('[MASKED]');
    expect(first).not.toContain('hunter2-and-more');
    expect(await jobNamed('compile')).toMatchObject({ status: 'success', coverage: 91.5 });
    const second = await logOf('unit');
    expect(second).toContain('made by compile\n');
    expect(second).toContain('source\n');
    expect(await jobNamed('unit')).toMatchObject({ status: 'failed', failure_reason: 'script_failure' });
    const archived = `/projects/${project.id}/jobs/${(await jobNamed('compile')).id}/artifacts/out/result.txt`;
    expect((await ask('GET', archived)).body).toBe('made by compile\n');
    const compiled = await jobNamed('compile');
    expect(compiled).toMatchObject({
      artifacts_file: { filename: 'artifacts.zip' },
      artifacts: [{ file_type: 'archive' }],
    });
    const taken = (await ask('GET', `/runners/${compiled.runner.id}/jobs?status=success`)).json();
    expect(taken).toMatchObject([{ id: compiled.id, project: { id: project.id } }]);
    runner.kill('SIGTERM');
    await ended;
    expect(runner.exitCode).toBe(0);
  },
);
