import type { IssueListItem } from '@tributary/contract/planning/issue-page.ts';
import { beforeEach, expect, test } from 'vitest';
import { ownerAndNonMember } from '../../../testing/scenes.ts';
import { addMember, type BuiltProject, createProject } from '../../projects/testing.ts';

const { scene, call, page } = ownerAndNonMember({ visibility: 'public' });

let project: BuiltProject;
let issues: { id: number; iid: number }[];

beforeEach(async () => {
  project = await createProject(scene.app, { owner: scene.owner.user, visibility: 'public' });
  issues = [];
  for (const title of ['a', 'b', 'c', 'd'])
    issues.push((await call('POST', `/projects/${project.id}/issues`, scene.owner, { title })).body);
});

const idOf = (title: string) => issues['abcd'.indexOf(title)]?.id;
type Move = { after?: string; before?: string };
const reorder = (title: string, { after, before }: Move, as = scene.owner) =>
  call('PUT', `/projects/${project.id}/issues/${issues['abcd'.indexOf(title)]?.iid}/reorder`, as, {
    ...(after && { move_after_id: idOf(after) }),
    ...(before && { move_before_id: idOf(before) }),
  });
const shown = async (as = scene.owner) =>
  (await page(`/${project.full_path}/-/issues?sort=relative_position`, as)).body.data;
const order = async (as = scene.owner) => (await shown(as)).items.map(({ title }: IssueListItem) => title).join('');

test('an issue goes right behind one, right before another or between both, and the others stay in their order', async () => {
  expect(await order()).toBe('abcd');
  for (const [title, to, expected] of [
    ['a', { after: 'b' }, 'bacd'],
    ['d', { before: 'b' }, 'dbac'],
    ['d', { after: 'b', before: 'a' }, 'bdac'],
    ['b', { after: 'c' }, 'dacb'],
    ['c', { before: 'd' }, 'cdab'],
    // One that names neighbours that are none any more: the first counts.
    ['b', { after: 'd', before: 'c' }, 'cdba'],
  ] as const) {
    expect((await reorder(title, to)).status).toBe(200);
    expect(await order()).toBe(expected);
  }
  // A new one comes last, and can be moved too.
  issues[0] = (await call('POST', `/projects/${project.id}/issues`, scene.owner, { title: 'e' })).body;
  expect(await order()).toBe('cdbae');
  await reorder('a', { before: 'b' });
  expect(await order()).toBe('cdeba');
  const listed = await call('GET', `/projects/${project.id}/issues?order_by=relative_position&sort=asc`, null);
  expect(listed.body.map(({ title }: IssueListItem) => title).join('')).toBe('cdeba');
});

test('where numbers run out between two, room is made', async () => {
  const put = (title: string, position: number) =>
    scene.app.platform.db
      .updateTable('issues')
      .set({ relative_position: position })
      .where('id', '=', idOf(title) ?? 0)
      .execute();
  // The two have no number between them, and some share one.
  for (const [title, position] of [
    ['a', 1],
    ['b', 1 + Number.EPSILON],
    ['c', 5],
    ['d', 5],
  ] as const)
    await put(title, position);
  await reorder('d', { after: 'a', before: 'b' });
  expect(await order()).toBe('adbc');
  await reorder('c', { after: 'a' });
  expect(await order()).toBe('acdb');
});

test('all who move something at one moment are heard, one after the other', async () => {
  const answers = await Promise.all([
    reorder('d', { before: 'a' }),
    reorder('a', { after: 'b' }),
    reorder('c', { before: 'b' }),
    reorder('b', { after: 'd' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(await order())).toEqual(new Set('abcd'));
});

test('only who works on the issues moves them, and only beside those of the project', async () => {
  const reporter = scene.stranger;
  expect((await reorder('a', { after: 'b' }, reporter)).status).toBe(403);
  expect(await shown(reporter)).toMatchObject({ canReorder: false, perPage: 100 });
  await addMember(scene.app, { user: reporter.user, project, level: 20 });
  expect((await shown(reporter)).canReorder).toBe(true);
  expect((await page(`/${project.full_path}/-/issues`, reporter)).body.data).toMatchObject({
    canReorder: false,
    perPage: 20,
  });
  expect((await reorder('a', {}, reporter)).status).toBe(400);
  const elsewhere = await call('POST', `/projects/${scene.project.id}/issues`, scene.owner, { title: 'z' });
  const path = `/projects/${project.id}/issues/${issues[0]?.iid}/reorder`;
  expect((await call('PUT', path, reporter, { move_after_id: elsewhere.body.id })).status).toBe(404);
  expect(await order()).toBe('abcd');
});
