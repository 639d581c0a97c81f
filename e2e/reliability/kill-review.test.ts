import { afterAll, beforeAll, expect, test } from 'vitest';
import { dieAt } from '../testing/die-at.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import { createWorld, type MergeRequest, type Person, type Project, type World } from '../testing/world.ts';

/**
 * P-09: the server is killed while a review is published and while a suggestion is applied. All of a review is there or none
 * of it; what was sent and got no answer is sent again, and nothing is there twice.
 */

let server: RunningServer;
let world: World;
let author: Person;
let reviewer: Person;
let project: Project;

beforeAll(async () => {
  server = await startServer();
  world = await createWorld(server, ROOT_PASSWORD);
  author = await world.person('olga');
  reviewer = await world.person('rita');
  project = await world.project(author, 'killed-review', { members: [{ person: reviewer, level: 30 }] });
});
afterAll(async () => {
  await world.dispose();
  await server.dispose();
});

const FILE = 'src/a.txt';
const pathOf = ({ iid }: MergeRequest) => `/projects/${project.id}/merge_requests/${iid}`;
const propose = (branch: string) => world.mergeRequest(author, project, branch, { [FILE]: 'one\ntwo\nthree\n' });
const at = ({ diff_refs: refs }: MergeRequest, line: number) => ({
  ...refs,
  position_type: 'text',
  old_path: FILE,
  new_path: FILE,
  new_line: line,
});

type Note = { body: string };
const said = async (opened: MergeRequest) =>
  (await reviewer.rest.get<Note[]>(`${pathOf(opened)}/notes?activity_filter=only_comments&sort=asc`)).map(
    (note) => note.body,
  );

test.each(['review.notes_written:1', 'review.threads_resolved:1', 'review.published:1'])(
  'killed at %s: all of a review or none',
  async (death) => {
    const opened = await propose(death.replaceAll(/\W/g, '-'));
    for (const line of [1, 2, 3]) {
      await reviewer.rest.post(`${pathOf(opened)}/draft_notes`, { note: `On ${line}`, position: at(opened, line) });
    }
    const publish = () => reviewer.rest.post(`${pathOf(opened)}/draft_notes/bulk_publish`, { note: 'In sum' });
    await dieAt(server, death, publish);
    const all = ['On 1', 'On 2', 'On 3', 'In sum'];
    const now = await said(opened);
    expect([[], all]).toContainEqual(now);
    const left = await reviewer.rest.get<unknown[]>(`${pathOf(opened)}/draft_notes`);
    expect(left).toHaveLength(now.length === 0 ? 3 : 0);
    if (now.length === 0) await publish();
    expect(await said(opened)).toEqual(all);
  },
);

test('killed between the commit of a suggestion and its mark: sent again it is only marked', async () => {
  const opened = await propose('suggested');
  const thread = await reviewer.rest.post<{ id: string; notes: { suggestions: { id: number }[] }[] }>(
    `${pathOf(opened)}/discussions`,
    { body: '```suggestion\nTWO\n```', position: at(opened, 2) },
  );
  const [suggestion] = thread.notes[0]?.suggestions ?? [];
  const apply = () => author.rest.put(`/suggestions/${suggestion?.id}/apply`, {});
  await dieAt(server, 'suggestion.committed:1', apply);
  await apply();
  // What the kill cut off, the head of the merge request, comes by the work that was left.
  await expect.poll(() => author.rest.get<unknown[]>(`${pathOf(opened)}/commits`)).toHaveLength(2);
  const file = await author.rest.get<{ content: string }>(
    `/projects/${project.id}/repository/files/${encodeURIComponent(FILE)}?ref=suggested`,
  );
  expect(Buffer.from(file.content, 'base64').toString()).toBe('one\nTWO\nthree\n');
  const after = await author.rest.get<{ resolved: boolean }>(`${pathOf(opened)}/discussions/${thread.id}`);
  expect(after.resolved).toBe(true);
});
