import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
let stranger: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app, { username: 'owner' });
  reviewer = await createUser(app, { username: 'reviewer' });
  stranger = await createUser(app, { username: 'stranger' });
  project = await createProject(app, { owner: owner.user, path: 'app', files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: reviewer.user, project, level: 30 });
  for (const name of ['bug', 'two words', 'later', 'fresh', 'twice', 'edited'])
    await call('POST', `/projects/${project.id}/labels`, owner, { name, color: '#336699' });
});
afterAll(() => app.close());

const issues = () => `/projects/${project.id}/issues`;

async function issue(title = 'Work'): Promise<number> {
  return (await call('POST', issues(), owner, { title })).body.iid;
}

async function comment(iid: number, as: TestUser, body: string) {
  return call('POST', `${issues()}/${iid}/notes`, as, { body });
}

async function onPage(method: 'GET' | 'POST', path: string, as: TestUser, body?: Record<string, unknown>) {
  const server = await app.server();
  const url = `/${project.full_path}/-/${path}`;
  const answer = await server.inject({ method, url, headers: as.headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, body: answer.json() };
}

test('commands in a comment do what the buttons do, and the rest of the text is the comment', async () => {
  const iid = await issue();
  await call('POST', `/projects/${project.id}/milestones`, owner, { title: 'One dot oh' });
  const note = await comment(
    iid,
    owner,
    'Let us do it.\n\n/assign @reviewer me\n/label ~bug ~"two words"\n/milestone %"One dot oh"\n/due 2027-05-06\n' +
      '/weight 3\n/estimate 1d\n/spend 2h\n/title Better words\n/confidential\n/lock\n/subscribe',
  );
  expect(note.status).toBe(201);
  expect(note.body).toMatchObject({
    body: 'Let us do it.',
    commands_changes: { time_estimate: 28_800, spend_time: 7_200 },
  });
  const shown = (await call('GET', `${issues()}/${iid}`, owner)).body;
  expect(shown).toMatchObject({
    title: 'Better words',
    labels: ['bug', 'two words'],
    milestone: { title: 'One dot oh' },
    due_date: '2027-05-06',
    weight: 3,
    confidential: true,
    discussion_locked: true,
    time_stats: { time_estimate: 28_800, total_time_spent: 7_200 },
  });
  expect(shown.assignees.map((each: { username: string }) => each.username).toSorted()).toEqual(['owner', 'reviewer']);
  const back = await comment(
    iid,
    owner,
    '/unassign @reviewer\n/unlabel ~bug\n/remove_milestone\n/remove_due_date\n/clear_weight\n/remove_estimate\n/remove_time_spent\n/unlock\n/close',
  );
  expect(back.status).toBe(202);
  expect(back.body.summary).toHaveLength(9);
  expect((await call('GET', `${issues()}/${iid}`, owner)).body).toMatchObject({
    state: 'closed',
    labels: ['two words'],
    milestone: null,
    due_date: null,
    weight: null,
    discussion_locked: false,
    assignees: [{ username: 'owner' }],
    time_stats: { time_estimate: 0, total_time_spent: 0 },
  });
});

test('what is not allowed is told and changes nothing; the comment stays', async () => {
  const iid = await issue();
  const note = await comment(iid, stranger, 'Hello\n/close\n/label ~bug');
  expect(note.status).toBe(201);
  expect((await call('GET', `${issues()}/${iid}`, owner)).body).toMatchObject({ state: 'opened', labels: [] });
  const alone = await comment(iid, stranger, '/close');
  expect(alone.status).toBe(422);
  expect(alone.body.summary).toEqual(['You are not allowed to use /close here.']);
  const page = await onPage('POST', 'notes', stranger, {
    note: {
      note: '/close\n/assign @nobody-at-all',
      noteable_type: 'Issue',
      noteable_id: (await call('GET', `${issues()}/${iid}`, owner)).body.id,
    },
    return_discussion: true,
  });
  expect(page.status).toBe(422);
  expect(page.body.errors.commands_only).toHaveLength(2);
  expect(page.body.quick_actions_status).toMatchObject({ commands_only: true, error: true, messages: [] });
});

test('lines that stand for text are replaced, and left as they are in code', async () => {
  const code = '```\n/shrug Well\n/close\n```\n\n<!--\n/close\n-->';
  const made = await comment(await issue(), owner, `/shrug Well\n\n${code}`);
  expect([made.status, made.body.body]).toEqual([201, `Well ¯\\\\\\_(ツ)\\_/¯\n\n${code}`]);
});

test('links, duplicates, moves and copies', async () => {
  const [one, two, three] = [await issue('one'), await issue('two'), await issue('three')];
  await call('PUT', `${issues()}/${two}`, owner, { labels: 'copied' });
  const related = await comment(one, owner, `/relate #${two}\n/blocks #${three}\n/copy_metadata #${two}`);
  expect(related.body.summary).toHaveLength(3);
  const links = await call('GET', `${issues()}/${one}/links`, owner);
  expect(links.body.map((each: { link_type: string }) => each.link_type)).toEqual(['blocks', 'relates_to']);
  expect((await call('GET', `${issues()}/${one}`, owner)).body.labels).toEqual(['copied']);
  await comment(three, owner, `/duplicate #${one}`);
  expect((await call('GET', `${issues()}/${three}`, owner)).body.state).toBe('closed');
  const other = await createProject(app, { owner: owner.user, path: 'elsewhere' });
  await comment(two, owner, '/move owner/elsewhere');
  expect((await call('GET', `/projects/${other.id}/issues/1`, owner)).body.title).toBe('two');
  const hidden = await createProject(app, { owner: owner.user, path: 'hidden', visibility: 'private' });
  await call('POST', `/projects/${hidden.id}/issues`, owner, { title: 'Secret' });
  const blind = await comment(one, reviewer, '/relate owner/hidden#1');
  expect(blind.status).toBe(422);
});

test('commands of merge requests, with approval and merge', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  const note = await call('POST', `${request}/notes`, owner, {
    body: '/draft\n/request_review @reviewer\n/label ~later',
  });
  expect(note.status).toBe(202);
  expect((await call('GET', request, owner)).body).toMatchObject({
    draft: true,
    labels: ['later'],
    reviewers: [{ username: 'reviewer' }],
  });
  const later = await call('POST', `${request}/notes`, owner, { body: '/merge' });
  expect(later.body.summary).toEqual(['Set to auto-merge when all checks pass.']);
  expect((await call('POST', `${request}/notes`, reviewer, { body: '/approve' })).status).toBe(202);
  await app.runJobs();
  const merged = await call('POST', `${request}/notes`, owner, { body: '/ready\n/merge' });
  expect(merged.body.summary).toEqual(['Marked this merge request as ready.', 'Merged this merge request.']);
  expect((await call('GET', request, owner)).body.state).toBe('merged');
});

test('previews explain, and lists offer, only what the user can do', async () => {
  const iid = await issue();
  const { id } = (await call('GET', `${issues()}/${iid}`, owner)).body;
  const text = 'Words for @reviewer, @nobody-at-all and `@owner`\n/close\n/label ~bug\n/shrug';
  const preview = (as: TestUser) => onPage('POST', `preview_markdown?target_type=issue&target_id=${id}`, as, { text });
  const mine = await preview(owner);
  expect(mine.body.references.commands).toBe('Closes this issue. Adds ~"bug" label.');
  expect(mine.body.body).toContain('Words');
  expect(mine.body.references.users).toEqual(['reviewer']);
  expect(mine.body.body).toContain('¯');
  expect(mine.body.body).not.toContain('/close');
  expect((await preview(stranger)).body.references.commands).toBe('');
});

/** What everyone may write who may comment. */
const FOR_ALL = ['cc', 'react', 'shrug', 'tableflip', 'todo'];
/** What an empty, open issue is for those who work there. */
const ON_ISSUE = FOR_ALL.concat(
  [
    'add_email',
    'assign',
    'blocked_by',
    'blocks',
    'clone',
    'close',
    'confidential',
    'copy_metadata',
    'due',
    'duplicate',
  ],
  ['create_merge_request', 'estimate', 'label', 'lock', 'milestone', 'move', 'reassign', 'relabel', 'relate', 'spend'],
  ['title', 'weight'],
);
const ON_REQUEST = FOR_ALL.concat(
  ['assign', 'assign_reviewer', 'close', 'copy_metadata', 'draft', 'estimate', 'label', 'lock', 'merge', 'milestone'],
  ['reassign', 'reassign_reviewer', 'rebase', 'relabel', 'spend', 'target_branch', 'title'],
);

async function offered(type: 'Issue' | 'MergeRequest', iid: number, as: TestUser): Promise<string[]> {
  const { body } = await onPage('GET', `autocomplete_sources/commands?type=${type}&type_id=${iid}`, as);
  return body.map((each: { name: string }) => each.name);
}
const sorted = (names: readonly string[], without: readonly string[] = []) =>
  names.filter((name) => !without.includes(name)).toSorted((a, b) => a.localeCompare(b, 'en'));

test.runIf(IS_FULL)('on an issue there is offered what can be done with it now, by whom', async () => {
  const iid = await issue();
  const on = (as: TestUser) => offered('Issue', iid, as);
  expect(await on(owner)).toEqual(sorted([...ON_ISSUE, 'unsubscribe']));
  expect(await on(reviewer)).toEqual(sorted([...ON_ISSUE, 'subscribe']));
  expect(await on(stranger)).toEqual(sorted([...FOR_ALL, 'subscribe']));
  await call('POST', `/projects/${project.id}/milestones`, owner, { title: 'Two' });
  const other = await issue('Other');
  await comment(
    iid,
    reviewer,
    `/assign me\n/label ~bug\n/milestone %Two\n/due tomorrow\n/weight 2\n/estimate 1d\n/spend 1h\n/confidential\n/todo\n` +
      `/relate #${other}\n/add_email a@b.example\n/lock`,
  );
  const full = [...ON_ISSUE, 'clear_weight', 'remove_due_date', 'remove_email', 'remove_estimate', 'remove_milestone'];
  full.push('remove_time_spent', 'unassign', 'unlabel', 'unlink', 'unlock', 'unsubscribe');
  expect(await on(reviewer)).toEqual(sorted([...full, 'done'], ['confidential', 'lock', 'todo']));
  await comment(iid, owner, '/unlock\n/close');
  const closed = sorted([...full, 'reopen'], ['close', 'confidential', 'duplicate', 'unlock']);
  expect(await on(owner)).toEqual(closed);
});

test('on a merge request there is offered what can be done with it now, by whom', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const on = (as: TestUser) => offered('MergeRequest', row.iid, as);
  const write = (as: TestUser, body: string) =>
    call('POST', `/projects/${project.id}/merge_requests/${row.iid}/notes`, as, { body });
  expect(await on(owner)).toEqual(sorted([...ON_REQUEST, 'unsubscribe']));
  const levels = { push_access_level: 40, merge_access_level: 40 };
  await call('POST', `/projects/${project.id}/protected_branches`, owner, { name: row.target_branch, ...levels });
  const forReviewer = [...ON_REQUEST.filter((name) => name !== 'merge'), 'approve', 'request_changes'];
  expect(await on(reviewer)).toEqual(sorted([...forReviewer, 'subscribe']));
  expect(await on(stranger)).toEqual(sorted([...FOR_ALL, 'subscribe']));
  await write(owner, '/request_review @stranger\n/lock\n/draft');
  const asked = ['unassign_reviewer', 'unlock', 'ready', 'unsubscribe'];
  expect(await on(owner)).toEqual(sorted([...ON_REQUEST, ...asked], ['draft', 'lock']));
  // Asked for a review, one may ask for changes, once the discussion is not locked.
  expect(await on(stranger)).not.toContain('request_changes');
  await write(owner, '/unlock\n/ready');
  expect(await on(stranger)).toEqual(sorted([...FOR_ALL, 'request_changes', 'unsubscribe']));
  await write(reviewer, '/approve');
  expect(await on(reviewer)).toEqual(
    sorted([...forReviewer, 'unapprove', 'unassign_reviewer', 'unsubscribe'], ['approve']),
  );
  await write(reviewer, '/request_changes');
  expect(await on(reviewer)).toEqual(sorted([...forReviewer, 'unassign_reviewer', 'unsubscribe'], ['request_changes']));
  const preview = async (as: TestUser, text: string) => {
    const at = `preview_markdown?target_type=merge_request&target_id=${row.id}`;
    return (await onPage('POST', at, as, { text })).body.references.commands;
  };
  const promises = '/merge\n/rebase\n/request_changes\n/unapprove\n/remove_milestone\n/unassign\n/submit_review';
  expect(await preview(stranger, promises)).toBe('Requests changes to the current merge request.');
  expect(await preview(reviewer, promises)).toBe('Rebases the source branch onto the target branch.');
  expect(await preview(owner, promises)).toBe(
    'Merges this merge request as soon as all checks have passed. Rebases the source branch onto the target branch.',
  );
  await write(owner, '/close');
  const closed = ['assign_reviewer', 'close', 'draft', 'merge', 'rebase', 'target_branch'];
  closed.push('reassign_reviewer');
  expect(await on(owner)).toEqual(sorted([...ON_REQUEST, 'reopen', 'unsubscribe'], closed));
});

test.runIf(IS_FULL)('who may only edit is promised to be assigned themselves, and nobody else', async () => {
  const mine = (await call('POST', issues(), stranger, { title: 'Mine' })).body;
  const preview = async (text: string) =>
    (await onPage('POST', `preview_markdown?target_type=issue&target_id=${mine.id}`, stranger, { text })).body
      .references.commands;
  expect(await preview('/assign @stranger')).toBe('Assigns @stranger.');
  expect(await preview('/assign @reviewer\n/unassign\n/reassign @owner')).toBe('');
  await comment(mine.iid, stranger, '/assign me');
  expect(await preview('/unassign\n/unassign @stranger')).toBe('Removes all assignees. Removes assignee @stranger.');
  await comment(mine.iid, owner, '/assign @reviewer');
  expect(await preview('/unassign\n/unassign @stranger\n/unassign @reviewer')).toBe('Removes assignee @stranger.');
});

test('who is on it then is told, and of all others the same whether there is such a user or not', async () => {
  const closed = await createProject(app, {
    owner: owner.user,
    path: 'closed',
    visibility: 'private',
    files: { a: 'a' },
  });
  await addMember(app, { user: reviewer.user, project: closed, level: 30 });
  const row = await createMergeRequest(app, { project: closed, author: owner });
  await call('POST', `/projects/${closed.id}/issues`, owner, { title: 'Inside' });
  const things = [
    { path: 'issues/1', noun: 'issue', type: 'Issue', people: 'assignees', set: '/reassign', add: '/assign' },
    {
      path: `merge_requests/${row.iid}`,
      noun: 'merge request',
      type: 'MergeRequest',
      people: 'reviewers',
      set: '/reassign_reviewer',
      add: '/assign_reviewer',
    },
  ];
  const server = await app.server();
  for (const { path, noun, type, people, set, add } of things) {
    const thing = `/projects/${closed.id}/${path}`;
    const said = async (body: string) => (await call('POST', `${thing}/notes`, owner, { body })).body.summary.join(' ');
    const target = (await call('GET', thing, owner)).body.id;
    const preview = async (text: string) => {
      const url = `/${closed.full_path}/-/preview_markdown?target_type=${type}&target_id=${target}`;
      return (await server.inject({ method: 'POST', url, headers: owner.headers, payload: { text } })).json().references
        .commands;
    };
    const on = async () =>
      (await call('GET', thing, owner)).body[people].map(({ username }: { username: string }) => username);
    const words = {
      '/assign': ['Assigns', 'Assigned'],
      '/assign_reviewer': ['Requests a review from', 'Requested a review from'],
      '/reassign': ['Changes assignees to', 'Changed assignees to'],
      '/reassign_reviewer': ['Changes reviewers to', 'Changed reviewers to'],
    } as const;
    for (const command of [add, set] as (keyof typeof words)[]) {
      const [will, did] = words[command];
      const rest = `@reviewer. No user named @stranger or @no-one can see this ${noun}.`;
      expect(await preview(`${command} @stranger @reviewer @no-one`)).toBe(`${will} ${rest}`);
      expect(await said(`${command} @stranger @reviewer @no-one`)).toBe(`${did} ${rest}`);
      for (const name of ['stranger', 'no-one']) {
        const nobody = `o user named @${name} can see this ${noun}`;
        expect(await preview(`${command} @${name}`)).toBe(`N${nobody}.`);
        expect(await said(`${command} @${name}`)).toBe(`Could not apply ${command}: n${nobody}`);
      }
      expect(await said(command)).toBe(`Could not apply ${command}: no user was specified`);
      expect(await on()).toEqual(['reviewer']);
    }
    const off = add.replace('assign', 'unassign');
    expect(await said(`${off} @owner @no-one @reviewer`)).toMatch(
      /^Removed \w+ @reviewer\. No user named @owner or @no-one /,
    );
    expect(await on()).toEqual([]);
  }
  // Who may only take themselves on and off is told the same of everyone else.
  const mine = (await call('POST', issues(), stranger, { title: 'Mine too' })).body;
  for (const name of ['reviewer', 'no-one']) {
    const { body } = await comment(mine.iid, stranger, `/assign @${name}`);
    expect([name, body.summary]).toEqual([name, ['You are not allowed to use /assign here.']]);
  }
});

test.runIf(IS_FULL)('labels are put on by names that there are, and what was not found is told', async () => {
  const iid = await issue();
  const labels = async () => (await call('GET', `${issues()}/${iid}`, owner)).body.labels;
  const all = async () =>
    (await call('GET', `/projects/${project.id}/labels?per_page=100`, owner)).body.map(
      (each: { name: string }) => each.name,
    );
  const before = await all();
  const summary = async (body: string) => (await comment(iid, owner, body)).body.summary;
  expect(await summary('/label ~bug ~bgu')).toEqual(['Added ~"bug" label.', 'There is no ~"bgu" label.']);
  expect(await summary('/label ~bgu ~latr')).toEqual(['Could not apply /label: there are no ~"bgu" ~"latr" labels']);
  expect(await summary('/relabel ~later ~bgu')).toEqual([
    'Replaced all labels with ~"later" label.',
    'There is no ~"bgu" label.',
  ]);
  expect(await summary('/relabel ~bgu')).toEqual(['Could not apply /relabel: there is no ~"bgu" label']);
  expect(await labels()).toEqual(['later']);
  expect(await summary('/unlabel ~bug')).toEqual(['Could not apply /unlabel: this issue does not have ~"bug" label']);
  expect(await summary('/unlabel ~later ~bug')).toEqual([
    'Removed ~"later" label.',
    'This issue does not have ~"bug" label.',
  ]);
  expect(await labels()).toEqual([]);
  expect(await all()).toEqual(before);
});

test.runIf(IS_FULL)('/copy_metadata takes what the reference means, with the rights of its writer', async () => {
  const { body: milestone } = await call('POST', `/projects/${project.id}/milestones`, owner, { title: 'Copied' });
  const from = await issue('labelled');
  await call('PUT', `${issues()}/${from}`, owner, { labels: 'bug', milestone_id: milestone.id });
  const request = await createMergeRequest(app, { project, author: owner });
  await call('PUT', `/projects/${project.id}/merge_requests/${request.iid}`, owner, { labels: 'later' });
  const other = await createProject(app, { owner: owner.user, path: 'other-copies', visibility: 'private' });
  // The same number as the issue here, and a label that is not.
  for (let at = 1; at <= from; at += 1)
    await call('POST', `/projects/${other.id}/issues`, owner, { title: 'There', labels: 'fresh,elsewhere' });
  const copied = async (as: TestUser, reference: string, iid?: number) => {
    const to = iid ?? (await issue());
    const { status, body } = await comment(to, as, `/copy_metadata ${reference}`);
    const { labels, milestone: set } = (await call('GET', `${issues()}/${to}`, owner)).body;
    return { status, summary: body.summary, labels, milestone: set?.title ?? null };
  };
  const own = { status: 202, labels: ['bug'], milestone: 'Copied' };
  for (const written of [`#${from}`, `${from}`, `${project.full_path}#${from}`])
    expect(await copied(owner, written)).toMatchObject(own);
  const address = `https://here.example/${project.full_path}/-/issues/${from}`;
  expect(await copied(owner, address)).toMatchObject(own);
  expect(await copied(owner, `!${request.iid}`)).toMatchObject({ status: 202, labels: ['later'], milestone: null });
  const there = `${other.full_path}#${from}`;
  expect(await copied(owner, there)).toMatchObject({ status: 202, labels: ['fresh'], milestone: null });
  expect(await copied(reviewer, there)).toMatchObject({
    status: 422,
    labels: [],
    summary: [`Could not apply /copy_metadata: ${there} was not found`],
  });
  for (const written of ['~bug', '@owner', `#${from} !${request.iid}`, 'v1.2'])
    expect(await copied(owner, written)).toMatchObject({ status: 422, labels: [], milestone: null });
  // From an issue to a merge request.
  const target = `/projects/${project.id}/merge_requests/${request.iid}`;
  await call('POST', `${target}/notes`, owner, { body: `/copy_metadata #${from}` });
  expect((await call('GET', target, owner)).body.labels).toEqual(['bug', 'later']);
});

test('commands in the description of what is new', async () => {
  const made = await call('POST', issues(), owner, { title: 'New', description: 'Words\n\n/label ~fresh\n/weight 2' });
  expect(made.body).toMatchObject({ description: 'Words', labels: ['fresh'], weight: 2 });
  const byStranger = await call('POST', issues(), stranger, { title: 'New', description: '/label ~fresh\n/lock' });
  expect(byStranger.body).toMatchObject({ description: '', labels: [], discussion_locked: false });
  const row = await createMergeRequest(app, { project, author: owner, description: 'Why\n/label ~fresh\n/assign me' });
  const request = await call('GET', `/projects/${project.id}/merge_requests/${row.iid}`, owner);
  expect(request.body).toMatchObject({ description: 'Why', labels: ['fresh'], assignees: [{ username: 'owner' }] });
});

test('code, quotations and unknown words are text', async () => {
  const iid = await issue();
  const body = '```\n/close\n```\n> /close\n/nonsense';
  const note = await comment(iid, owner, body);
  expect(note.body.body).toBe(body);
  expect((await call('GET', `${issues()}/${iid}`, owner)).body.state).toBe('opened');
});

test('a repeated request does its commands once and answers the same, with and without words around them', async () => {
  for (const [key, text, status] of [
    ['with-words', 'Done\n/spend 1h', 201],
    ['commands-alone', '/spend 1h\n/label ~twice\n/milestone %none', 202],
  ] as const) {
    const iid = await issue();
    const headers = { ...owner.headers, 'idempotency-key': key };
    const [first, again] = [
      await comment(iid, { ...owner, headers }, text),
      await comment(iid, { ...owner, headers }, text),
    ];
    expect([first.status, again.status]).toEqual([status, status]);
    expect(again.body).toEqual(first.body);
    expect(first.body.commands_changes).toEqual({ spend_time: 3_600 });
    expect((await call('GET', `${issues()}/${iid}`, owner)).body.time_stats.total_time_spent).toBe(3_600);
  }
});

test('two requests with one key at the same moment do the commands once', async () => {
  const iid = await issue();
  const headers = { ...owner.headers, 'idempotency-key': 'at-once' };
  const answers = await Promise.all([1, 2, 3].map(() => comment(iid, { ...owner, headers }, '/spend 1h')));
  for (const { status } of answers) expect([202, 409]).toContain(status);
  expect(answers.map((answer) => answer.status)).toContain(202);
  expect((await call('GET', `${issues()}/${iid}`, owner)).body.time_stats.total_time_spent).toBe(3_600);
});

test.runIf(IS_FULL)('commands in an edited comment are done; a comment of nothing else is removed', async () => {
  const iid = await issue();
  const made = await comment(iid, owner, 'Words');
  const note = `${issues()}/${iid}/notes/${made.body.id}`;
  expect((await call('PUT', note, owner, { body: 'Other words\n/label ~edited' })).body.body).toBe('Other words');
  expect((await call('GET', `${issues()}/${iid}`, owner)).body.labels).toEqual(['edited']);
  expect((await call('PUT', note, owner, { body: '/milestone %none' })).status).toBe(400);
  expect((await call('GET', note, owner)).body.body).toBe('Other words');
  expect((await call('PUT', note, reviewer, { body: '/close' })).status).toBe(403);
  await app.runJobs();
  const emptied = await call('PUT', note, owner, { body: '/close' });
  expect([emptied.status, emptied.body.message]).toEqual([
    410,
    'Closed this issue. The comment had no other content and was removed.',
  ]);
  expect((await call('GET', note, owner)).status).toBe(404);
  expect((await call('GET', `${issues()}/${iid}`, owner)).body.state).toBe('closed');
});

test.runIf(IS_FULL)('days are understood as users write them', async () => {
  const iid = await issue();
  for (const words of ['friday', 'in 2 weeks', 'next week', 'December 31st']) {
    expect([words, (await comment(iid, owner, `/due ${words}`)).status]).toEqual([words, 202]);
  }
  expect((await call('GET', `${issues()}/${iid}`, owner)).body.due_date).toMatch(/-12-31$/);
  expect((await comment(iid, owner, '/due some day')).status).toBe(422);
});

test.runIf(IS_FULL)('a duplicate is related to what it repeats, and both say so', async () => {
  const [one, two] = [await issue('first'), await issue('second')];
  expect((await comment(two, owner, `/duplicate #${one}`)).status).toBe(202);
  const links = await call('GET', `${issues()}/${two}/links`, owner);
  expect(links.body).toMatchObject([{ iid: one, link_type: 'relates_to' }]);
  const texts = async (iid: number) =>
    (await call('GET', `${issues()}/${iid}/notes?sort=asc`, owner)).body.map((note: { body: string }) => note.body);
  expect(await texts(two)).toEqual([
    `marked this issue as related to #${one}`,
    `marked this issue as a duplicate of #${one}`,
    'closed',
  ]);
  expect(await texts(one)).toEqual([
    `marked this issue as related to #${two}`,
    `marked #${two} as a duplicate of this issue`,
  ]);
  expect((await comment(one, owner, `/duplicate #${one}`)).status).toBe(422);
});

test('what is said about a hidden thing is neither shown nor counted', async () => {
  const iid = await issue();
  await comment(iid, owner, 'Words for all');
  await call('POST', `${issues()}/${iid}/links`, owner, {
    target_project_id: project.id,
    target_issue_iid: (await call('POST', issues(), owner, { title: 'Secret', confidential: true })).body.iid,
  });
  for (const [reader, count] of [
    [owner, '2'],
    [stranger, '1'],
    [null, '1'],
  ] as const) {
    for (const list of ['notes', 'discussions']) {
      const page = await call('GET', `${issues()}/${iid}/${list}?per_page=1`, reader);
      expect([list, page.headers['x-total'], page.body.length]).toEqual([list, count, 1]);
    }
  }
});

test('forms of pages are refused in their own shape', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const drafts = `merge_requests/${row.iid}/drafts`;
  const blank = await onPage('POST', drafts, owner, { draft_note: { note: ' ' } });
  expect(blank).toMatchObject({ status: 422, body: { errors: "Note can't be blank" } });
  await onPage('POST', drafts, owner, { draft_note: { note: 'Words' } });
  const published = await onPage('POST', `${drafts}/publish`, owner, { note: 'x'.repeat(1_000_001) });
  expect(published.status).toBe(500);
  expect(published.body.message).toMatch(/^Note is too long/);
  expect((await onPage('GET', drafts, owner)).body).toHaveLength(1);
  expect((await onPage('POST', `${drafts}/publish`, owner, { id: 999_999 })).status).toBe(404);
  const note = await onPage('POST', 'notes', owner, {
    target_type: 'merge_request',
    target_id: row.id,
    note: { note: '' },
  });
  expect(note).toMatchObject({ status: 422, body: { errors: "Note can't be blank" } });
});

test.runIf(IS_FULL)('reactions, to-do items and links are changed by commands', async () => {
  const [iid, other] = [await issue(), await issue()];
  const reacted = await comment(iid, owner, '/react :tada:\n/todo');
  expect(reacted.body).toMatchObject({ commands_changes: { emoji_award: 'tada' } });
  const awards = async () => (await call('GET', `${issues()}/${iid}/award_emoji`, owner)).body;
  expect(await awards()).toMatchObject([{ name: 'tada', user: { username: 'owner' } }]);
  await comment(iid, owner, '/award tada');
  expect(await awards()).toEqual([]);
  expect((await comment(iid, owner, '/react :no-such-thing:')).status).toBe(422);
  const waiting = async () => (await call('GET', '/todos?action=marked', owner)).body.length;
  expect(await waiting()).toBe(1);
  expect((await comment(iid, owner, '/todo')).status).toBe(422);
  expect((await comment(iid, owner, '/done')).status).toBe(202);
  expect([await waiting(), (await comment(iid, owner, '/done')).status]).toEqual([0, 422]);
  await comment(iid, owner, `/relate #${other}`);
  expect((await comment(iid, owner, `/unlink #${other}`)).status).toBe(202);
  expect((await call('GET', `${issues()}/${iid}/links`, owner)).body).toEqual([]);
  expect((await comment(iid, owner, `/unlink #${other}`)).status).toBe(422);
});

test.runIf(IS_FULL)('an issue begins its own branch and draft', async () => {
  const iid = await issue('Build the bridge');
  const made = await comment(iid, reviewer, '/create_merge_request');
  expect(made.status).toBe(202);
  const [request] = (
    await call('GET', `/projects/${project.id}/merge_requests?source_branch=${iid}-build-the-bridge`, owner)
  ).body;
  expect(request).toMatchObject({
    title: 'Draft: Resolve "Build the bridge"',
    description: `Closes #${iid}`,
    target_branch: 'main',
    author: { username: 'reviewer' },
  });
  expect(made.body.summary[0]).toBe(
    `Created branch '${iid}-build-the-bridge' and merge request !${request.iid} to resolve this issue.`,
  );
  const said = (await call('GET', `${issues()}/${iid}/notes?sort=desc`, owner)).body.map(
    (note: { body: string }) => note.body,
  );
  expect(said).toContain(
    `created branch \`${iid}-build-the-bridge\` and merge request !${request.iid} to address this issue`,
  );
  expect((await comment(iid, reviewer, '/create_merge_request')).status).toBe(422);
  expect((await comment(iid, reviewer, '/create_merge_request bridge')).status).toBe(202);
  expect((await comment(iid, stranger, '/create_merge_request mine')).status).toBe(422);
  const secret = (await call('POST', issues(), owner, { title: 'Secret words', confidential: true })).body.iid;
  await comment(secret, owner, '/create_merge_request');
  const hidden = await call(
    'GET',
    `/projects/${project.id}/merge_requests?source_branch=${secret}-confidential-issue`,
    null,
  );
  expect(hidden.body[0].title).toBe(`Draft: Resolve #${secret}`);
});

test('reviewers are changed and changes are requested by commands', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  const say = (as: TestUser, body: string) => call('POST', `${request}/notes`, as, { body });
  await app.runJobs();
  expect((await say(owner, '/reassign_reviewer @reviewer')).status).toBe(202);
  expect((await call('GET', request, owner)).body.reviewers).toMatchObject([{ username: 'reviewer' }]);
  expect((await say(owner, '/request_changes')).status).toBe(422);
  expect((await say(stranger, '/request_changes')).status).toBe(422);
  expect((await say(reviewer, '/request_changes')).status).toBe(202);
  expect((await call('GET', request, owner)).body.detailed_merge_status).toBe('requested_changes');
  // Without a word it reaches whoever has to make them.
  await app.runJobs();
  const waits = (await call('GET', '/todos', owner)).body.filter(
    (todo: { target: { iid: number } }) => todo.target.iid === row.iid,
  );
  expect(waits).toMatchObject([{ action_name: 'review_submitted', author: { username: 'reviewer' } }]);
  const mails = await app.platform.db
    .selectFrom('mail_messages')
    .select('text_body')
    .where('recipient', '=', owner.user.email)
    .where('subject', 'like', `%(!${row.iid})`)
    .execute();
  expect(mails.map((mail) => mail.text_body.includes('requested changes.'))).toEqual([true]);
});

test('a merge by command is of the head that was looked at', async () => {
  const row = await createMergeRequest(app, { project, author: owner });
  await app.runJobs();
  const request = `/projects/${project.id}/merge_requests/${row.iid}`;
  const say = (sha: string) =>
    call('POST', `${request}/notes`, owner, { body: '/merge', merge_request_diff_head_sha: sha });
  expect((await say('0'.repeat(40))).status).toBe(422);
  expect((await call('GET', request, owner)).body.state).toBe('opened');
  // A comment that is changed on a page is about the head of that page too.
  const { id } = (await call('POST', `${request}/notes`, owner, { body: 'Soon' })).body;
  const payload = { note: { note: '/merge' }, merge_request_diff_head_sha: '0'.repeat(40) };
  const url = `/${project.full_path}/-/notes/${id}?target_type=merge_request&target_id=${row.id}`;
  const server = await app.server();
  expect((await server.inject({ method: 'PUT', url, headers: owner.headers, payload })).statusCode).toBe(422);
  expect((await call('GET', request, owner)).body.state).toBe('opened');
  expect((await say(row.head_sha ?? '')).status).toBe(202);
  expect((await call('GET', request, owner)).body.state).toBe('merged');
});
