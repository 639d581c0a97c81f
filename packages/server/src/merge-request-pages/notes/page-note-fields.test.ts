import type { PageDiscussion, PageNote } from '@tributary/contract/discussions/page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

/** Every field that a front end of threads may count on, and where it is there. */
const ON_EVERY_NOTE =
  `id type note body individual_note note_html body_first_line_html author external_author created_at updated_at current_user suggestions
  resolved resolvable resolved_by resolved_by_push resolved_at system is_noteable_author discussion_id base_discussion
  emoji_awardable award_emoji noteable_note_url cached_markdown_version human_access is_contributor project_name
  noteable_id noteable_type noteable_iid attachment internal confidential commands_changes references
  errors resolve_discussion`.split(/\s+/);
const ON_COMMENTS = ['toggle_award_path', 'path'];
const ON_OTHERS_COMMENTS = ['report_abuse_path'];
const ON_RESOLVABLE = ['resolve_path', 'resolve_with_issue_path'];
const WHEN_EDITED = ['last_edited_at', 'last_edited_by', 'edited_at', 'edited_by'];
const ON_LINES = ['position'];
const ON_OUTDATED = ['outdated_line_change_path'];
const ON_SYSTEM_NOTES = ['system_note_icon_name'];
/** In a thread whose lines are gone. */
const ON_SYSTEM_NOTES_OF_LINES = [...ON_SYSTEM_NOTES, ...ON_LINES, ...ON_OUTDATED];
const OF_THE_PAGE = ['task_path'];

const ON_EVERY_DISCUSSION =
  `id reply_id base_discussion project_id commit_id confidential internal diff_discussion expanded for_commit
  individual_note resolvable resolved resolved_by resolved_by_push resolved_at active line_code line_codes position
  positions original_position placement compare_path diff_file discussion_path resolve_path resolve_with_issue_path
  notes`.split(/\s+/);

const AUTHOR = ['id', 'name', 'username', 'state', 'avatar_url', 'path', 'bot', 'user_type'];

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let project: BuiltProject;
let threads: PageDiscussion[];
let iid: number;

const call = restCaller(() => app);

async function listed(as: TestUser): Promise<PageDiscussion[]> {
  const server = await app.server();
  const url = `/${project.full_path}/-/merge_requests/${iid}/discussions.json?per_page=100`;
  return (await server.inject({ url, headers: as.headers })).json();
}

const withText = (text: string): [PageDiscussion, PageNote] => {
  for (const thread of threads) for (const note of thread.notes) if (note.note.includes(text)) return [thread, note];
  throw new Error(`no note says ${text}`);
};
const keysOf = (value: object) => Object.keys(value).toSorted();
const sorted = (...lists: string[][]) => lists.flat().toSorted();

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  developer = await createUser(app);
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { project, user: developer.user, level: 30 });
  const row = await createMergeRequest(app, { project, author: owner, files: { 's.txt': 'one\ntwo\n' } });
  iid = row.iid;
  const base = `/projects/${project.id}/merge_requests/${iid}`;
  const refs = (await call('GET', base, owner)).body.diff_refs;
  const position = { ...refs, position_type: 'text', new_path: 's.txt', new_line: 2 };
  const begun = await call('POST', `${base}/discussions`, developer, { body: 'On a *line*\n\nand more', position });
  await call('POST', `${base}/discussions/${begun.body.id}/notes`, owner, { body: 'A reply' });
  const settled = (await call('POST', `${base}/discussions`, developer, { body: 'Settled', position })).body;
  await call('PUT', `${base}/discussions/${settled.id}`, owner, { resolved: true });
  const alone = (await call('POST', `${base}/notes`, owner, { body: 'Alone' })).body;
  await call('PUT', `${base}/notes/${alone.id}`, owner, { body: 'Alone and edited' });
  await call('PUT', base, owner, { title: 'Another name' });
  threads = await listed(owner);
});
afterAll(() => app.close());

test('a comment by someone else in an open thread on a line has these fields and no others', () => {
  const [, note] = withText('On a *line*');
  const fields = sorted(ON_EVERY_NOTE, ON_COMMENTS, ON_OTHERS_COMMENTS, ON_RESOLVABLE, ON_LINES, OF_THE_PAGE);
  expect(keysOf(note)).toEqual(fields);
  expect(note).toMatchObject({
    body_first_line_html: '<p dir="auto">On a <em>line</em></p>',
    external_author: null,
    base_discussion: true,
    commands_changes: {},
    attachment: null,
    author: { id: developer.user.id, bot: false, user_type: 'human', path: `/${developer.user.username}` },
    position: { new_line: 2 },
    resolve_with_issue_path: expect.stringContaining('discussion_to_resolve='),
  });
  expect(keysOf(note.author ?? {})).toEqual(sorted(AUTHOR));
  expect(keysOf(note.current_user)).toEqual(
    sorted(['can_edit', 'can_award_emoji', 'can_resolve', 'can_resolve_discussion']),
  );
});

test('a reply begins nothing', () => {
  const [, note] = withText('A reply');
  expect(note.base_discussion).toBe(false);
  expect(keysOf(note)).toEqual(sorted(ON_EVERY_NOTE, ON_COMMENTS, ON_RESOLVABLE, ON_LINES, OF_THE_PAGE));
});

test('a single comment that was edited, and a settled thread', () => {
  const [, edited] = withText('Alone and edited');
  expect(keysOf(edited)).toEqual(sorted(ON_EVERY_NOTE, ON_COMMENTS, WHEN_EDITED, OF_THE_PAGE));
  expect(edited).toMatchObject({ base_discussion: true, last_edited_by: { id: owner.user.id, user_type: 'human' } });
  const [thread, note] = withText('Settled');
  expect(note.resolve_with_issue_path).toBeNull();
  expect(keysOf(thread)).toEqual(sorted(ON_EVERY_DISCUSSION, ['truncated_diff_lines_path']));
  expect(thread.resolved_by).toMatchObject({ id: owner.user.id, bot: false });
});

test('what the system says', () => {
  const [, note] = withText('changed title');
  expect(keysOf(note)).toEqual(sorted(ON_EVERY_NOTE, ON_SYSTEM_NOTES));
  expect(note).toMatchObject({ system: true, base_discussion: true, emoji_awardable: false });
});

test('an open thread on a line, and a single comment', () => {
  const [thread] = withText('On a *line*');
  expect(keysOf(thread)).toEqual(sorted(ON_EVERY_DISCUSSION, ['truncated_diff_lines']));
  expect(thread).toMatchObject({
    for_commit: false,
    commit_id: null,
    diff_discussion: true,
    active: true,
    line_codes: [thread.line_code],
    positions: [thread.position],
  });
  const [single] = withText('Alone');
  expect(keysOf(single)).toEqual(sorted(ON_EVERY_DISCUSSION));
  expect(single).toMatchObject({ diff_discussion: false, positions: [], line_codes: [], resolve_path: null });
});

test('lines that are gone say where their change is listed', async () => {
  const { source_branch: branch } = (await call('GET', `/projects/${project.id}/merge_requests/${iid}`, owner)).body;
  const action = { action: 'update', file_path: 's.txt', content: 'quite\nother\nlines\n' };
  const commit = { branch, commit_message: 'Rewrite', actions: [action] };
  expect((await call('POST', `/projects/${project.id}/repository/commits`, owner, commit)).status).toBe(201);
  await app.runJobs();
  threads = await listed(owner);
  const [thread, note] = withText('On a *line*');
  expect(thread).toMatchObject({ active: false, positions: [] });
  expect(keysOf(note)).toEqual(
    sorted(ON_EVERY_NOTE, ON_COMMENTS, ON_OTHERS_COMMENTS, ON_RESOLVABLE, ON_LINES, ON_OUTDATED, OF_THE_PAGE),
  );
  expect(keysOf(withText('changed this line')[1])).toEqual(sorted(ON_EVERY_NOTE, ON_SYSTEM_NOTES_OF_LINES));
});

test('the response to a comment with a command and a resolution says what came of both', async () => {
  const server = await app.server();
  const { id } = (await call('GET', `/projects/${project.id}/merge_requests/${iid}`, owner)).body;
  const [thread] = withText('On a *line*');
  const url = `/${project.full_path}/-/notes?target_type=merge_request&target_id=${id}`;
  const payload = {
    note: { note: 'Done\n/title A third name\n/assign @nobody-there' },
    in_reply_to_discussion_id: thread.id,
    resolve_discussion: true,
    return_discussion: true,
  };
  const response = await server.inject({ method: 'POST', url, headers: owner.headers, payload });
  const { discussion } = response.json<{ discussion: PageDiscussion }>();
  expect(discussion.notes.at(-1)).toMatchObject({
    note: 'Done',
    references: { commands: expect.stringContaining('title') },
    errors: { commands_only: [expect.any(String)] },
    resolve_discussion: true,
  });
  expect(discussion.notes[0]).toMatchObject({ references: { commands: '' }, errors: {}, resolve_discussion: null });
});

test('what a page with discussions knows of a merge request and of an issue', async () => {
  const server = await app.server();
  const issue = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Issue', confidential: true }))
    .body;
  const json = async (path: string) =>
    (await server.inject({ url: `/${project.full_path}/-/${path}`, headers: developer.headers })).json();
  expect(await json(`merge_requests/${iid}.json?serializer=noteable`)).toMatchObject({
    iid,
    state: 'opened',
    noteableType: 'MergeRequest',
    targetType: 'merge_request',
    confidential: false,
    discussion_locked: false,
    is_project_archived: false,
    create_note_path: expect.stringContaining('target_type=merge_request'),
    preview_note_path: expect.stringContaining('/preview_markdown?'),
    diff_head_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    merge_params: { force_remove_source_branch: expect.any(Boolean) },
    current_user: { can_create_note: true, can_create_confidential_note: false, can_update: true },
  });
  expect(await json(`issues/${issue.iid}.json`)).toMatchObject({
    title: 'Issue',
    noteableType: 'Issue',
    confidential: true,
    blocked_by_issues: [],
    issue_email_participants: [],
    current_user: { can_create_note: true, can_create_confidential_note: true, can_update: true },
  });
});
