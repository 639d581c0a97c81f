import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import { uploadFile } from '../../discussions/index.ts';
import { sql } from '../../platform/db/database.ts';
import { armFailpoints } from '../../platform/failpoints.ts';
import { getProjectAccess, containerOfProject } from '../../projects/index.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { firstOf, IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let owner: TestUser;
/** Reporter of both projects, and of one beside the first; knows nothing of the other beside it. */
let mover: TestUser;
/** Of the first project alone. */
let author: TestUser;
/** Of the second alone. */
let reader: TestUser;
let source: BuiltProject;
let target: BuiltProject;
let hidden: BuiltProject;

const call = restCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, mover, author, reader] = (await Promise.all(
    ['the-owner', 'the-mover', 'the-author', 'the-reader'].map((username) => createUser(app, { username })),
  )) as [TestUser, TestUser, TestUser, TestUser];
  const group = await createGroup(app, { owner: owner.user, path: 'team' });
  const away = await createGroup(app, { owner: owner.user, path: 'away' });
  const made = (path: string, of = group) =>
    createProject(app, { owner: owner.user, group: of, path, visibility: 'private' });
  source = await made('app');
  target = await made('lib', away);
  hidden = await made('hidden');
  const open = await made('open');
  for (const project of [source, target, open]) await addMember(app, { user: mover.user, project, level: 20 });
  await addMember(app, { user: author.user, project: source, level: 20 });
  await addMember(app, { user: reader.user, project: target, level: 30 });
  for (const project of [source, open, hidden, target]) {
    await call('POST', `/projects/${project.id}/issues`, owner, { title: `First of ${project.path}` });
  }
  await call('POST', `/projects/${source.id}/labels`, owner, { name: 'to do', color: '#336699' });
  await call('POST', `/projects/${source.id}/milestones`, owner, { title: 'v1' });
});
afterAll(() => app.close());

type Issue = { id: number; iid: number; description: string; author: { username: string } };
let issue: Issue;
let base: string;
beforeEach(async () => {
  issue = await made({ title: 'Astray' });
  base = `/projects/${source.id}/issues/${issue.iid}`;
});
afterEach(() => {
  armFailpoints(undefined);
  vi.restoreAllMocks();
});

async function made(wish: Record<string, unknown>): Promise<Issue> {
  return (await call('POST', `/projects/${source.id}/issues`, author, wish)).body;
}

const move = (of = base) => call('POST', `${of}/move`, mover, { to_project_id: target.id });
const there = ({ iid }: { iid: number }) => `/projects/${target.id}/issues/${iid}`;

async function upload(project: BuiltProject, filename: string) {
  const file = { filename, content: Buffer.from(`bytes of ${filename}`) };
  const ctx = contextOf(app, owner);
  return uploadFile(ctx, containerOfProject(await getProjectAccess(ctx, project.id)), file);
}

/** What this user gets of a file by the address in a text. */
async function readFile(as: TestUser, project: BuiltProject, url: string) {
  const { status, body } = await call('GET', `/projects/${project.id}${url}`, as);
  return status === 200 ? body : status;
}

const uploadsIn = (text: string) => [...text.matchAll(/\/uploads\/[0-9a-f]{32}\/[\w.%-]+/g)].map(([url]) => url);

async function notesOf(of: string, as: TestUser = owner) {
  const answer = await call('GET', `${of}/notes?sort=asc&order_by=created_at&per_page=100`, as);
  return answer.body as { id: number; body: string; system: boolean; author: { username: string } }[];
}

test('what a text refers to is named in full; who wrote it stays its author', async () => {
  const description =
    'See #1, open#1+, **%v1** and ~"to do"; not `#1` or [#1](https://example.org/#1). the-owner/x#1 #77';
  issue = await made({ title: 'Names', description });
  base = `/projects/${source.id}/issues/${issue.iid}`;
  await call('POST', `${base}/discussions`, author, { body: 'As in #1.' });
  await call('POST', `${base}/notes`, owner, { body: 'Nothing to name.' });
  const moved = await move();
  expect(moved.status).toBe(201);
  expect(moved.body.description).toBe(
    'See team/app#1, team/open#1+, **team/app%v1** and team/app~"to do"; not `#1` or [#1](https://example.org/#1). the-owner/x#1 #77',
  );
  expect(moved.body.author.username).toBe('the-author');
  const notes = await notesOf(there(moved.body));
  expect(notes.map((note) => [note.author.username, note.body])).toEqual([
    ['the-author', 'As in team/app#1.'],
    ['the-owner', 'Nothing to name.'],
    ['the-mover', `moved from team/app#${issue.iid}`],
  ]);
  const left = await call('GET', base, owner);
  expect(left.body).toMatchObject({ description, state: 'closed', moved_to_id: moved.body.id });
  expect((await notesOf(base)).map((note) => note.body)).toContain(`moved to away/lib#${moved.body.iid}`);
});

test('whoever moves an issue learns nothing of what they may not see', async () => {
  const file = await upload(hidden, 'plan.txt');
  const text = `hidden#1 hidden#2 hidden~bug ![plan](${file.url})`;
  issue = await made({ title: 'Probe', description: text });
  const moved = await move(`/projects/${source.id}/issues/${issue.iid}`);
  expect(moved.body.description).toBe(text);
  expect(await readFile(mover, target, file.url)).toBe(404);
  const rows = await call('GET', `/projects/${target.id}/uploads`, owner);
  expect(JSON.stringify(rows.body)).not.toContain('plan.txt');
});

test('files are copied once, each for those who may see its project, and go with it', async () => {
  const [picture, gone] = [await upload(source, 'a b.png'), await upload(source, 'gone.txt')];
  await app.platform.storage.delete(gone.row.storage_name);
  const lasting = `/-/project/${source.id}${picture.url}`;
  const description = `${picture.markdown} ${gone.markdown} [lasting](${lasting})`;
  issue = await made({ title: 'Picture', description });
  base = `/projects/${source.id}/issues/${issue.iid}`;
  await call('POST', `${base}/notes`, author, { body: `<img src="${picture.url}"> again` });
  const moved = await move();
  const [url = '', same, kept] = uploadsIn(moved.body.description);
  expect([url === picture.url, same, kept]).toEqual([false, gone.url, picture.url]);
  const [note] = await notesOf(there(moved.body));
  expect(note?.body).toBe(`<img src="${url}"> again`);
  expect(await readFile(reader, target, url)).toBe('bytes of a b.png');
  expect([await readFile(author, target, url), await readFile(reader, target, picture.url)]).toEqual([404, 404]);
  expect([await readFile(reader, source, picture.url), await readFile(author, source, url)]).toEqual([404, 404]);
  await call('DELETE', `/projects/${source.id}${picture.url}`, owner);
  expect(await readFile(author, source, picture.url)).toBe(404);
  expect(await readFile(reader, target, url)).toBe('bytes of a b.png');
});

test('internal notes are for those alone who may read such there', async () => {
  await call('POST', `${base}/notes`, owner, { body: 'Inside', internal: true });
  const moved = await move();
  const seen = async (as: TestUser) => (await notesOf(there(moved.body), as)).filter((note) => !note.system).length;
  const guest = await createUser(app);
  await addMember(app, { user: guest.user, project: target, level: 10 });
  expect([await seen(reader), await seen(guest)]).toEqual([1, 0]);
});

test('time, reactions and links go along; the issue that is left keeps its own', async () => {
  const other = (await call('POST', `/projects/${hidden.id}/issues`, owner, { title: 'Behind' })).body;
  const before = (await call('POST', `/projects/${source.id}/issues`, owner, { title: 'Before' })).body;
  const link = (of: string, project: BuiltProject, iid: number, type: string) =>
    call('POST', `${of}/links`, owner, { target_project_id: project.id, target_issue_iid: iid, link_type: type });
  await link(base, hidden, other.iid, 'relates_to');
  await link(base, source, before.iid, 'is_blocked_by');
  await call('POST', `${base}/time_estimate`, owner, { duration: '2h' });
  await call('POST', `${base}/add_spent_time`, author, { duration: '30m', summary: 'Looked' });
  await call('POST', `${base}/add_spent_time`, owner, { duration: '15m' });
  await call('POST', `${base}/award_emoji`, author, { name: 'rocket' });
  const note = (await call('POST', `${base}/notes`, author, { body: 'Words' })).body;
  await call('POST', `${base}/notes/${note.id}/award_emoji`, owner, { name: 'tada' });
  const facts = async (of: string, as: TestUser) => {
    const [time, awards, links, notes] = await Promise.all([
      call('GET', `${of}/time_stats`, as),
      call('GET', `${of}/award_emoji`, as),
      call('GET', `${of}/links`, as),
      notesOf(of, as),
    ]);
    const words = notes.find((each) => each.body === 'Words');
    const onNote = await call('GET', `${of}/notes/${words?.id}/award_emoji`, as);
    return {
      time: [time.body.time_estimate, time.body.total_time_spent],
      awards: [...awards.body, ...onNote.body].map((each) => [each.name, each.user.username]),
      links: links.body.map((each: { title: string; link_type: string }) => [each.title, each.link_type]).toSorted(),
    };
  };
  const was = await facts(base, owner);
  expect(was).toEqual({
    time: [7_200, 2_700],
    awards: [
      ['rocket', 'the-author'],
      ['tada', 'the-owner'],
    ],
    links: [
      ['Before', 'is_blocked_by'],
      ['Behind', 'relates_to'],
    ],
  });
  const moved = (await move()).body;
  expect(await facts(there(moved), owner)).toEqual(was);
  expect(await facts(base, owner)).toEqual(was);
  expect((await facts(there(moved), mover)).links).toEqual([['Before', 'is_blocked_by']]);
  expect((await facts(there(moved), reader)).links).toEqual([]);
  const back = await call('GET', `/projects/${source.id}/issues/${before.iid}/links`, owner);
  expect(back.body.map((each: { title: string }) => each.title)).toEqual(['Astray', 'Astray']);
});

test.runIf(IS_FULL)('more threads than one page go along, in their order', async () => {
  await sql`
    with threads as (
      insert into discussions (id, noteable_type, noteable_id, project_id, is_individual)
      select lpad(to_hex(n), 40, '0'), 'Issue', ${issue.id}, ${source.id}, true from generate_series(1, 2050) n
      order by n returning id)
    insert into notes (discussion_id, noteable_type, noteable_id, project_id, author_id, body, body_html, html_version)
    select id, 'Issue', ${issue.id}, ${source.id}, ${author.user.id}, 'No. ' || ltrim(id, '0'), '', 0 from threads order by id
  `.execute(app.platform.db);
  const moved = (await move()).body;
  const { rows } = await sql<{ body: string }>`
    select n.body from notes n join discussions d on d.id = n.discussion_id
    where d.noteable_id = ${moved.id} and d.noteable_type = 'Issue' and not d.is_system order by d.position_number
  `.execute(app.platform.db);
  const numbers = rows.map(({ body }) => parseInt(body.slice(4), 16));
  expect(numbers).toEqual(Array.from({ length: 2_050 }, (_, index) => index + 1));
});

test.runIf(IS_FULL)(
  'at every interface the texts are carried: /move in a note, by GraphQL and by the page',
  async () => {
    const file = await upload(source, 'door.txt');
    const note = `Off it goes\n\n/move ${target.full_path}`;
    const page = async (id: number) => {
      const server = await app.server();
      const url = `/${source.full_path}/notes?target_type=issue&target_id=${id}`;
      return server.inject({ method: 'POST', url, headers: mover.headers, payload: { note: { note } } });
    };
    const mutation = `mutation($input: CreateNoteInput!) { createNote(input: $input) { errors } }`;
    const doors: Record<string, (of: Issue) => Promise<unknown>> = {
      rest: ({ iid }) => call('POST', `/projects/${source.id}/issues/${iid}/notes`, mover, { body: note }),
      graphql: ({ id }) => ask(mover, mutation, { input: { noteableId: `gid://gitlab/Issue/${id}`, body: note } }),
      page: ({ id }) => page(id),
    };
    for (const [door, go] of Object.entries(doors)) {
      const sent = await made({ title: door, description: `#1 ${file.markdown}` });
      await go(sent);
      const left = (await call('GET', `/projects/${source.id}/issues/${sent.iid}`, owner)).body;
      const [moved] = (await call('GET', `/projects/${target.id}/issues?search=${door}`, owner)).body;
      expect([door, left.state, left.moved_to_id]).toEqual([door, 'closed', moved?.id]);
      const [url = ''] = uploadsIn(moved.description);
      expect([door, moved.description]).toEqual([door, `team/app#1 [door.txt](${url})`]);
      expect(await readFile(reader, target, url)).toBe('bytes of door.txt');
      expect((await notesOf(there(moved))).map((each) => each.body)).toContain('Off it goes');
    }
  },
);

test.runIf(IS_FULL)(
  'a copy in another project names what it named as well; one beside the first is the same text',
  async () => {
    const file = await upload(source, 'copied.txt');
    await call('PUT', base, owner, { description: `#1 ${file.markdown}`, labels: 'to do' });
    const clone = (to: BuiltProject) =>
      call('POST', `${base}/clone`, mover, { to_project_id: to.id, with_notes: true });
    const [near, far] = [(await clone(source)).body, (await clone(target)).body];
    expect([near.description, near.labels]).toEqual([`#1 ${file.markdown}`, ['to do']]);
    // It takes no label to where there is none of the name.
    expect(far.labels).toEqual([]);
    expect(far.description).toMatch(/^team\/app#1 \[copied\.txt\]/);
    expect(uploadsIn(far.description)).not.toContain(file.url);
    expect(far.author.username).toBe('the-mover');
  },
);

test('a copy whose answer was lost is made once, also when it is asked for twice at one moment', async () => {
  const file = await upload(source, 'once.txt');
  await call('PUT', base, owner, { description: file.markdown });
  const clone = (key: string) => {
    const headers = { ...mover.headers, 'idempotency-key': key };
    return call('POST', `${base}/clone`, { headers }, { to_project_id: target.id });
  };
  const answers = [...(await Promise.all([clone('first'), clone('first')])), await clone('first')];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await clone('second')).body.id).not.toBe(answers[0]?.body.id);
  // It is no way to what one may not see.
  const other = { headers: { ...reader.headers, 'idempotency-key': 'first' } };
  expect((await call('POST', `${base}/clone`, other, { to_project_id: target.id })).status).toBe(404);
});

async function countThere() {
  const { rows } = await sql<{ issues: number; uploads: number; notes: number }>`
    select (select count(*)::int from issues where project_id = ${target.id}) as issues,
           (select count(*)::int from uploads where project_id = ${target.id}) as uploads,
           (select count(*)::int from notes where project_id = ${target.id}) as notes`.execute(app.platform.db);
  return rows[0];
}

test.each(firstOf(1, ['issue.moved:1', 'upload.copied:2', 'notes.copied:1']))(
  'stopped at %s nothing has moved, and it moves the next time',
  async (stop) => {
    const files = [await upload(source, 'one.txt'), await upload(source, 'two.txt')];
    await call('PUT', base, owner, { description: files.map((file) => file.markdown).join(' ') });
    await call('POST', `${base}/notes`, author, { body: 'Said' });
    const [before, notes] = [await countThere(), await notesOf(base)];
    const put = vi.spyOn(app.platform.storage, 'put');
    armFailpoints(`${stop}:throw`);
    expect((await move()).status).toBe(500);
    armFailpoints(undefined);
    expect(await countThere()).toEqual(before);
    expect(await notesOf(base)).toEqual(notes);
    expect((await call('GET', base, owner)).body).toMatchObject({ state: 'opened', moved_to_id: null });
    const written = put.mock.calls.map(([name]) => name);
    expect(written).toHaveLength(2);
    for (const name of written) expect(await app.platform.storage.open(name)).toBeUndefined();
    const moved = await move();
    const urls = uploadsIn(moved.body.description);
    for (const [index, url] of urls.entries())
      expect(await readFile(reader, target, url)).toBe(`bytes of ${files[index]?.row.filename}`);
    expect(urls).toHaveLength(2);
  },
);

test.runIf(IS_FULL)(
  'while files are copied nobody waits: not here, and not for a number in the other project',
  async () => {
    const file = await upload(source, 'slow.txt');
    await call('PUT', base, owner, { description: file.markdown });
    const late = await upload(source, 'late.txt');
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { storage } = app.platform;
    const put = storage.put.bind(storage);
    vi.spyOn(storage, 'put').mockImplementationOnce(async (name, data) => {
      begun.resolve();
      await gate.promise;
      await put(name, data);
    });
    const moving = move();
    await begun.promise;
    expect((await call('POST', `/projects/${target.id}/issues`, owner, { title: 'Meanwhile' })).status).toBe(201);
    expect((await call('POST', `${base}/notes`, author, { body: `Said late ${late.markdown}` })).status).toBe(201);
    gate.resolve();
    const moved = (await moving).body;
    expect(await readFile(reader, target, uploadsIn(moved.description)[0] ?? '')).toBe('bytes of slow.txt');
    const said = (await notesOf(there(moved))).find(({ body }) => body.startsWith('Said late'));
    expect(await readFile(reader, target, uploadsIn(said?.body ?? '')[0] ?? '')).toBe('bytes of late.txt');
  },
);

test('moved by two at once, or again, it moves once', async () => {
  const answers = await Promise.all([move(), move()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  const again = await move();
  expect([again.status, JSON.stringify(again.body)]).toEqual([400, expect.stringContaining('was already moved')]);
});

test('an author who may not see the other project hears and sees nothing of it', async () => {
  const moved = (await move()).body;
  await app.runJobs();
  expect((await call('GET', there(moved), author)).status).toBe(404);
  const mine = await call('GET', '/issues?scope=all&author_username=the-author&per_page=100', author);
  expect(JSON.stringify(mine.body)).not.toContain('away/lib');
  expect(JSON.stringify((await call('GET', '/todos', author)).body)).not.toContain('away/lib');
  expect(JSON.stringify(await notesOf(base, author))).not.toContain('away/lib');
  const named = async (as: TestUser) => [
    (await call('GET', base, as)).body.moved_to_id,
    (await call('GET', `/projects/${source.id}/issues?iids[]=${issue.iid}`, as)).body[0].moved_to_id,
  ];
  expect(await named(author)).toEqual([null, null]);
  expect(await named(owner)).toEqual([moved.id, moved.id]);
});

test('who may not write in both projects moves nothing', async () => {
  for (const person of [author, reader]) {
    const answer = await call('POST', `${base}/move`, person, { to_project_id: target.id });
    expect([400, 403, 404]).toContain(answer.status);
  }
  expect((await call('GET', base, owner)).body).toMatchObject({ state: 'opened', moved_to_id: null });
});
