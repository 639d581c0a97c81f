import type { IssueShowPageData, IssuesPageData } from '@tributary/contract/planning/issue-page.ts';
import { expect, test } from 'vitest';
import { ownerAndNonMember } from '../../../testing/scenes.ts';
import type { TestUser } from '../../accounts/testing.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';

const { scene, ask, call, page } = ownerAndNonMember({ path: 'queue', visibility: 'public' });

const QUERY = `query ($id: ID!) { issue(id: $id) { blocked blockedByCount blockedByIssues { nodes { iid } } } }`;

test('an issue names the open ones that stand before it, to each as far as they may see them', async () => {
  const { owner, stranger, project, app } = scene;
  const base = `/projects/${project.id}/issues`;
  const make = async (title: string, more: object = {}) => (await call('POST', base, owner, { title, ...more })).body;
  const last = await make('Roof');
  const first = await make('Walls');
  const secret = await make('Money', { confidential: true });
  const done = await make('Ground');
  const other = await make('Garden');
  const link = (issue: { iid: number }, type: string) =>
    call('POST', `${base}/${last.iid}/links`, owner, {
      target_project_id: project.id,
      target_issue_iid: issue.iid,
      link_type: type,
    });
  for (const issue of [first, secret, done]) expect((await link(issue, 'is_blocked_by')).status).toBe(201);
  await link(other, 'blocks');
  await call('PUT', `${base}/${done.iid}`, owner, { state_event: 'close' });

  const shown = async (as: TestUser) =>
    (await page(`/${project.full_path}/-/issues/${last.iid}`, as)).body.data
      .blocked_by_issues as IssueShowPageData['blocked_by_issues'];
  const urlOf = (iid: number) => `${app.platform.config.url}/${project.full_path}/-/issues/${iid}`;
  const told = [first, secret].map(({ iid }) => ({ iid, web_url: urlOf(iid) }));
  expect(await shown(owner)).toEqual(told);
  expect(await shown(stranger)).toEqual(told.slice(0, 1));

  const asked = async (as: TestUser) => (await ask(as, QUERY, { id: `gid://gitlab/Issue/${last.id}` })).data.issue;
  expect(await asked(owner)).toEqual({
    blocked: true,
    blockedByCount: 2,
    blockedByIssues: { nodes: [{ iid: String(first.iid) }, { iid: String(secret.iid) }] },
  });
  expect(await asked(stranger)).toMatchObject({ blockedByCount: 1 });

  // It is a warning: who knows better closes it all the same.
  expect((await call('PUT', `${base}/${last.iid}`, owner, { state_event: 'close' })).body.state).toBe('closed');
  await call('PUT', `${base}/${first.iid}`, owner, { state_event: 'close' });
  await call('PUT', `${base}/${secret.iid}`, owner, { state_event: 'close' });
  expect(await shown(owner)).toEqual([]);
  expect(await asked(owner)).toMatchObject({ blocked: false, blockedByCount: 0 });
});

test('what an issue holds up is counted for each as far as they may see it, at every interface', async () => {
  const { app, owner, stranger, project } = scene;
  const hidden = await createProject(app, { owner: owner.user, path: 'hidden', visibility: 'private' });
  const make = async ({ id }: BuiltProject, title: string, more: object = {}) =>
    (await call('POST', `/projects/${id}/issues`, owner, { title, ...more })).body;
  const base = `/projects/${project.id}/issues`;
  const first = await make(project, 'Permit');
  const waiting = [
    await make(project, 'Digging'),
    await make(project, 'Price', { confidential: true }),
    await make(project, 'Hers', { confidential: true, assignee_ids: [stranger.user.id] }),
    await make(hidden, 'Elsewhere'),
    await make(project, 'Done'),
  ];
  for (const each of waiting) {
    const link = { target_project_id: each.project_id, target_issue_iid: each.iid, link_type: 'blocks' };
    expect((await call('POST', `${base}/${first.iid}/links`, owner, link)).status).toBe(201);
  }
  await call('PUT', `${base}/${waiting.at(-1).iid}`, owner, { state_event: 'close' });

  const counts = async (as: TestUser | null) => {
    const listed = (await call('GET', `${base}?search=Permit`, as)).body;
    const { items } = (await page(`/${project.full_path}/-/issues?search=Permit`, as)).body.data as IssuesPageData;
    const asked = await ask(as, 'query ($id: ID!) { issue(id: $id) { blockingCount } }', {
      id: `gid://gitlab/Issue/${first.id}`,
    });
    return [
      (await call('GET', `${base}/${first.iid}`, as)).body.blocking_issues_count,
      listed[0].blocking_issues_count,
      items[0]?.blockingCount,
      asked.data.issue.blockingCount,
    ];
  };
  expect(await counts(owner)).toEqual([4, 4, 4, 4]);
  expect(await counts(stranger)).toEqual([2, 2, 2, 2]);
  expect(await counts(null)).toEqual([1, 1, 1, 1]);
});
