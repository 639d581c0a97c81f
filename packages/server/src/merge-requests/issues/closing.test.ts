import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { mergeMergeRequest } from '../../merging/index.ts';
import { createMergeRequest } from '../testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let hidden: BuiltProject;

const call = restCaller(() => app);
const page = pageCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, path: 'app', files: { 'a.txt': 'a\n' } });
  hidden = await createProject(app, { owner: owner.user, path: 'hidden', visibility: 'private' });
  await addMember(app, { user: owner.user, project, level: 40 });
});
afterAll(() => app.close());

async function issue(of: BuiltProject, body: Record<string, unknown> = {}): Promise<number> {
  return (await call('POST', `/projects/${of.id}/issues`, owner, { title: 'To do', ...body })).body.iid;
}

const iids = (list: { iid: number }[]) => list.map((each) => each.iid);

test('a merge closes what its description says, and only what the reader may see is told', async () => {
  const [open, secret, named, other] = [
    await issue(project),
    await issue(project, { confidential: true }),
    await issue(project),
    await issue(hidden),
  ];
  const row = await createMergeRequest(app, {
    project,
    author: owner,
    description: `Closes #${open}, #${secret} and owner/hidden#${other}. See also #${named}.`,
  });
  await app.runJobs();
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  expect(iids((await call('GET', `${request}/closes_issues`, owner)).body)).toEqual([open, secret, other]);
  expect(iids((await call('GET', `${request}/closes_issues`, stranger)).body)).toEqual([open]);
  expect(iids((await call('GET', `${request}/related_issues`, stranger)).body)).toEqual([open, named]);
  const closedBy = await call('GET', `/projects/${project.id}/issues/${open}/closed_by`, null);
  expect(iids(closedBy.body)).toEqual([row.iid]);
  const related = await call('GET', `/projects/${project.id}/issues/${named}/related_merge_requests`, null);
  expect(iids(related.body)).toEqual([row.iid]);
  expect((await call('GET', `/projects/${project.id}/issues/${named}`, null)).body.merge_requests_count).toBe(1);

  await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id });
  await app.runJobs();
  const states = async (of: BuiltProject, iid: number) =>
    (await call('GET', `/projects/${of.id}/issues/${iid}`, owner)).body.state;
  expect([await states(project, open), await states(project, secret), await states(hidden, other)]).toEqual([
    'closed',
    'closed',
    'closed',
  ]);
  expect(await states(project, named)).toBe('opened');
  const notes = await call('GET', `/projects/${project.id}/issues/${open}/notes`, owner);
  expect(notes.body[0].body).toBe(`closed via merge request !${row.iid}`);
  const elsewhere = await call('GET', `/projects/${hidden.id}/issues/${other}/notes`, owner);
  expect(elsewhere.body[0].body).toBe(`closed via merge request owner/app!${row.iid}`);
  const events = await call('GET', `/projects/${project.id}/issues/${open}/resource_state_events`, owner);
  expect(events.body).toMatchObject([{ state: 'closed', source_merge_request_id: row.id }]);
});

test.runIf(IS_FULL)('nothing is closed where the project does not want it', async () => {
  const own = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  const iid = await issue(own);
  const row = await createMergeRequest(app, { project: own, author: owner, description: `Closes #${iid}` });
  await app.runJobs();
  await call('PUT', `/projects/${own.id}`, owner, { autoclose_referenced_issues: false });
  await mergeMergeRequest(contextOf(app, owner), { mergeRequestId: row.id });
  await app.runJobs();
  expect((await call('GET', `/projects/${own.id}/issues/${iid}`, owner)).body.state).toBe('opened');
});

test.runIf(IS_FULL)(
  'the author assigns themselves to the issues that the merge closes and that nobody has',
  async () => {
    const server = await app.server();
    const [free, taken, named] = [await issue(project), await issue(project), await issue(project)];
    await call('PUT', `/projects/${project.id}/issues/${taken}`, owner, { assignee_ids: [stranger.user.id] });
    const description = `Closes #${free} and #${taken}. See #${named}.`;
    const row = await createMergeRequest(app, { project, author: owner, description });
    await app.runJobs();
    const address = `/${project.full_path}/-/merge_requests/${row.iid}`;
    const linksFor = async (person: TestUser) =>
      (await server.inject({ url: `${address}/widget.json`, headers: person.headers })).json().issues_links;
    expect(await linksFor(owner)).toMatchObject({
      closing: [
        { iid: free, reference: `#${free}`, state: 'opened', web_path: `/${project.full_path}/-/issues/${free}` },
        { iid: taken },
      ],
      closing_count: 2,
      mentioned_but_not_closing: [{ iid: named }],
      mentioned_count: 1,
      assign_to_closing: `${address}/assign_related_issues`,
      assign_to_closing_count: 1,
    });
    expect(await linksFor(stranger)).toMatchObject({ closing_count: 2, assign_to_closing: null });
    const assign = (person: TestUser) =>
      server.inject({ method: 'POST', url: `${address}/assign_related_issues`, headers: person.headers });
    expect((await assign(stranger)).json()).toEqual({ count: 0 });
    expect((await assign(owner)).json()).toEqual({ count: 1 });
    const assigneesOf = async (iid: number) =>
      (await call('GET', `/projects/${project.id}/issues/${iid}`, owner)).body.assignees.map(
        (each: { id: number }) => each.id,
      );
    expect([await assigneesOf(free), await assigneesOf(taken)]).toEqual([[owner.user.id], [stranger.user.id]]);
    expect(await linksFor(owner)).toMatchObject({ assign_to_closing: null, assign_to_closing_count: 0 });
  },
);

test.runIf(IS_FULL)('what is typed in the message of the merge closes an issue too', async () => {
  const [typed, squashed] = [await issue(project), await issue(project)];
  const row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  await mergeMergeRequest(contextOf(app, owner), {
    mergeRequestId: row.id,
    commitMessage: `Bring it\n\nCloses #${typed}`,
    squash: true,
    squashMessage: `All of it\n\nFixes #${squashed}`,
  });
  await app.runJobs();
  for (const iid of [typed, squashed]) {
    expect((await call('GET', `/projects/${project.id}/issues/${iid}`, owner)).body.state).toBe('closed');
  }
});

test('who wrote the merge request is offered the issue for all threads, without a role in the project', async () => {
  const writer = await createUser(app, { username: 'writer' });
  await addMember(app, { user: writer.user, project, level: 30 });
  const row = await createMergeRequest(app, { project, author: writer });
  expect((await call('DELETE', `/projects/${project.id}/members/${writer.user.id}`, owner)).status).toBe(204);
  await call('POST', `/projects/${project.id}/merge_requests/${row.iid}/discussions`, owner, { body: 'Why?' });
  const notesFor = async (as: TestUser) =>
    (await page(`/${project.full_path}/-/merge_requests/${row.iid}`, as)).body.data.notes;
  const offer = `/${project.full_path}/-/issues/new?merge_request_to_resolve_discussions_of=${row.iid}`;
  expect(await notesFor(writer)).toMatchObject({ followUpPath: offer, currentUser: { canResolve: true } });
  expect(await notesFor(stranger)).toMatchObject({ followUpPath: null, currentUser: { canResolve: false } });
});

test('an issue takes over the open threads of a merge request and resolves them', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  const first = await call('POST', `${request}/discussions`, owner, { body: 'Please name it\n\nbetter' });
  await call('POST', `${request}/discussions`, owner, { body: 'And test it' });
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/discussions.json`;
  const offered = async () =>
    (await server.inject({ url, headers: owner.headers }))
      .json()
      .map((each: { resolve_with_issue_path: string | null }) => each.resolve_with_issue_path);
  const offer = `/${project.full_path}/-/issues/new?merge_request_to_resolve_discussions_of=${row.iid}&discussion_to_resolve=`;
  expect((await offered())[0]).toBe(offer + first.body.id);
  const all = async (as: TestUser) =>
    (await page(`/${project.full_path}/-/merge_requests/${row.iid}`, as)).body.data.notes.followUpPath;
  expect(await all(owner)).toBe(offer.replace('&discussion_to_resolve=', ''));
  expect(await all(stranger)).toBeNull();
  const one = await call('POST', `/projects/${project.id}/issues`, owner, {
    merge_request_to_resolve_discussions_of: row.iid,
    discussion_to_resolve: first.body.id,
  });
  expect(one.status).toBe(201);
  expect(one.body.title).toBe(`Follow-up from "${row.title}"`);
  expect(one.body.description).toContain('  > Please name it\n  >\n  > better');
  expect(one.body.description).not.toContain('And test it');
  const open = async () =>
    (await call('GET', `${request}/discussions`, owner)).body.filter(
      (each: { resolvable?: boolean; resolved?: boolean }) => each.resolvable && !each.resolved,
    ).length;
  expect(await open()).toBe(1);
  const again = await call('POST', `/projects/${project.id}/issues`, owner, {
    title: 'The rest',
    merge_request_to_resolve_discussions_of: row.iid,
  });
  expect(again.body).toMatchObject({ title: 'The rest' });
  expect(again.body.description).toContain('And test it');
  expect(await open()).toBe(0);
  expect((await offered()).filter((path: string | null) => path !== null)).toEqual([]);
  const threads = (await call('GET', `${request}/discussions`, owner)).body.map(wordsOf);
  const goesOn = (iid: number) => `created #${iid} to continue this discussion`;
  expect(threads.filter((words: string[]) => words.length > 1)).toEqual([
    ['Please name it\n\nbetter', goesOn(one.body.iid)],
    ['And test it', goesOn(again.body.iid)],
  ]);
});

/** What a thread says, from its beginning. */
const wordsOf = ({ notes }: { notes: { body: string }[] }) => notes.map((note) => note.body);

const toContinue = (iid: number, discussion?: string) =>
  `merge_request_to_resolve_discussions_of=${iid}${discussion ? `&discussion_to_resolve=${discussion}` : ''}`;
const newPage = (as: TestUser, iid: number, discussion?: string) =>
  page(`/${project.full_path}/-/issues/new?${toContinue(iid, discussion)}`, as);
const continued = (as: TestUser, iid: number, discussion?: string, body: Record<string, unknown> = {}) =>
  call('POST', `/projects/${project.id}/issues?${toContinue(iid, discussion)}`, as, body);

async function talk(author: TestUser = owner, starter: TestUser = owner) {
  const { iid } = await createMergeRequest(app, { project, author });
  const request = `/projects/${project.id}/merge_requests/${iid}`;
  const start = async (as: TestUser) =>
    (await call('POST', `${request}/discussions`, as, { body: 'Name it better' })).body.id;
  const told = async (as: TestUser | null = owner) =>
    (await call('GET', `${request}/notes`, as)).body
      .map((note: { body: string }) => note.body)
      .filter((body: string) => body.startsWith('created #'));
  return { iid, request, thread: (await start(starter)) as string, start, told };
}

// It was not found once: what someone had written by then could neither be sent nor be reached again.
test.runIf(IS_FULL)(
  'a thread that is resolved while its issue is written is no hindrance, and nothing is said of it',
  async () => {
    const { iid, request, thread, told } = await talk();
    const begun = (await newPage(owner, iid, thread)).body.data;
    expect(begun.followUp).toMatchObject({ openCount: 1, resolvableCount: 1, resolvedBy: null });
    await call('PUT', `${request}/discussions/${thread}`, owner, { resolved: true });
    const later = (await newPage(owner, iid, thread)).body.data;
    expect(later).toMatchObject({ title: begun.title, description: begun.description });
    expect(later.followUp).toMatchObject({ openCount: 0, resolvableCount: 0, resolvedBy: owner.user.name });
    expect((await newPage(owner, iid)).body.data.followUp).toMatchObject({ openCount: 0, resolvedBy: null });
    const one = await continued(owner, iid, thread, { title: 'Mine', description: 'What I wrote' });
    expect(one).toMatchObject({ status: 201, body: { title: 'Mine', description: 'What I wrote' } });
    expect((await continued(owner, iid)).status).toBe(201);
    expect(await told()).toEqual([]);
    const { body } = await call('GET', `${request}/discussions/${thread}`, owner);
    expect(body.notes[0].resolved_by.username).toBe('owner');
  },
);

test.runIf(IS_FULL)(
  'a thread that is not there, of another request, or no thread is not found, in the same words',
  async () => {
    const { iid, request, thread } = await talk();
    const other = await talk();
    await call('POST', `${request}/notes`, owner, { body: 'A comment' });
    const comments = (await call('GET', `${request}/discussions`, owner)).body;
    const comment = comments.find((each: { individual_note: boolean }) => each.individual_note).id;
    // Each request has an id of its own; all else is the same.
    const shown = async (as: TestUser, ...of: [iid: number, discussion: string]) => {
      const { status, body } = await newPage(as, ...of);
      return [status, { ...body, data: { ...body.data, requestId: null } }];
    };
    const answers = async (discussion: string) => {
      const sent = await continued(owner, iid, discussion, { title: 'x' });
      return [...(await shown(owner, iid, discussion)), sent.status, sent.body];
    };
    const absent = await answers('0'.repeat(40));
    expect([absent[0], absent[2]]).toEqual([404, 404]);
    expect(await answers(other.thread)).toEqual(absent);
    expect(await answers(comment)).toEqual(absent);
    const hide = (level: string) =>
      call('PUT', `/projects/${project.id}`, owner, { merge_requests_access_level: level });
    await hide('private');
    const unseen = await shown(stranger, iid, thread);
    expect(unseen[0]).toBe(404);
    expect(unseen).toEqual(await shown(stranger, 9_999, thread));
    await hide('enabled');
  },
);

test('who may not resolve gets the issue, and the request hears nothing of it', async () => {
  const { iid, request, thread, start, told } = await talk();
  expect((await newPage(stranger, iid)).body.data.followUp).toMatchObject({ openCount: 1, resolvableCount: 0 });
  for (const one of [undefined, thread]) {
    expect((await continued(stranger, iid, one, { title: 'Noise' })).status).toBe(201);
  }
  const own = await start(stranger);
  await call('PUT', request, owner, { discussion_locked: true });
  expect((await continued(stranger, iid, own, { title: 'Noise' })).status).toBe(201);
  expect(await told()).toEqual([]);
  await call('PUT', request, owner, { discussion_locked: false });
  // Of all that are open, their own is theirs to resolve.
  expect((await newPage(stranger, iid)).body.data.followUp).toMatchObject({ openCount: 2, resolvableCount: 1 });
  const { body } = await continued(stranger, iid);
  expect(await told()).toEqual([`created #${body.iid} to continue this discussion`]);
  expect((await newPage(owner, iid)).body.data.followUp).toMatchObject({ openCount: 1 });
});

test('that a confidential issue continues a thread is told in it, and only to who may see the issue', async () => {
  const { iid, request, thread } = await talk();
  const countOf = async () => (await call('GET', request, owner)).body.user_notes_count;
  const counted = await countOf();
  const { body } = await continued(owner, iid, thread, { title: 'Leak', confidential: true });
  const goesOn = `created #${body.iid} to continue this discussion`;
  expect(await countOf()).toBe(counted);
  const notes = (await call('GET', `${request}/discussions/${thread}`, owner)).body.notes;
  expect(wordsOf({ notes })).toEqual(['Name it better', goesOn]);
  expect(notes[1]).toMatchObject({ system: true, resolvable: false });
  const server = await app.server();
  const paged = (as: TestUser) =>
    server.inject({ url: `/${project.full_path}/-/merge_requests/${iid}/discussions.json`, headers: as.headers });
  const asked = (as: TestUser, of: string) =>
    ask(as, `{ project(fullPath: "${project.full_path}") { mergeRequest(iid: "${iid}") { ${of} } } }`);
  /** At every interface whether the thread says it. */
  const seen = async (as: TestUser) => {
    const answers = [
      (await call('GET', `${request}/notes`, as)).body,
      (await call('GET', `${request}/notes/${notes[1].id}`, as)).body,
      (await call('GET', `${request}/discussions`, as)).body,
      (await call('GET', `${request}/discussions/${thread}`, as)).body,
      (await paged(as)).json(),
      (await asked(as, 'notes { nodes { body } }')).data,
      (await asked(as, 'discussions { nodes { notes { nodes { body } } } }')).data,
    ];
    return answers.map((each) => JSON.stringify(each).includes(goesOn));
  };
  const paging = async (as: TestUser) => (await call('GET', `${request}/notes?per_page=1`, as)).headers['x-total'];
  const everywhere = Array.from({ length: 7 }, () => true);
  const nowhere = everywhere.map(() => false);
  expect([await seen(owner), await seen(stranger)]).toEqual([everywhere, nowhere]);
  expect(Number(await paging(owner)) - Number(await paging(stranger))).toBe(1);
  expect((await call('GET', `${request}/notes/${notes[1].id}`, stranger)).status).toBe(404);
  // Nothing of the thread is missing but that.
  const left = (await call('GET', `${request}/discussions/${thread}`, stranger)).body;
  expect([wordsOf(left), left.resolved]).toEqual([['Name it better'], true]);
  // Those that were written when they did not say yet what they are about.
  await sql`update notes set about_type = null, about_id = null where about_type = 'Issue'`.execute(app.platform.db);
  expect([await seen(owner), await seen(stranger)]).toEqual([everywhere, nowhere]);
});

test.runIf(IS_FULL)('time on merge requests is kept and told like that on issues', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  await call('POST', `${request}/time_estimate`, owner, { duration: '2h' });
  const spent = await call('POST', `${request}/add_spent_time`, owner, { duration: '30m' });
  expect(spent.body).toMatchObject({ time_estimate: 7_200, human_total_time_spent: '30m' });
  expect((await call('GET', request, null)).body.time_stats).toMatchObject({ total_time_spent: 1_800 });
  expect((await call('POST', `${request}/add_spent_time`, stranger, { duration: '1h' })).status).toBe(403);
  await call('PUT', request, owner, { labels: 'timed' });
  const labels = await call('GET', `${request}/resource_label_events`, null);
  expect(labels.body).toMatchObject([{ action: 'add', label: { name: 'timed' }, resource_type: 'MergeRequest' }]);
});
