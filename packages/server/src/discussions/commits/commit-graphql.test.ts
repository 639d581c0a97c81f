import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

/** What users say on commits, read and written in GraphQL by the rules of the other interfaces. */
let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let guest: TestUser;
let outsider: TestUser;

const ask = graphqlCaller(() => app);
const call = restCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter, guest, outsider] = (await Promise.all([1, 2, 3, 4].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
});
afterAll(() => app.close());

const AS_NOBODY = ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com'];

type Built = { project: BuiltProject; sha: string; parent: string; gid: string };

async function build(visibility: 'private' | 'public' = 'private'): Promise<Built> {
  const start = { 'a.ts': 'one\ntwo\nthree\n', 'logo.png': '\u0089PNG\u0000old' };
  const project = await createProject(app, { owner: owner.user, visibility, files: start });
  await addMember(app, { project, user: reporter.user, level: 20 });
  await addMember(app, { project, user: guest.user, level: 10 });
  const files = { 'a.ts': 'one\n2\nthree\n', 'logo.png': '\u0089PNG\u0000new' };
  const sha = await project.repository.commit({ files, message: 'Say two shorter\n\nIt is a number.' });
  const parent = await project.repository.git('rev-parse', `${sha}^`);
  return { project, sha, parent, gid: `gid://gitlab/Commit/${project.id}-${sha}` };
}

const COMMIT = `query ($path: ID!, $ref: String!) { project(fullPath: $path) { repository { commit(ref: $ref) {
  id sha title
  notes { count nodes { id body author { username } awardEmoji { nodes { name } } } }
  discussions { count nodes {
    id commitId resolvable truncatedDiffLines { text }
    noteable { __typename ... on Commit { id title } }
    notes { nodes { body position { filePath newLine x y } userPermissions { createNote adminNote awardEmoji } } }
  } }
} } } }`;

async function read(as: TestUser | null, { project, sha }: Built, ref = sha) {
  const { data, errors } = await ask(as, COMMIT, { path: project.full_path, ref });
  expect(errors).toBeUndefined();
  return data.project?.repository?.commit;
}

type Said = { id?: string; body?: string; thread?: string; failed?: string };

/** Does one of the mutations that make a note; `failed` is the sentence of a refusal. */
async function say(as: TestUser | null, mutation: string, input: object): Promise<Said> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await ask(
    as,
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { note { id body discussion { id } } errors } }`,
    { input: { body: 'Words', ...input } },
  );
  const answer = data?.[mutation];
  const failed = errors?.[0]?.message ?? answer?.errors[0];
  return failed ? { failed } : { id: answer.note.id, body: answer.note.body, thread: answer.note.discussion.id };
}

test('the first word on a commit, threads with replies, and places in it are written and read', async () => {
  const built = await build();
  const { project, sha, parent, gid } = built;
  expect(await read(reporter, built)).toEqual({
    id: gid,
    sha,
    title: 'Say two shorter',
    notes: { count: 0, nodes: [] },
    discussions: { count: 0, nodes: [] },
  });
  const refs = { baseSha: parent, startSha: parent, headSha: sha };
  await say(reporter, 'createNote', { noteableId: gid, body: 'Why?' });
  const thread = await say(reporter, 'createDiscussion', { noteableId: gid, body: 'Shall it stay?' });
  const reply = await say(owner, 'createNote', { noteableId: gid, body: 'Yes', discussionId: thread.thread });
  expect(reply).toMatchObject({ body: 'Yes', thread: thread.thread });
  const line = { ...refs, paths: { newPath: 'a.ts' }, newLine: 2 };
  const onLine = await say(reporter, 'createDiffNote', {
    noteableId: gid,
    body: 'Here',
    position: line,
    commitId: sha,
  });
  const picture = { ...refs, paths: { newPath: 'logo.png' }, x: 5, y: 6, width: 10, height: 20 };
  await say(reporter, 'createImageDiffNote', { noteableId: gid, body: 'There', position: picture });
  await ask(owner, 'mutation ($id: ID!) { awardEmojiAdd(input: { awardableId: $id, name: "tada" }) { errors } }', {
    id: onLine.id,
  });
  const noteable = { __typename: 'Commit', id: gid, title: 'Say two shorter' };
  const about = { noteable, commitId: sha, resolvable: false };
  const rights = { createNote: true, adminNote: true, awardEmoji: true };
  const shown = await read(owner, built);
  expect(shown.discussions).toMatchObject({
    count: 4,
    nodes: [
      { ...about, notes: { nodes: [{ body: 'Why?', position: null, userPermissions: rights }] } },
      { ...about, id: thread.thread, notes: { nodes: [{ body: 'Shall it stay?' }, { body: 'Yes' }] } },
      {
        ...about,
        truncatedDiffLines: [{ text: 'one' }, { text: 'two' }, { text: '2' }],
        notes: { nodes: [{ body: 'Here', position: { filePath: 'a.ts', newLine: 2 } }] },
      },
      { ...about, notes: { nodes: [{ body: 'There', position: { filePath: 'logo.png', x: 5, y: 6 } }] } },
    ],
  });
  expect(shown.notes).toMatchObject({
    count: 5,
    nodes: [{ body: 'Why?', author: reporter.user && {} }, {}, {}, {}, {}],
  });
  expect(shown.notes.nodes[3].awardEmoji.nodes).toEqual([{ name: 'tada' }]);
  // A branch and the first digits name the same commit, and REST tells the same.
  expect([await read(owner, built, 'main'), await read(owner, built, sha.slice(0, 10))]).toEqual([shown, shown]);
  for (const ref of ['f'.repeat(40), 'no-such-branch', '', '--all', `${sha}^{tree}`]) {
    expect(await read(owner, built, ref), ref).toBeNull();
  }
  const rest = await call('GET', `/projects/${project.id}/repository/commits/${sha}/discussions`, owner);
  expect(rest.body.map(({ id }: { id: string }) => `gid://gitlab/Discussion/${id}`)).toEqual(
    shown.discussions.nodes.map(({ id }: { id: string }) => id),
  );
});

test('what was said is changed, made a thread and taken back; nothing of a commit is resolved or internal', async () => {
  const built = await build();
  const note = await say(owner, 'createNote', { noteableId: built.gid });
  expect(await say(owner, 'updateNote', { id: note.id, body: 'Other words' })).toMatchObject({ body: 'Other words' });
  const input = { id: note.id };
  const CONVERT = 'mutation ($input: NoteConvertToThreadInput!) { noteConvertToThread(input: $input) { errors } }';
  expect((await ask(owner, CONVERT, { input })).data.noteConvertToThread.errors).toEqual([]);
  const reply = { noteableId: built.gid, discussionId: note.thread };
  expect(await say(reporter, 'createNote', reply)).toMatchObject({ thread: note.thread });
  const RESOLVE = `mutation ($id: DiscussionID!) {
    discussionToggleResolve(input: { id: $id, resolve: true }) { errors } }`;
  expect((await ask(owner, RESOLVE, { id: note.thread })).data.discussionToggleResolve.errors).toHaveLength(1);
  for (const mutation of ['createNote', 'createDiscussion']) {
    const among = await say(owner, mutation, { noteableId: built.gid, internal: true });
    expect(among.failed, mutation).toMatch(/internal/i);
  }
  const DESTROY = 'mutation ($input: DestroyNoteInput!) { destroyNote(input: $input) { errors } }';
  expect((await ask(reporter, DESTROY, { input })).data.destroyNote.errors).toHaveLength(1);
  expect((await ask(owner, DESTROY, { input })).data.destroyNote.errors).toEqual([]);
  expect((await read(owner, built)).notes).toMatchObject({ count: 1, nodes: [{ body: 'Words' }] });
});

describe('who may', () => {
  test('what is not for someone is answered as what is not there, and nothing is kept of the attempt', async () => {
    const { project, sha, gid } = await build();
    const nowhere = `gid://gitlab/Commit/999999-${sha}`;
    for (const person of [guest, outsider]) {
      const tried = await say(person, 'createNote', { noteableId: gid });
      expect(tried).toEqual({ failed: '404 Noteable Not Found' });
      expect(await say(person, 'createNote', { noteableId: nowhere })).toEqual(tried);
    }
    expect(await say(null, 'createNote', { noteableId: gid })).toEqual(
      await say(null, 'createNote', { noteableId: nowhere }),
    );
    // A guest sees the project, but not its code.
    const ofGuest = await ask(guest, COMMIT, { path: project.full_path, ref: sha });
    expect(ofGuest.data.project).toEqual({ repository: null });
    expect((await ask(outsider, COMMIT, { path: project.full_path, ref: sha })).data.project).toBeNull();
    const kept = app.platform.db.selectFrom('discussed_commits').where('project_id', '=', project.id);
    expect(await kept.select('sha').execute()).toEqual([]);
  });

  test('who lost the code reads and reacts no more, also by the ids that they have', async () => {
    const built = await build();
    const note = await say(reporter, 'createNote', { noteableId: built.gid });
    await call('PUT', `/projects/${built.project.id}/members/${reporter.user.id}`, owner, { access_level: 10 });
    const AWARD = 'mutation ($id: ID!) { awardEmojiAdd(input: { awardableId: $id, name: "tada" }) { errors } }';
    expect((await ask(reporter, AWARD, { id: note.id })).errors?.[0]?.message).toBe('404 Note Not Found');
    expect(await say(reporter, 'updateNote', { id: note.id, body: 'x' })).toEqual({ failed: '404 Note Not Found' });
    const reply = { noteableId: built.gid, discussionId: note.thread };
    expect(await say(reporter, 'createNote', reply)).toEqual({ failed: '404 Noteable Not Found' });
  });

  test('everyone reads of a public project, and of an archived one nothing more is said', async () => {
    const built = await build('public');
    expect(await say(outsider, 'createDiscussion', { noteableId: built.gid })).toMatchObject({ body: 'Words' });
    // Visitors may ask for less at once.
    const bodies =
      'query Q($path: ID!, $ref: String!) { project(fullPath: $path) { repository { commit(ref: $ref) { notes { nodes { body } } } } } }';
    const seen = await ask(null, bodies, { path: built.project.full_path, ref: built.sha });
    expect(seen.data.project.repository.commit.notes.nodes).toMatchObject([{ body: 'Words' }]);
    expect(await say(null, 'createNote', { noteableId: built.gid })).toEqual({ failed: '401 Unauthorized' });
    expect((await call('POST', `/projects/${built.project.id}/archive`, owner)).status).toBe(201);
    const refused = await say(owner, 'createNote', { noteableId: built.gid });
    expect(refused.failed).toMatch(/archived/);
    const shown = await read(outsider, built);
    expect(shown.notes.count).toBe(1);
    expect(shown.discussions.nodes[0].notes.nodes[0].userPermissions.createNote).toBe(false);
  });
});

describe('ids', () => {
  test('the same commit of another project is another thing', async () => {
    const one = await build();
    const other = await build();
    expect(other.sha).toBe(one.sha);
    const note = await say(owner, 'createDiscussion', { noteableId: one.gid });
    expect((await read(owner, other)).notes.count).toBe(0);
    const across = { noteableId: other.gid, discussionId: note.thread };
    expect(await say(owner, 'createNote', across)).toEqual({ failed: '404 Discussion Not Found' });
  });

  test('what names no commit is told how one is named, or is not found', async () => {
    const { project, sha, gid, parent } = await build();
    const told =
      'A commit ID consists of the project ID and the full SHA: gid://gitlab/Commit/<project id>-<40 digits>.';
    const own = (text: string) => `gid://gitlab/Commit/${text}`;
    for (const noteableId of [own(sha), own(`${project.id}-${sha.slice(0, 12)}`), own(`0-${sha}`), own('12')]) {
      expect(await say(owner, 'createNote', { noteableId }), noteableId).toEqual({ failed: told });
    }
    for (const noteableId of [own(`${project.id}-${sha.toUpperCase()}`), own('main'), `${gid}^`, own(`-${sha}`)]) {
      expect((await say(owner, 'createNote', { noteableId })).failed, noteableId).toMatch(/is not a global ID/);
    }
    const tree = await project.repository.git('rev-parse', `${sha}^{tree}`);
    const unreachable = await project.repository.git(...AS_NOBODY, 'commit-tree', tree, '-p', parent, '-m', 'Lost');
    for (const name of ['f'.repeat(40), tree, unreachable]) {
      const noteableId = own(`${project.id}-${name}`);
      expect(await say(owner, 'createNote', { noteableId }), name).toEqual({ failed: '404 Noteable Not Found' });
    }
    for (const noteableId of [`gid://gitlab/Issue/1-${sha}`, `gid://gitlab/MergeRequest/${project.id}-1`]) {
      expect((await say(owner, 'createNote', { noteableId })).failed, noteableId).toBe(
        'id does not have a valid value',
      );
    }
  });

  test('places of other commits, and things that a commit does not take, are refused', async () => {
    const { gid, sha, parent } = await build();
    const position = { startSha: parent, headSha: parent, paths: { newPath: 'a.ts' }, newLine: 2 };
    expect((await say(owner, 'createDiffNote', { noteableId: gid, position })).failed).toContain('SHAs do not match');
    const beyond = { startSha: parent, headSha: sha, paths: { newPath: 'a.ts' }, newLine: 50 };
    expect((await say(owner, 'createDiffNote', { noteableId: gid, position: beyond })).failed).toContain(
      'line does not exist',
    );
    expect((await say(owner, 'createDiscussion', { noteableId: gid, commitId: parent })).failed).toContain('not part');
    await say(owner, 'createNote', { noteableId: gid });
    const AWARD = 'mutation ($id: ID!) { awardEmojiToggle(input: { awardableId: $id, name: "tada" }) { errors } }';
    expect((await ask(owner, AWARD, { id: gid })).errors?.[0]?.message).toBe('404 Awardable Not Found');
    const TODO = 'mutation ($id: ID!) { todoCreate(input: { targetId: $id }) { errors } }';
    expect((await ask(owner, TODO, { id: gid })).errors?.[0]?.message).toBe('404 Todoable Not Found');
  });

  test('threads of threads of threads are refused before anything is read', async () => {
    const { project, sha } = await build();
    const back = (inner: string) => `discussion { notes(first: 100) { nodes { ${inner} } } }`;
    const inner = `notes(first: 100) { nodes { ${back(back(back('id')))} } }`;
    const query = `query ($path: ID!, $ref: String!) { project(fullPath: $path) { repository { commit(ref: $ref) {
      discussions(first: 100) { nodes { ${inner} } } } } } }`;
    const { data, errors } = await ask(owner, query, { path: project.full_path, ref: sha });
    expect(data).toBeUndefined();
    expect(errors?.[0]?.message).toMatch(/exceeds max complexity/);
  });
});
