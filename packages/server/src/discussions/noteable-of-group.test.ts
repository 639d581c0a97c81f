import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlCaller } from '../../testing/call-graphql.ts';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../accounts/testing.ts';
import { maySubscribe } from '../platform/realtime/topics.ts';
import { getNamespaceAccess, containerOfGroup } from '../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../projects/testing.ts';
import { uploadFile } from './operations/upload-file.ts';
import { notesData } from './reads/notes-data.ts';
import { changeTopicRow, createTopic, defineTopics, getTopic, type TopicRow } from './testing.ts';
import { IS_FULL } from '../../testing/sampled.ts';

/** What lives in a group is talked about through every interface as what lives in a project is, by its descriptor alone. */
let app: TestApp;
let undo: () => void;
let owner: TestUser;
let developer: TestUser;
let reporter: TestUser;
let guest: TestUser;
let stranger: TestUser;
let below: TestUser;
let group: Awaited<ReturnType<typeof createGroup>>;
let open: typeof group;
let project: BuiltProject;
let topic: TopicRow;
let other: TopicRow;
let openTopic: TopicRow;
let issue: { id: number; iid: number };

const rest = restCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  undo = await defineTopics(app);
  [owner, developer, reporter, guest, stranger, below] = (await Promise.all(
    Array.from({ length: 6 }, () => createUser(app)),
  )) as [TestUser, TestUser, TestUser, TestUser, TestUser, TestUser];
  group = await createGroup(app, { owner: owner.user, path: 'crew', name: 'The crew', visibility: 'private' });
  open = await createGroup(app, { owner: owner.user, path: 'open', visibility: 'public' });
  for (const [person, level] of [
    [developer, 30],
    [reporter, 20],
    [guest, 10],
  ] as const)
    // prettier-ignore
    await addMember(app, { user: person.user, level, group });
  project = await createProject(app, {
    owner: owner.user,
    group,
    path: 'app',
    visibility: 'private',
    files: { a: 'a' },
  });
  await addMember(app, { user: below.user, level: 30, project });
  topic = await createTopic(app, { group, title: 'Plans', author: owner.user });
  other = await createTopic(app, { group, title: 'Other plans', author: owner.user });
  openTopic = await createTopic(app, { group: open, title: 'For all', author: owner.user });
  issue = (await rest('POST', `/projects/${project.id}/issues`, owner, { title: 'An issue' })).body;
});
afterAll(async () => {
  undo();
  await app.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Person = { headers: Record<string, string> } | null;

/** Below the page of a place, as its page asks. */
async function page(method: Method, url: string, as: Person, payload?: object) {
  const headers = { ...as?.headers, 'x-last-fetched-at': '0' };
  const answer = await (await app.server()).inject({ method, url, headers, ...(payload && { payload }) });
  return {
    status: answer.statusCode,
    body: answer.body.startsWith('<') ? answer.body : JSON.parse(answer.body || '{}'),
  };
}

const api = (of = topic, groupId: number | string = group.id) => `/groups/${groupId}/topics/${of.iid}`;
const home = '/groups/crew/-';
const at = (of = topic) => `${home}/topics/${of.iid}`;

async function say(as: TestUser, body: string, more: object = {}, of = topic): Promise<{ id: number }> {
  const made = await rest('POST', `${api(of)}/notes`, as, { body, ...more });
  expect([made.status, body]).toEqual([201, body]);
  return made.body;
}

describe('every interface', () => {
  test('REST: threads, replies, edits, resolving, reactions, deletion', async () => {
    const made = await rest('POST', `${api(topic, 'crew')}/discussions`, developer, { body: 'Shall we?' });
    expect([made.status, made.body]).toMatchObject([201, { individual_note: false, notes: [{ body: 'Shall we?' }] }]);
    const thread = `${api()}/discussions/${made.body.id}`;
    const reply = await rest('POST', `${thread}/notes`, guest, { body: 'Yes' });
    expect(reply.body).toMatchObject({
      noteable_type: 'Topic',
      noteable_id: topic.id,
      noteable_iid: topic.iid,
      project_id: null,
      resolvable: true,
    });
    expect((await rest('PUT', `${thread}/notes/${reply.body.id}`, guest, { body: 'Yes!' })).body.body).toBe('Yes!');
    expect((await rest('PUT', `${thread}?resolved=true`, developer)).body).toMatchObject({ resolved: true });
    expect((await rest('PUT', thread, guest, { resolved: false })).status).toBe(403);
    const react = await rest('POST', `${api()}/notes/${reply.body.id}/award_emoji`, reporter, { name: 'tada' });
    expect([react.status, react.body.awardable_type]).toEqual([201, 'Note']);
    expect((await rest('POST', `${api()}/award_emoji`, guest, { name: 'heart' })).body.awardable_type).toBe('Topic');
    expect((await rest('DELETE', `${thread}/notes/${reply.body.id}`, guest)).status).toBe(204);
    const { body: listed } = await rest('GET', `${api()}/discussions`, guest);
    expect(listed[0]).toMatchObject({ id: made.body.id, notes: [{ body: 'Shall we?', resolved: true }] });
    expect((await rest('GET', `${api()}/notes?activity_filter=only_comments`, guest)).body).toHaveLength(1);
  });

  test('pages: what they are given leads to what they may do', async () => {
    const ctx = contextOf(app, developer);
    const data = await notesData(ctx, await getTopic(ctx, topic.id), 'topic');
    expect(data).toMatchObject({
      createNotePath: `${at()}/notes`,
      notesPath: `${at()}/notes`,
      discussionsPath: `${at()}/discussions.json`,
      previewMarkdownPath: `${home}/preview_markdown?target_type=topic&target_id=${topic.id}`,
      uploadsPath: `${home}/uploads`,
      topic: `topic:${topic.id}`,
      currentUser: { canCreateNote: true, canCreateInternalNote: true, canResolve: true },
    });
    const made = await page('POST', data.createNotePath, developer, {
      note: { note: 'From a page', type: 'DiscussionNote' },
      return_discussion: true,
    });
    expect([made.status, made.body]).toMatchObject([200, { valid: true, discussion: { individual_note: false } }]);
    const { discussion } = made.body;
    const [note] = discussion.notes;
    expect(note).toMatchObject({
      path: `${at()}/notes/${note.id}`,
      human_access: 'Developer',
      project_name: 'The crew',
    });
    const reply = await page('POST', data.createNotePath, guest, {
      note: { note: '- [ ] try it' },
      in_reply_to_discussion_id: discussion.id,
    });
    expect(reply.status).toBe(200);
    const task = { line_number: 1, line_source: '- [ ] try it', checked: true };
    const ticked = await page('PUT', reply.body.task_path ?? `${at()}/notes/${reply.body.id}/task`, guest, task);
    expect(ticked.body.note).toBe('- [x] try it');
    expect((await page('PUT', note.path, developer, { note: { note: 'Changed' } })).body.note).toBe('Changed');
    expect((await page('POST', note.toggle_award_path, guest, { name: 'tada' })).body).toEqual({ ok: true });
    expect((await page('POST', data.awards?.path ?? '', guest, { name: 'tada' })).body).toEqual({ ok: true });
    expect((await page('POST', note.resolve_path, developer)).body).toMatchObject({ resolved: true });
    expect((await page('DELETE', discussion.resolve_path, developer)).body).toMatchObject({ resolved: false });
    const single = (await page('POST', data.createNotePath, guest, { note: { note: 'Alone' } })).body;
    expect((await page('POST', `${single.path}/convert_to_thread`, guest)).body).toMatchObject({
      individual_note: false,
    });
    expect((await page('GET', `${at()}/discussions/${discussion.id}.json`, guest)).body.notes).toHaveLength(2);
    expect((await page('DELETE', single.path, guest)).status).toBe(200);
    const poll = await page('GET', data.notesPath, guest);
    expect(poll.body.notes.map((each: { note: string }) => each.note)).toEqual(
      expect.arrayContaining(['Changed', '- [x] try it']),
    );
    const listed = await page('GET', data.discussionsPath, guest);
    expect(JSON.stringify(listed.body)).not.toContain('Alone');
    for (const each of ['line_colours', 'begun_pictures'])
      expect((await page('GET', `${at()}/${each}.json?ids=${discussion.id}`, guest)).body).toEqual([]);
  });

  test('GraphQL: by global ids, whatever the place', async () => {
    const id = `gid://gitlab/Topic/${topic.id}`;
    const create = `mutation ($id: NoteableID!, $body: String!, $in: DiscussionID, $internal: Boolean) {
      createNote(input: { noteableId: $id, body: $body, discussionId: $in, internal: $internal }) {
        note { id body discussion { id noteable { __typename } } } errors } }`;
    const started = await ask(
      developer,
      `mutation ($id: NoteableID!) { createDiscussion(input: { noteableId: $id, body: "By graph" }) {
        note { id discussion { id resolvable } } errors } }`,
      { id },
    );
    const { note } = started.data.createDiscussion;
    expect(note.discussion.resolvable).toBe(true);
    const reply = (await ask(guest, create, { id, body: 'Reply', in: note.discussion.id })).data.createNote.note;
    expect(reply.discussion).toMatchObject({ id: note.discussion.id, noteable: null });
    const settle = `mutation ($id: DiscussionID!) { discussionToggleResolve(input: { id: $id, resolve: true }) {
      discussion { resolved } errors } }`;
    const settled = await ask(developer, settle, { id: note.discussion.id });
    expect(settled.data.discussionToggleResolve.discussion.resolved).toBe(true);
    const toggle = `mutation ($id: AwardableID!) { awardEmojiToggle(input: { awardableId: $id, name: "tada" }) { toggledOn } }`;
    for (const each of [reply.id, id]) {
      expect((await ask(reporter, toggle, { id: each })).data.awardEmojiToggle.toggledOn).toBe(true);
    }
    const edit = `mutation ($id: NoteID!) { updateNote(input: { id: $id, body: "Edited" }) { note { body } errors } }`;
    expect((await ask(guest, edit, { id: reply.id })).data.updateNote.note.body).toBe('Edited');
    const destroy = `mutation ($id: NoteID!) { destroyNote(input: { id: $id }) { errors } }`;
    expect((await ask(guest, destroy, { id: reply.id })).data.destroyNote.errors).toEqual([]);
    for (const person of [stranger, below]) {
      const refused = await ask(person, create, { id, body: 'Let me in' });
      expect([refused.data?.createNote?.note ?? null, JSON.stringify(refused)]).toEqual([
        null,
        expect.stringContaining('Not Found'),
      ]);
      expect(JSON.stringify(await ask(person, edit, { id: note.id }))).toContain('Not Found');
    }
  });

  test('commands: offered, promised and done, also alone', async () => {
    const offered = await page('GET', `${home}/autocomplete_sources/commands?type=topic&target_id=${topic.id}`, owner);
    expect(offered.body.map((each: { name: string }) => each.name)).toContain('retitle');
    const people = await page('GET', `${home}/autocomplete_sources/members?type=topic&target_id=${topic.id}`, guest);
    expect(people.body.map((each: { value: string }) => each.value)).toContain(`@${developer.user.username}`);
    const text = 'Better so.\n\n/retitle Better plans';
    const preview = await page('POST', `${home}/preview_markdown?target_type=topic&target_id=${topic.id}`, owner, {
      text,
    });
    expect(preview.body).toMatchObject({
      body: expect.stringContaining('Better so.'),
      references: { commands: 'Changes the title to "Better plans".' },
    });
    const made = await rest('POST', `${api()}/notes`, owner, { body: text });
    expect(made.body).toMatchObject({ body: 'Better so.' });
    expect((await getTopic(app.system, topic.id)).title).toBe('Better plans');
    const refused = await rest('POST', `${api()}/notes`, guest, { body: '/retitle Mine' });
    expect(JSON.stringify(refused.body)).toContain('not allowed');
    expect((await getTopic(app.system, topic.id)).title).toBe('Better plans');
  });

  test('a description has its history and its checklist', async () => {
    const change = (payload: object) => page('PUT', `${at(other)}/task`, owner, payload);
    await changeTopicRow(app.platform.db, other.id, { description: 'What?\n\n- [ ] one' });
    const ticked = await change({ line_number: 3, line_source: '- [ ] one', checked: true });
    expect(ticked.status).toBe(200);
    const listed = await page('GET', `${at(other)}/discussions.json`, guest);
    expect(JSON.stringify(listed.body)).toContain('marked the checklist item');
  });
});

describe('rights', () => {
  test('members by their role, non-members and who belongs only below not at all', async () => {
    const said = await say(developer, 'Among members');
    for (const [who, person] of Object.entries({ stranger, below, anonymous: null })) {
      for (const [method, url, body] of [
        ['GET', `${api()}/notes`],
        ['GET', `${api()}/discussions`],
        ['POST', `${api()}/notes`, { body: 'Let me in' }],
        ['GET', `${api()}/notes/${said.id}`],
        ['PUT', `${api()}/notes/${said.id}`, { body: 'Mine now' }],
        ['DELETE', `${api()}/notes/${said.id}`],
        ['GET', `${api()}/award_emoji`],
      ] as const) {
        expect([who, method, url, (await rest(method, url, person, body)).status]).toEqual([who, method, url, 404]);
      }
      for (const [method, url, body] of [
        ['GET', `${at()}/discussions.json`],
        ['GET', `${at()}/notes`],
        ['POST', `${at()}/notes`, { note: { note: 'Let me in' } }],
        ['PUT', `${at()}/notes/${said.id}`, { note: { note: 'Mine now' } }],
        ['POST', `${at()}/notes/${said.id}/toggle_award_emoji`, { name: 'tada' }],
        ['GET', `${at()}/command_results`],
      ] as const) {
        expect([who, method, url, (await page(method, url, person, body)).status]).toEqual([who, method, url, 404]);
      }
    }
    expect((await rest('PUT', `${api()}/notes/${said.id}`, guest, { body: 'Mine now' })).status).toBe(403);
    expect((await rest('PUT', `${api()}/notes/${said.id}`, owner, { body: 'Moderated' })).status).toBe(200);
  });

  test('a public group is read by everyone and written by who signed in; a locked topic by its members', async () => {
    const url = api(openTopic, open.id);
    expect((await rest('POST', `${url}/notes`, stranger, { body: 'Hello' })).status).toBe(201);
    const shown = await rest('GET', `${url}/notes`, null);
    expect([shown.status, shown.body]).toMatchObject([200, [{ body: 'Hello' }]]);
    expect((await rest('POST', `${url}/notes`, null, { body: 'Hello' })).status).toBe(401);
    await changeTopicRow(app.platform.db, openTopic.id, { is_locked: true });
    const locked = await rest('POST', `${url}/notes`, stranger, { body: 'Again' });
    expect([locked.status, JSON.stringify(locked.body)]).toEqual([403, expect.stringContaining('locked')]);
    expect((await rest('POST', `${url}/notes`, owner, { body: 'Closed' })).status).toBe(201);
    const ctx = contextOf(app, stranger);
    expect((await notesData(ctx, await getTopic(ctx, openTopic.id), 'topic')).notice).toMatchObject({
      text: 'This topic is locked. Only group members can comment.',
    });
  });

  test('internal notes are for reporters and up', async () => {
    const inside = await say(reporter, 'Only us', { internal: true });
    expect((await rest('POST', `${api()}/notes`, guest, { body: 'Me too', internal: true })).status).toBe(403);
    expect((await rest('GET', `${api()}/notes/${inside.id}`, guest)).status).toBe(404);
    expect((await page('PUT', `${at()}/notes/${inside.id}`, guest, { note: { note: 'x' } })).status).toBe(404);
    expect(JSON.stringify((await page('GET', `${at()}/discussions.json`, guest)).body)).not.toContain('Only us');
    expect((await rest('GET', `${api()}/notes/${inside.id}`, developer)).status).toBe(200);
  });

  test('news are heard by who may read them', async () => {
    const { topic: name } = await getTopic(app.system, topic.id);
    const hears = (person: TestUser, what: string) => maySubscribe(contextOf(app, person), what);
    expect(await Promise.all([guest, developer].map((person) => hears(person, name)))).toEqual([true, true]);
    expect(await Promise.all([stranger, below].map((person) => hears(person, name)))).toEqual([false, false]);
    const inner = `internal_notes:Topic-${topic.id}`;
    expect(await Promise.all([guest, reporter].map((person) => hears(person, inner)))).toEqual([false, true]);
  });
});

describe('no interface leads into another place', () => {
  test('notes of a group are found through no project, nor its topics by their id', async () => {
    const said = await say(owner, 'Of the group');
    const inProject = `/${project.full_path}/-`;
    const target = `target_type=topic&target_id=${topic.id}`;
    for (const [method, url, body] of [
      ['PUT', `${inProject}/notes/${said.id}`, { note: { note: 'x' } }],
      ['DELETE', `${inProject}/notes/${said.id}`],
      ['POST', `${inProject}/notes/${said.id}/toggle_award_emoji`, { name: 'tada' }],
      ['POST', `${inProject}/notes?${target}`, { note: { note: 'x' } }],
      ['GET', `${inProject}/noteable/topic/${topic.id}/notes`],
      ['GET', `${inProject}/autocomplete_sources/commands?type=Topic`],
      ['GET', `${inProject}/topics/${topic.iid}/discussions.json`],
    ] as const) {
      expect([url, (await page(method, url, owner, body)).status]).toEqual([url, 404]);
    }
    const preview = await page('POST', `${inProject}/preview_markdown?${target}`, owner, { text: '/retitle x' });
    expect(preview.body.references.commands).toBe('');
    for (const url of [
      `/projects/${project.id}/issues/${issue.iid}/notes/${said.id}`,
      `/projects/${project.id}/topics/1/notes`,
    ])
      expect([url, (await rest('GET', url, owner)).status]).toEqual([url, 404]);
    const found = await rest('GET', `/projects/${project.id}/search?scope=notes&search=Of+the+group`, owner);
    expect(found.body).toEqual([]);
  });

  test('notes of a project are found through no group', async () => {
    const said = (await rest('POST', `/projects/${project.id}/issues/${issue.iid}/notes`, owner, { body: 'Of it' }))
      .body;
    for (const [method, url, body] of [
      ['PUT', `${at()}/notes/${said.id}`, { note: { note: 'x' } }],
      ['PUT', `${at()}/notes/${said.id}/task`, { line_number: 1, line_source: 'Of it', checked: true }],
      ['DELETE', `${at()}/notes/${said.id}`],
      ['POST', `${at()}/notes/${said.id}/toggle_award_emoji`, { name: 'tada' }],
      ['POST', `${at()}/notes/${said.id}/convert_to_thread`],
      ['POST', `${at()}/notes/${said.id}/resolve`],
      ['GET', `${home}/autocomplete_sources/commands?type=Issue&target_id=${issue.id}`],
      ['GET', `${home}/autocomplete_sources/commands?type=Issue`],
      ['GET', `${home}/issues/${issue.iid}/discussions.json`],
    ] as const) {
      expect([url, (await page(method, url, owner, body)).status]).toEqual([url, 404]);
    }
    expect((await rest('GET', `${api()}/notes/${said.id}`, owner)).status).toBe(404);
    expect((await rest('GET', `/groups/${group.id}/issues/${issue.iid}/notes`, owner)).status).toBe(404);
    expect((await rest('GET', `/projects/${project.id}/issues/${issue.iid}/notes/${said.id}`, owner)).body.body).toBe(
      'Of it',
    );
  });

  test('nor through another topic or another group', async () => {
    const said = await say(owner, 'Of this one');
    expect((await rest('GET', `${api(other)}/notes/${said.id}`, owner)).status).toBe(404);
    expect((await page('DELETE', `${at(other)}/notes/${said.id}`, owner)).status).toBe(404);
    expect((await rest('GET', `${api(other, open.id)}/notes`, owner)).status).toBe(404);
    expect((await rest('GET', `/groups/${open.id}/topics/${openTopic.iid}/notes/${said.id}`, owner)).status).toBe(404);
    const target = `target_type=topic&target_id=${topic.id}`;
    const preview = await page('POST', `/groups/open/-/preview_markdown?${target}`, owner, { text: '/retitle x' });
    expect(preview.body.references.commands).toBe('');
  });
});

test.runIf(IS_FULL)(
  'texts of a group mean its own: files by its number, projects below it, its emoji and users',
  async () => {
    const { iid } = issue;
    const ctx = contextOf(app, owner);
    const picture = Buffer.from('GIF89a\u0003\0\u0002\0\0\0\0');
    const place = containerOfGroup(await getNamespaceAccess(ctx, group.id));
    const { markdown } = await uploadFile(ctx, place, { filename: 'a.gif', content: picture });
    const file = 'f'.repeat(32);
    await app.platform.db
      .insertInto('custom_emoji')
      .values({ namespace_id: group.id, name: 'blob', file_name: `${file}.png`, creator_id: owner.user.id })
      .execute();
    const text = `See app#${iid} and #${iid}, @${guest.user.username} :blob: ${markdown}`;
    const said = await rest('POST', `${api()}/discussions`, owner, { body: text });
    const shown = (await page('GET', `${at()}/discussions/${said.body.id}.json`, owner)).body.notes[0].note_html;
    expect(shown).toContain(`href="/crew/app/-/issues/${iid}"`);
    expect(shown).toContain(`and #${iid},`);
    expect(shown).toContain(`href="/${guest.user.username}"`);
    expect(shown).toContain(`/-/group/${group.id}/uploads/`);
    expect(shown).toMatch(/width="3" height="2"/);
    expect(shown).toContain(`/custom_emoji/${file}.png`);
    const react = await rest('POST', `${api()}/notes/${said.body.notes[0].id}/award_emoji`, guest, { name: 'blob' });
    expect(react.status).toBe(201);
    // Who may not see what is named sees what was written.
    const abroad = await rest('POST', `${api(openTopic, open.id)}/notes`, owner, { body: `See crew/app#${iid}` });
    const listed = async (as: TestUser) => (await page('GET', '/groups/open/-/topics/1/discussions.json', as)).body;
    const htmlFor = async (as: TestUser) =>
      (await listed(as)).flatMap(({ notes }: { notes: { id: string; note_html: string }[] }) =>
        notes.flatMap((note) => (note.id === String(abroad.body.id) ? note.note_html : [])),
      )[0];
    expect(await htmlFor(owner)).toContain(`href="/crew/app/-/issues/${iid}"`);
    expect(await htmlFor(stranger)).not.toContain('href');
    // The thing that was named learns of it.
    await app.runJobs();
    const { body: heard } = await rest('GET', `/projects/${project.id}/issues/${iid}/notes`, owner);
    expect(heard.map((note: { body: string }) => note.body)).toContain('mentioned in topic crew*1');
  },
);

test('what was written in a group that is being deleted cannot be seen any more, and goes with it', async () => {
  const gone = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const last = await createTopic(app, { group: gone, title: 'Last', author: owner.user });
  await rest('POST', api(last, gone.id) + '/notes', owner, { body: 'Soon gone' });
  const { db } = app.platform;
  await db.updateTable('namespaces').set({ deleting_since: new Date() }).where('id', '=', gone.id).execute();
  const late = await rest('POST', api(last, gone.id) + '/notes', owner, { body: 'Too late' });
  expect([late.status, (await rest('GET', api(last, gone.id) + '/notes', owner)).status]).toEqual([404, 404]);
  await db.deleteFrom('namespaces').where('id', '=', gone.id).execute();
  for (const table of ['notes', 'discussions'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('noteable_type', '=', 'Topic')
      .where('noteable_id', '=', last.id)
      .execute();
    expect(rows).toEqual([]);
  }
});
