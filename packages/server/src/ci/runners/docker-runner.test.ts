import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';

/** An engine and a static busybox make all that is needed, without a registry. Where they are missing nothing can be tested. */
const ENGINE = spawnSync('docker', ['version', '--format', '{{.Server.Version}}']).status === 0;
const BUSYBOX = ['/usr/lib/busybox/busybox-static', '/bin/busybox', '/usr/bin/busybox'].find(
  (file) => spawnSync(file, ['true']).status === 0,
);
const IMAGE = 'tributary-test-busybox:1';
const MAIN = path.resolve(import.meta.dirname, '../../../../runner/src/main.ts');
const CONFIG = `
stages: [build, test]
default: { image: { name: "${IMAGE}", entrypoint: [""], pull_policy: never } }
compile:
  stage: build
  services:
    - { name: "${IMAGE}", pull_policy: never, alias: web, entrypoint: [sh, -c], command: ["mkdir w; echo served $WHO >w/i; httpd -f -p 80 -h w"], variables: { WHO: by-a-service } }
  before_script: [echo "$PASSWORD"]
  script:
    - sleep 1; wget -q -O - http://web/i
    - id; pwd; ls; cat "$FILE"
    - mkdir -p out deps && echo "made by $CI_JOB_NAME" > out/result.txt && echo x > deps/x
    - printf '[core]\\n\\tfsmonitor = touch /tmp/tributary-escaped\\n' >> .git/config
  after_script: [echo "status is $CI_JOB_STATUS"]
  cache: { key: deps, paths: [deps/], untracked: true }
  artifacts: { paths: [out/], untracked: true }
unit:
  stage: test
  image: { name: "${IMAGE}", docker: { user: "1000" }, pull_policy: if-not-present }
  cache: { key: deps, paths: [deps/], policy: pull }
  script: [cat out/result.txt a.txt deps/x, echo more >> a.txt, 'test ! -e /etc/passwd && id && exit 3']
pulled: { stage: test, image: "--privileged", script: [make] }
missing: { stage: test, image: { name: "localhost:1/none:1", pull_policy: if-not-present }, script: [make] }
refused: { stage: test, image: { name: "${IMAGE}", pull_policy: always }, script: [make] }
slow: { stage: test, script: [sleep 100], timeout: 10 seconds, allow_failure: true }
`;

let app: TestApp;
let owner: TestUser;
let project: BuiltProject;
let runner: ChildProcess;
let output = '';
const isUsable = ENGINE && BUSYBOX !== undefined;

beforeAll(async () => {
  if (!isUsable) {
    console.warn('The docker executor is not tested: there is no docker engine or no static busybox here.');
    return;
  }
  app = await createTestApp();
  const origin = await app.listen();
  const root = path.join(app.dataDir, 'image');
  await mkdir(path.join(root, 'bin'), { recursive: true });
  await cp(BUSYBOX, path.join(root, 'bin', 'busybox'));
  for (const name of ['sh', 'ls', 'cat', 'mkdir', 'sleep', 'true', 'id', 'wget', 'httpd'])
    await symlink('busybox', path.join(root, 'bin', name));
  execFileSync('docker', ['import', '-', IMAGE], {
    input: execFileSync('tar', ['-C', root, '-cf', '-', '.'], { maxBuffer: 2 ** 26 }),
  });
  owner = await createUser(app);
  const files = { '.gitlab-ci.yml': CONFIG, 'a.txt': 'source\n' };
  project = await createProject(app, { owner: owner.user, visibility: 'private', files });
  const variable = (fields: object) => ask('POST', `/projects/${project.id}/variables`, fields);
  await variable({ key: 'PASSWORD', value: 'hunter2-and-more', masked: true });
  await variable({ key: 'FILE', value: "it's a 'file'\nof two lines\n", variable_type: 'file' });
  const made = await ask('POST', '/user/runners', { runner_type: 'project_type', project_id: project.id });
  const env = { ...process.env, TRIBUTARY_RUNNER_TOKEN: made.json().token };
  const options = ['--url', origin, '--folder', path.join(app.dataDir, 'runner'), '--executor', 'docker'];
  const policies = ['--pull-policy', 'never', '--allow-pull-policy', 'if-not-present'];
  runner = spawn(process.execPath, [MAIN, ...options, ...policies, '--concurrent', '3'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  runner.stderr?.on('data', (data: Buffer) => (output += data.toString()));
});
afterAll(async () => {
  if (!isUsable) return;
  runner.kill('SIGKILL');
  await app.close();
});

async function ask(method: 'GET' | 'POST', url: string, payload?: object) {
  const server = await app.server();
  return server.inject({ method, url: `/api/v4${url}`, headers: owner.headers, ...(payload && { payload }) });
}
const jobs = async (): Promise<Record<string, { id: number; status: string; failure_reason?: string }>> => {
  const listed = (await ask('GET', `/projects/${project.id}/jobs`)).json();
  return Object.fromEntries(listed.map((job: { name: string }) => [job.name, job]));
};
const logOf = async (name: string) =>
  (await ask('GET', `/projects/${project.id}/jobs/${(await jobs())[name]?.id}/trace`)).body;

test.skipIf(!isUsable)(
  'our runner works in containers: services, files, artifacts, caches, users, timeouts',
  { timeout: 180_000 },
  async () => {
    const created = await ask('POST', `/projects/${project.id}/pipeline`, { ref: 'main' });
    expect(created.statusCode, created.body).toBe(201);
    const status = async () => (await ask('GET', `/projects/${project.id}/pipelines`)).json()[0].status;
    await expect.poll(status, { timeout: 150_000, interval: 1_000 }).toBe('failed');
    const first = await logOf('compile');
    expect(first, output).toContain('served by-a-service');
    expect(first).toContain(`/builds/${project.full_path}\n`);
    expect(first).toContain("it's a 'file'\nof two lines");
    expect(first).toContain('status is success');
    expect(first).toContain('[MASKED]');
    const second = await logOf('unit');
    expect(second).toContain('made by compile\nsource\nx\n');
    expect(second).toContain('uid=1000');
    expect(await jobs()).toMatchObject({
      compile: { status: 'success' },
      unit: { status: 'failed', failure_reason: 'script_failure' },
      pulled: { status: 'failed', failure_reason: 'runner_configuration_error' },
      missing: { status: 'failed', failure_reason: 'image_pull_failure' },
      refused: { status: 'failed', failure_reason: 'runner_configuration_error' },
      slow: { status: 'failed', failure_reason: 'job_execution_timeout' },
    });
    expect(await logOf('refused')).toContain('is not one that the runner allows (never, if-not-present)');
    expect(spawnSync('ls', ['/tmp/tributary-escaped']).status).not.toBe(0);
    // Nothing is left over, and a signal ends the runner once its jobs have ended.
    const ended = once(runner, 'exit');
    runner.kill('SIGTERM');
    await ended;
    const left = ['ps', '--all', '--quiet', '--filter', `label=tributary.job=${(await jobs())['compile']?.id}`];
    expect(execFileSync('docker', left).toString()).toBe('');
  },
);
