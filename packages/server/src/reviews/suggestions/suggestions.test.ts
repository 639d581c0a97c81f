import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { restDiscussion, restSuggestion } from '@tributary/contract/discussions/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { armFailpoints } from '../../platform/failpoints.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import type { MergeRequestRow } from '../../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../../merge-requests/testing.ts';
import { IS_FULL } from '../../../testing/sampled.ts';

let app: TestApp;
let author: TestUser;
let reviewer: TestUser;
let reporter: TestUser;
let project: BuiltProject;

const LINES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

beforeAll(async () => {
  app = await createTestApp();
  [author, reviewer, reporter] = (await Promise.all([1, 2, 3].map(() => createUser(app)))) as [
    TestUser,
    TestUser,
    TestUser,
  ];
  project = await createProject(app, { owner: author.user, files: { 'base.txt': 'base\n' } });
  await addMember(app, { user: reviewer.user, level: 30, project });
  await addMember(app, { user: reporter.user, level: 20, project });
});
afterAll(() => app.close());

type Caller = Pick<TestUser, 'headers'>;

async function call(user: Caller, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: user.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

const rest = (row: MergeRequestRow, path = '') => `/api/v4/projects/${project.id}/merge_requests/${row.iid}${path}`;

async function propose(branch: string, lines: string | Buffer = text(LINES)) {
  const row = await createMergeRequest(app, { project, author, branch, files: { 's.txt': lines } });
  const { body } = await call(author, 'GET', rest(row));
  return { row, refs: body.diff_refs as Pick<DiffPosition, 'base_sha' | 'start_sha' | 'head_sha'> };
}

type Proposed = Awaited<ReturnType<typeof propose>>;

const block = (content: string, offsets = ':-0+0') => `\`\`\`suggestion${offsets}\n${content}\n\`\`\``;

async function suggest({ row, refs }: Proposed, line: number, body: string, by = reviewer): Promise<PageDiscussion> {
  const position = { ...refs, position_type: 'text', old_path: 's.txt', new_path: 's.txt', new_line: line };
  const made = await call(by, 'POST', rest(row, '/discussions'), { body, position });
  expect([made.status, restDiscussion.parse(made.body).id]).toEqual([201, expect.anything()]);
  return thread(row, made.body.id);
}

async function thread(row: MergeRequestRow, id: string): Promise<PageDiscussion> {
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/discussions/${id}.json`;
  return (await call(author, 'GET', url)).body;
}

const idsOf = (discussion: PageDiscussion) => discussion.notes.flatMap((note) => note.suggestions.map(({ id }) => id));
/** What a text would change at a line of `s.txt`, as its writer is shown it. */
async function preview(row: MergeRequestRow, at: { line: number; sha: string }, body: string): Promise<string[][]> {
  const asked = await call(reviewer, 'POST', `/${project.full_path}/-/preview_markdown`, {
    text: body,
    target_type: 'merge_request',
    target_id: row.id,
    preview_suggestions: true,
    line: at.line,
    file_path: 's.txt',
    head_sha: at.sha,
  });
  expect(asked.status).toBe(200);
  const shown = asked.body.references.suggestions as { diff_lines: { text: string }[] }[];
  return shown.map((each) => each.diff_lines.map((line) => line.text));
}

const apply = (user: TestUser, id: number | undefined, payload?: object) =>
  call(user, 'PUT', `/api/v4/suggestions/${id}/apply`, payload);
const show = async (branch: string, path = 's.txt') =>
  project.repository.git('show', `${await tipOf(project, branch)}:${path}`);

test('a suggestion is shown as a change, applied as one commit, and settles its thread', async () => {
  const proposed = await propose('single');
  const before = await suggest(proposed, 3, `Better:\n\n${block('THREE\nand a half', ':-1+1')}`);
  const [suggestion] = before.notes[0]?.suggestions ?? [];
  expect(suggestion).toMatchObject({
    file_path: 's.txt',
    from_line: 2,
    to_line: 4,
    appliable: true,
    applied: false,
    current_user: { can_apply: true },
  });
  expect(suggestion?.diff_lines.map((line) => [line.type, line.text])).toEqual([
    ['old', 'two'],
    ['old', 'three'],
    ['old', 'four'],
    ['new', 'THREE'],
    ['new', 'and a half'],
  ]);
  const applied = await apply(author, suggestion?.id);
  expect(applied.status).toBe(200);
  expect(restSuggestion.parse(applied.body)).toMatchObject({ applied: true, appliable: false, from_line: 2 });
  expect(await show('single')).toBe(`${['one', 'THREE', 'and a half', ...LINES.slice(4)].join('\n')}\n`.trimEnd());
  const message = await project.repository.git('log', '-1', '--format=%an|%B', 'single');
  expect(message).toContain(`${author.user.name}|Apply 1 suggestion(s) to 1 file(s)`);
  expect(message).toContain(`Co-authored-by: ${reviewer.user.name} <`);
  const after = await thread(proposed.row, before.id);
  expect(after).toMatchObject({ resolved: true, resolved_by: { id: author.user.id } });
  expect(after.notes[0]?.suggestions[0]).toMatchObject({ applied: true, appliable: false });
  expect(after.notes[0]?.suggestions[0]?.commit_path).toContain(await tipOf(project, 'single'));
  expect((await apply(author, suggestion?.id)).body.message).toBe(
    "Can't apply as this suggestion was already applied.",
  );
});

test.runIf(IS_FULL)('a suggestion removes an empty line, makes one empty, and removes one', async () => {
  const [empty, nothing] = ['```suggestion\n\n```', '```suggestion\n```'];
  const proposed = await propose('empties', 'one\n\ntwo\nthree\nfour\n');
  const { row, refs } = proposed;
  expect(await preview(row, { line: 2, sha: refs.head_sha }, nothing)).toEqual([['']]);
  expect(await preview(row, { line: 3, sha: refs.head_sha }, empty)).toEqual([['two', '']]);
  const cases = [
    { line: 2, body: nothing, was: '\n', will: '', shown: [['old', '']] },
    {
      line: 3,
      body: empty,
      was: 'two\n',
      will: '\n',
      shown: [
        ['old', 'two'],
        ['new', ''],
      ],
    },
    { line: 4, body: nothing, was: 'three\n', will: '', shown: [['old', 'three']] },
  ];
  const ids: number[] = [];
  for (const { line, body, was, will, shown } of cases) {
    const begun = await suggest(proposed, line, body);
    const [suggestion] = begun.notes[0]?.suggestions ?? [];
    expect(suggestion).toMatchObject({ appliable: true, inapplicable_reason: null });
    expect(suggestion?.diff_lines.map((each) => [each.type, each.text])).toEqual(shown);
    const { notes } = restDiscussion.parse((await call(author, 'GET', rest(row, `/discussions/${begun.id}`))).body);
    expect(notes[0]?.suggestions).toMatchObject([{ from_content: was, to_content: will }]);
    ids.push(...idsOf(begun));
  }
  const same = await suggest(proposed, 2, empty);
  expect(same.notes[0]?.suggestions).toMatchObject([{ appliable: false }]);
  expect((await apply(author, idsOf(same)[0])).status).toBe(400);
  const applied = await call(author, 'PUT', '/api/v4/suggestions/batch_apply', { ids });
  expect([applied.status, applied.body.map((each: { to_content: string }) => each.to_content)]).toEqual([
    200,
    ['', '\n', ''],
  ]);
  expect(await show('empties')).toBe('one\n\nfour');
});

test.runIf(IS_FULL)('suggestions that were kept without the end of their last line stay what they were', async () => {
  const proposed = await propose('kept', 'one\n\ntwo\nthree\nfour\n');
  const keep = async (line: number, body: string, contents: { from_content: string; to_content: string }) => {
    const [id = 0] = idsOf(await suggest(proposed, line, body));
    await app.platform.db.updateTable('merge_request_suggestions').set(contents).where('id', '=', id).execute();
    return id;
  };
  const ids = [
    await keep(1, block('ONE\n'), { from_content: 'one', to_content: 'ONE\n' }),
    // An empty line that was meant to be there was taken for none, and so it is shown.
    await keep(3, block(''), { from_content: 'two', to_content: '' }),
    await keep(4, block('3\n4', ':-0+1'), { from_content: 'three\nfour', to_content: '3\n4' }),
  ];
  const empty = await keep(2, block(''), { from_content: '', to_content: '' });
  expect((await apply(author, empty)).status).toBe(200);
  const applied = await call(author, 'PUT', '/api/v4/suggestions/batch_apply', { ids });
  expect(
    applied.body.map((each: { from_content: string; to_content: string }) => [each.from_content, each.to_content]),
  ).toEqual([
    ['one\n', 'ONE\n\n'],
    ['two\n', ''],
    ['three\nfour\n', '3\n4\n'],
  ]);
  expect(await show('kept')).toBe('ONE\n\n3\n4');
});

test('neighbours are applied one after another and in a batch, lines that share are refused', async () => {
  const proposed = await propose('batch');
  const [two, three, both, eight] = await Promise.all([
    suggest(proposed, 2, block('TWO')),
    suggest(proposed, 3, block('THREE')),
    suggest(proposed, 3, block('2 and 3', ':-1+0')),
    suggest(proposed, 8, `${block('8')}\n\n${block('7 and 8', ':-1+0')}`),
  ]);
  const batch = (ids: number[], user = author) => call(user, 'PUT', '/api/v4/suggestions/batch_apply', { ids });
  const overlapping = await batch([...idsOf(two), ...idsOf(both)]);
  expect(overlapping.status).toBe(400);
  expect(overlapping.body.message).toContain('cannot overlap');
  expect((await apply(author, idsOf(two)[0])).status).toBe(200);
  const rest = await batch([...idsOf(three), idsOf(eight)[0] ?? 0]);
  expect(rest.status).toBe(200);
  expect(await show('batch')).toBe('one\nTWO\nTHREE\nfour\nfive\nsix\nseven\n8');
  expect(await project.repository.git('rev-list', '--count', 'main..batch')).toBe('3');
  const stale = await apply(author, idsOf(both)[0]);
  expect(stale.status).toBe(409);
  expect(stale.body.message).toContain('lines 2 to 3 of s.txt were changed in a more recent version');
});

test('sent again with the key of the first, it gets the same answer, and nothing is applied twice', async () => {
  const proposed = await propose('again');
  const [one, two, three] = (
    await Promise.all([1, 2, 3].map((line) => suggest(proposed, line, block(`line ${line}`))))
  ).map((each) => idsOf(each)[0] ?? 0) as [number, number, number];
  const as = (user: TestUser, key: string) => ({ headers: { ...user.headers, 'Idempotency-Key': key } });
  const put = (by: Caller, id: number) => call(by, 'PUT', `/api/v4/suggestions/${id}/apply`);
  const batch = (by: Caller, ids: number[]) => call(by, 'PUT', '/api/v4/suggestions/batch_apply', { ids });
  const refusal = "Can't apply as this suggestion was already applied.";
  const commits = () => project.repository.git('rev-list', '--count', 'main..again');

  const first = await put(as(author, 'first'), one);
  expect([first.status, first.body.applied, await commits()]).toEqual([200, true, '2']);
  expect(await put(as(author, 'first'), one)).toEqual(first);
  expect((await put(as(author, 'other'), one)).body.message).toBe(refusal);
  expect((await put(author, one)).body.message).toBe(refusal);
  // A key is of one user and of these suggestions.
  expect((await put(as(reviewer, 'first'), one)).body.message).toBe(refusal);
  const both = await batch(as(author, 'first'), [two, three]);
  expect([both.status, both.body.length, await commits()]).toEqual([200, 2, '3']);
  expect(await batch(as(author, 'first'), [three, two])).toEqual(both);
  expect((await batch(as(author, 'first'), [one, two])).body.message).toBe(refusal);
  expect(await commits()).toBe('3');
});

test.runIf(IS_FULL)(
  'sent several times at the very same moment with one key, all get the answer of the first',
  async () => {
    const proposed = await propose('at-once');
    const [id = 0] = idsOf(await suggest(proposed, 2, block('TWO')));
    const as = (key: string) => ({ headers: { ...author.headers, 'Idempotency-Key': key } });
    const put = (key: string) => call(as(key), 'PUT', `/api/v4/suggestions/${id}/apply`);
    const answers = await Promise.all(Array.from({ length: 4 }, () => put('once')));
    expect(answers.map(({ status, body }) => [status, body.applied])).toEqual(answers.map(() => [200, true]));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(await project.repository.git('rev-list', '--count', 'main..at-once')).toBe('2');
    const left = await app.platform.db.selectFrom('requests_under_way').selectAll().execute();
    expect(left).toEqual([]);
  },
);

test.runIf(IS_FULL)(
  'what a request put on the branch before it died is marked and settled by a job, and by the request sent again',
  async () => {
    const proposed = await propose('left');
    const threads = [await suggest(proposed, 2, block('TWO')), await suggest(proposed, 5, block('FIVE'))];
    const [one, two] = threads.map((each) => idsOf(each)[0] ?? 0) as [number, number];
    const as = { headers: { ...author.headers, 'Idempotency-Key': 'left' } };
    const states = async () => {
      const now = await Promise.all(threads.map((each) => thread(proposed.row, each.id)));
      return now.map(({ resolved, notes }) => [notes[0]?.suggestions[0]?.applied, resolved]);
    };
    const dyingApply = async (id: number) => {
      armFailpoints('suggestion.committed:1:throw');
      try {
        return (await call(as, 'PUT', `/api/v4/suggestions/${id}/apply`)).status;
      } finally {
        armFailpoints(undefined);
      }
    };
    expect(await dyingApply(one)).toBe(500);
    expect(await states()).toEqual([
      [false, false],
      [false, false],
    ]);
    const commit = await tipOf(project, 'left');
    await app.runJobs();
    expect(await states()).toEqual([
      [true, true],
      [false, false],
    ]);
    const [marked] = (await thread(proposed.row, threads[0]?.id ?? '')).notes[0]?.suggestions ?? [];
    expect(marked?.commit_path).toContain(commit);
    expect(await dyingApply(two)).toBe(500);
    expect((await call(as, 'PUT', `/api/v4/suggestions/${two}/apply`)).body).toMatchObject({ applied: true });
    expect(await states()).toEqual([
      [true, true],
      [true, true],
    ]);
    await app.runJobs();
    expect(await project.repository.git('rev-list', '--count', 'main..left')).toBe('3');
  },
);

test('it is brought to where the lines are today, and explained when they are gone', async () => {
  // Long enough to be known again under its new name.
  const long = [...LINES, ...Array.from({ length: 30 }, (_, at) => `line ${at}`)];
  const proposed = await propose('moved', text(long));
  const moving = await suggest(proposed, 4, block('FOUR'));
  const lost = await suggest(proposed, 6, block('SIX'));
  const same = await suggest(proposed, 2, block('TWO'));
  const now = ['zero', ...long].map((line) => (line === 'six' ? 'something else' : line === 'two' ? 'TWO' : line));
  await pushCommit(app, {
    project,
    branch: 'moved',
    files: { 's.txt': null, 'renamed.txt': text(now) },
    by: author,
  });
  await app.runJobs();
  expect((await apply(author, idsOf(moving)[0])).status).toBe(200);
  expect(await show('moved', 'renamed.txt')).toContain('three\nFOUR\nfive');
  const shown = (await thread(proposed.row, lost.id)).notes[0]?.suggestions[0];
  expect(shown).toMatchObject({ appliable: false });
  expect(shown?.inapplicable_reason).toContain('were changed in a more recent version');
  expect((await apply(author, idsOf(lost)[0])).status).toBe(409);
  // What the branch says already is marked, and nothing is committed.
  const tip = await tipOf(project, 'moved');
  expect((await apply(author, idsOf(same)[0])).body).toMatchObject({ applied: true });
  expect(await tipOf(project, 'moved')).toBe(tip);
});

test.runIf(IS_FULL)('in an outdated thread it is offered while what it changes is still there', async () => {
  const proposed = await propose('outdated');
  const above = await suggest(proposed, 6, block('THREE\nfour\nfive\nsix', ':-3+0'));
  const beside = await suggest(proposed, 6, block('FIVE\nsix', ':-1+0'));
  const now = LINES.map((line) => (line === 'six' ? 'something else' : line));
  await pushCommit(app, { project, branch: 'outdated', files: { 's.txt': text(now) }, by: author });
  await app.runJobs();
  const shown = async ({ id }: PageDiscussion) => {
    const { active, notes } = await thread(proposed.row, id);
    const { appliable, inapplicable_reason: reason } = notes[0]?.suggestions[0] ?? {};
    return [active, appliable, reason?.includes('were changed in a more recent version') ?? null];
  };
  // An answer is looked at in advance on the lines that are talked about: those are what it would change.
  const begun = { line: 6, sha: proposed.refs.head_sha };
  expect(await preview(proposed.row, begun, block('SIX'))).toEqual([['six', 'SIX']]);
  const answer = { draft_note: { note: block('SIX') }, in_reply_to_discussion_id: above.id };
  const drafted = await call(
    reviewer,
    'POST',
    `/${project.full_path}/-/merge_requests/${proposed.row.iid}/drafts`,
    answer,
  );
  expect(drafted.body.suggestions).toMatchObject([{ from_line: 6, to_line: 6 }]);
  expect(await shown(above)).toEqual([false, true, null]);
  expect(await shown(beside)).toEqual([false, false, true]);
  const listed = await call(author, 'GET', rest(proposed.row, '/discussions'));
  const all = restDiscussion
    .array()
    .parse(listed.body)
    .flatMap((each) => each.notes.flatMap((note) => note.suggestions ?? []));
  expect(all.map((each) => each.appliable)).toEqual([true, false]);
  expect((await apply(author, idsOf(beside)[0])).status).toBe(409);
  expect((await apply(author, idsOf(above)[0])).status).toBe(200);
  expect(await show('outdated')).toBe(text(now.map((line) => (line === 'three' ? 'THREE' : line))).trimEnd());
  expect(await shown(above)).toEqual([false, false, false]);
});

test('line ends stay, other encodings are refused, which is said beforehand', async () => {
  const proposed = await propose('ends', 'a\r\nb\r\nc');
  const middle = await suggest(proposed, 2, block('B\nand more'));
  expect((await apply(author, idsOf(middle)[0])).status).toBe(200);
  const bytes = await project.repository.git('cat-file', 'blob', `${await tipOf(project, 'ends')}:s.txt`);
  expect(bytes).toBe('a\r\nB\r\nand more\r\nc');
  const latin = await propose('latin', Buffer.from('caf\u00e9\nb\nc\n', 'latin1'));
  const refused = await suggest(latin, 2, block('B'));
  const reason = 'The file s.txt is not UTF-8 text, so it cannot be changed here.';
  expect(refused.notes[0]?.suggestions).toMatchObject([{ appliable: false, inapplicable_reason: reason }]);
  const tried = await apply(author, idsOf(refused)[0]);
  expect([tried.status, tried.body.message]).toEqual([400, reason]);
});

test('only who may push to the source branch applies, and only while it is open and there', async () => {
  const proposed = await propose('rights');
  const begun = await suggest(proposed, 1, block('1'));
  const [id] = idsOf(begun);
  expect((await apply(reporter, id)).status).toBe(403);
  const stranger = await createUser(app);
  expect([403, 404]).toContain((await apply(stranger, id)).status);
  expect((await apply(author, 987_654)).status).toBe(404);
  expect((await call(author, 'PUT', '/api/v4/suggestions/batch_apply', { ids: [id, 987_654] })).status).toBe(404);
  const other = await propose('rights-2');
  const [foreign] = idsOf(await suggest(other, 1, block('1')));
  expect((await call(author, 'PUT', '/api/v4/suggestions/batch_apply', { ids: [id, foreign] })).status).toBe(400);
  await call(author, 'POST', `/api/v4/projects/${project.id}/archive`);
  expect((await apply(author, id)).status).toBe(403);
  expect((await thread(proposed.row, begun.id)).notes[0]?.suggestions[0]?.current_user.can_apply).toBe(false);
  await call(author, 'POST', `/api/v4/projects/${project.id}/unarchive`);
  await call(author, 'PUT', rest(proposed.row), { state_event: 'close' });
  const closed = await apply(author, id);
  expect([closed.status, closed.body.message]).toEqual([400, "Can't apply as this merge request is closed."]);
});

test('suggestions of a project that is hidden are there for nobody else, at no interface', async () => {
  const hidden = await createProject(app, { owner: author.user, visibility: 'private', files: { 'b.txt': 'b\n' } });
  const files = { 's.txt': text(['hidden words', 'two']) };
  const row = await createMergeRequest(app, { project: hidden, author, branch: 'secret', files });
  const at = `/api/v4/projects/${hidden.id}/merge_requests/${row.iid}`;
  const { diff_refs: refs } = (await call(author, 'GET', at)).body;
  const position = { ...refs, position_type: 'text', old_path: 's.txt', new_path: 's.txt', new_line: 1 };
  const made = (await call(author, 'POST', `${at}/discussions`, { body: block('other words'), position })).body;
  const [id] = (made.notes as { suggestions: { id: number }[] }[]).flatMap((note) =>
    note.suggestions.map((each) => each.id),
  );
  expect(id).toBeGreaterThan(0);
  const own = await propose('own');
  const [mine] = idsOf(await suggest(own, 1, block('1')));
  const tip = await tipOf(hidden, 'secret');
  for (const stranger of [reviewer, await createUser(app)]) {
    const answers = [
      await apply(stranger, id),
      await call(stranger, 'PUT', '/api/v4/suggestions/batch_apply', { ids: [id] }),
      await call(stranger, 'PUT', '/api/v4/suggestions/batch_apply', { ids: [mine, id] }),
      await call(stranger, 'GET', `${at}/discussions/${made.id}`),
      await call(stranger, 'GET', `/${hidden.full_path}/-/merge_requests/${row.iid}/discussions/${made.id}.json`),
    ];
    // As of one that is not there.
    expect(answers[0]).toEqual(await apply(stranger, 987_654));
    expect(answers.map((each) => each.status)).toEqual([404, 404, 404, 404, 404]);
    expect(JSON.stringify(answers)).not.toContain('words');
  }
  // Nor is it looked at in advance by way of a project that is seen.
  const asked = { preview_suggestions: true, line: 1, file_path: 's.txt', head_sha: refs.head_sha };
  for (const target of [row.id, own.row.id]) {
    const payload = { text: block('x'), target_type: 'merge_request', target_id: target, ...asked };
    const { body } = await call(reviewer, 'POST', `/${project.full_path}/-/preview_markdown`, payload);
    expect(JSON.stringify(body)).not.toContain('words');
  }
  expect(await tipOf(hidden, 'secret')).toBe(tip);
  expect((await apply(author, id)).status).toBe(200);
});

test.runIf(IS_FULL)(
  'suggestions follow the text of their note, and are plain blocks where no line can be replaced',
  async () => {
    const proposed = await propose('edited');
    const made = await suggest(proposed, 2, `${block('first')}\n\n${block('second')}`);
    const [first, second] = idsOf(made);
    const note = made.notes[0];
    const url = rest(proposed.row, `/discussions/${made.id}/notes/${note?.id}`);
    await call(reviewer, 'PUT', url, { body: `${block('first')}\n\n${block('another')}` });
    const edited = idsOf(await thread(proposed.row, made.id));
    expect(edited[0]).toBe(first);
    expect(edited[1]).not.toBe(second);
    const general = await call(reviewer, 'POST', rest(proposed.row, '/discussions'), { body: block('x') });
    expect((await thread(proposed.row, general.body.id)).notes[0]?.suggestions).toEqual([]);
    const here = { line: 2, sha: proposed.refs.head_sha };
    expect(await preview(proposed.row, here, block('TWO'))).toEqual([['two', 'TWO']]);
    // Of commits that are no part of the request nothing is shown.
    const other = await propose('edited-2', text(['not', 'of', 'this']));
    expect(await preview(proposed.row, { line: 2, sha: other.refs.head_sha }, block('TWO'))).toEqual([]);
  },
);

test('two who apply at once lose nothing', async () => {
  const proposed = await propose('race');
  const made = await Promise.all([1, 3, 5, 7].map((line) => suggest(proposed, line, block(`L${line}`))));
  const answers = await Promise.all(
    made.map((discussion, index) => apply(index % 2 ? author : reviewer, idsOf(discussion)[0])),
  );
  const done = answers.filter((answer) => answer.status === 200).length;
  const content = await show('race');
  expect([1, 3, 5, 7].filter((line) => content.includes(`L${line}`))).toHaveLength(done);
  expect(done).toBeGreaterThan(0);
  for (const discussion of made) {
    const [suggestion] = (await thread(proposed.row, discussion.id)).notes[0]?.suggestions ?? [];
    if (!suggestion?.applied) expect((await apply(author, suggestion?.id)).status).toBe(200);
  }
  expect(await show('race')).toBe('L1\ntwo\nL3\nfour\nL5\nsix\nL7\neight');
});

test('a pending comment shows what its block would change, to its writer', async () => {
  const { row, refs } = await propose('pending');
  const position = { ...refs, position_type: 'text', old_path: 's.txt', new_path: 's.txt', new_line: 3 };
  const drafts = `/${project.full_path}/-/merge_requests/${row.iid}/drafts`;
  const post = (note: string, at?: object) =>
    call(reviewer, 'POST', drafts, { draft_note: { note, ...(at && { position: at }) } });
  expect((await post(block('THREE'), position)).status).toBe(200);
  await post(block('nowhere'));
  const shown = (await call(reviewer, 'GET', drafts)).body.map((draft: { suggestions: object[] }) => draft.suggestions);
  expect(shown).toEqual([
    [
      {
        from_line: 3,
        to_line: 3,
        diff_lines: [
          expect.objectContaining({ type: 'old', old_line: 3, text: 'three' }),
          expect.objectContaining({ type: 'new', new_line: 3, text: 'THREE' }),
        ],
      },
    ],
    [],
  ]);
});

test.runIf(IS_FULL)(
  'a pending answer proposes for the lines of its thread, wherever they are now, or as they were',
  async () => {
    const proposed = await propose('answered');
    const begun = await suggest(proposed, 3, 'Shorter?');
    const plain = (await call(reviewer, 'POST', rest(proposed.row, '/discussions'), { body: 'In general' })).body.id;
    const drafts = `/${project.full_path}/-/merge_requests/${proposed.row.iid}/drafts`;
    for (const id of [begun.id, plain]) {
      const answer = { draft_note: { note: block('THREE') }, in_reply_to_discussion_id: id };
      expect((await call(reviewer, 'POST', drafts, answer)).status).toBe(200);
    }
    const shown = async (): Promise<{ from_line: number; diff_lines: { text: string }[] }[][]> =>
      (await call(reviewer, 'GET', drafts)).body.map((draft: { suggestions: object[] }) => draft.suggestions);
    const linesOf = async () =>
      (await shown()).map((each) => each.map((one) => [one.from_line, ...one.diff_lines.map((line) => line.text)]));
    expect(await linesOf()).toEqual([[[3, 'three', 'THREE']], []]);
    const push = async (lines: string) => {
      await pushCommit(app, { project, branch: 'answered', files: { 's.txt': lines }, by: author });
      await app.runJobs();
    };
    await push(`zero\n${text(LINES)}`);
    expect(await linesOf()).toEqual([[[4, 'three', 'THREE']], []]);
    await push('quite\nother\n');
    expect(await linesOf()).toEqual([[[3, 'three', 'THREE']], []]);
  },
);
