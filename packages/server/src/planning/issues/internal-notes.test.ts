import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { maySubscribe } from '../../platform/realtime/topics.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

/** Who only wrote internal notes takes part for those who may read these, and is not there for the others. */
let app: TestApp;
let owner: TestUser;
let insider: TestUser;
let reporter: TestUser;
let guest: TestUser;
let project: BuiltProject;
let issue: { id: number; iid: number };

const call = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'the-owner' });
  insider = await createUser(app, { username: 'the-insider' });
  reporter = await createUser(app, { username: 'the-reporter' });
  guest = await createUser(app, { username: 'the-guest' });
  project = await createProject(app, { owner: owner.user, path: 'inside' });
  await addMember(app, { user: insider.user, project, level: 20 });
  await addMember(app, { user: reporter.user, project, level: 20 });
  await addMember(app, { user: guest.user, project, level: 10 });
  issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Talk' })).body;
  const notes = `/projects/${project.id}/issues/${issue.iid}/notes`;
  const hidden = await call('POST', notes, insider, { body: 'Among us', internal: true });
  if (hidden.status !== 201) throw new Error('the note was not written');
});
afterAll(() => app.close());

const address = () => `/the-owner/inside/-/issues/${issue.iid}`;

async function participants(as: TestUser | null): Promise<{ rest: string[]; page: string[] }> {
  const names = (people: { username: string }[]) => people.map((person) => person.username);
  const rest = await call('GET', `/projects/${project.id}/issues/${issue.iid}/participants`, as);
  return { rest: names(rest.body), page: names((await page(address(), as)).body.data.issue.participants) };
}

test('participants are those whose words the reader may read', async () => {
  for (const as of [owner, reporter, insider]) {
    expect(await participants(as)).toEqual({
      rest: ['the-owner', 'the-insider'],
      page: ['the-owner', 'the-insider'],
    });
  }
  for (const as of [guest, null]) expect(await participants(as)).toEqual({ rest: ['the-owner'], page: ['the-owner'] });
});

test('who took part inside hears of the next internal note, who lost the role does not', async () => {
  const leaver = await createUser(app, { username: 'the-leaver' });
  await addMember(app, { user: leaver.user, project, level: 20 });
  const notes = `/projects/${project.id}/issues/${issue.iid}/notes`;
  await call('POST', notes, leaver, { body: 'I too', internal: true });
  await call('PUT', `/projects/${project.id}/members/${leaver.user.id}`, owner, { access_level: 10 });
  await app.runJobs();
  await app.platform.db.deleteFrom('mail_messages').execute();
  await call('POST', notes, owner, { body: 'Only inside', internal: true });
  await app.runJobs();
  const told = await app.platform.db.selectFrom('mail_messages').select('recipient').execute();
  expect(told.map((mail) => mail.recipient)).toEqual([insider.user.email]);
});

test('the page listens for internal notes only where they may be read', async () => {
  const topic = async (as: TestUser | null) => (await page(address(), as)).body.data.notes.internalTopic;
  expect(await topic(guest)).toBeNull();
  expect(await topic(null)).toBeNull();
  const inner = await topic(reporter);
  expect(inner).toEqual(expect.any(String));
  expect(await maySubscribe(contextOf(app, reporter), inner)).toBe(true);
  expect(await maySubscribe(contextOf(app, guest), inner)).toBe(false);
  expect(await maySubscribe(contextOf(app, reporter), `${inner}9`)).toBe(false);
  expect(await maySubscribe(contextOf(app, owner), 'internal_notes:Nothing-1')).toBe(false);
});
