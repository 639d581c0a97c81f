import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { runTestPipeline } from '../../ci/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;
const call = restCaller(() => app);
const page = pageCaller(() => app);

const CONFIG = `
build: { script: b }
deploy: { script: d, environment: production, rules: [{ if: $CI_DEPLOY_FREEZE == null }] }
`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, visibility: 'private', files: { '.gitlab-ci.yml': CONFIG } });
  await addMember(app, { project, user: developer.user, level: 30 });
});
afterAll(() => app.close());

test('pipelines know of a deploy freeze that is under way', async () => {
  const all = `/projects/${project.id}/freeze_periods`;
  const bad = [
    { freeze_start: 'never', freeze_end: '0 0 * * *' },
    { freeze_start: '0 0 * * *', freeze_end: '0 0 * * *', cron_timezone: 'Nowhere/City' },
  ];
  for (const body of bad) expect((await call('POST', all, owner, body)).status, JSON.stringify(body)).toBe(400);
  expect((await call('POST', all, developer, { freeze_start: '0 0 * * *', freeze_end: '0 1 * * *' })).status).toBe(403);

  // The month of now is frozen: from its first day until the first day of the next month.
  const month = new Date().getUTCMonth() + 1;
  const times = { freeze_start: `0 0 1 ${month} *`, freeze_end: `0 0 1 ${(month % 12) + 1} *` };
  const made = await call('POST', all, owner, times);
  expect([made.status, made.body]).toMatchObject([201, { ...times, cron_timezone: 'UTC' }]);
  const one = `${all}/${made.body.id}`;
  expect((await call('GET', all, developer)).body).toMatchObject([times]);
  expect((await page(`/${project.full_path}/-/environments`, developer)).body.data.frozenUntil).toMatch(/-01T00:00:00/);
  const frozen = await runTestPipeline(app, { project, by: owner });
  await expect(frozen.job('deploy')).rejects.toThrow('no job');
  const { body: runner } = await call('POST', '/user/runners', owner, {
    runner_type: 'project_type',
    project_id: project.id,
  });
  const taken = await call('POST', '/jobs/request', null, { token: runner.token });
  expect(taken.body.variables).toContainEqual(expect.objectContaining({ key: 'CI_DEPLOY_FREEZE', value: 'true' }));

  const changed = await call('PUT', one, owner, { freeze_start: times.freeze_end, freeze_end: times.freeze_start });
  expect(changed.body).toMatchObject({ freeze_start: times.freeze_end });
  expect((await page(`/${project.full_path}/-/settings/environments`, owner)).body.data.freezes).toMatchObject([
    { activeUntil: null, nextStart: expect.any(String) },
  ]);
  const open = await runTestPipeline(app, { project, by: owner });
  expect((await open.job('deploy')).status).toBe('pending');
  expect((await call('DELETE', one, owner)).status).toBe(204);
  expect((await call('GET', one, owner)).status).toBe(404);
});
