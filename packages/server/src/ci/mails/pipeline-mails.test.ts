import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { endJob, runTestPipeline } from '../testing.ts';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  [owner, developer] = [await createUser(app), await createUser(app)];
  const files = { '.gitlab-ci.yml': 'unit: { script: make test }\nlint: { script: make lint, allow_failure: true }\n' };
  project = await createProject(app, { owner: owner.user, visibility: 'private', files });
  await addMember(app, { project, user: developer.user, level: 40 });
});
afterAll(() => app.close());

/** Runs a pipeline as this user to its end; the mails that this sends. */
async function mailsOf(by: TestUser, unit: 'success' | 'failed') {
  const { job, pipelineId } = await runTestPipeline(app, { project, by });
  await endJob(app, (await job('lint')).id, { status: 'failed', failureReason: 'script_failure' });
  const { id } = await job('unit');
  await endJob(app, id, unit === 'failed' ? { status: unit, failureReason: 'script_failure' } : { status: unit });
  await app.runJobs();
  const rows = await app.platform.db.deleteFrom('mail_messages').returningAll().execute();
  const mails = rows.map(({ recipient, subject, text_body: text }) => ({ to: recipient, subject, text }));
  return { mails, pipelineId, jobId: id };
}

test('whoever started a pipeline has a mail when it fails, and when the next one of the branch passes again', async () => {
  expect((await mailsOf(developer, 'success')).mails).toEqual([]);
  const failed = await mailsOf(developer, 'failed');
  expect(failed.mails).toMatchObject([{ to: developer.user.email }]);
  const [{ subject, text } = { subject: '', text: '' }] = failed.mails;
  expect(subject).toMatch(new RegExp(`^Failed pipeline in ${project.full_path}, [0-9a-f]{8}$`));
  expect(text).toContain(`- unit (stage test): ${app.system.config.url}/${project.full_path}/-/jobs/${failed.jobId}`);
  // A job that may fail is no failure of the pipeline.
  expect(text).not.toContain('- lint');
  expect(text).toContain(`/${project.full_path}/-/pipelines/${failed.pipelineId}`);

  const fixed = await mailsOf(owner, 'success');
  expect(fixed.mails).toMatchObject([
    {
      to: owner.user.email,
      subject: expect.stringMatching(/^Fixed pipeline in /),
      text: expect.stringContaining('passed'),
    },
  ]);
  expect((await mailsOf(owner, 'success')).mails).toEqual([]);
});
