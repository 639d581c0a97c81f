import type { HelpPageData } from '@tributary/contract/page/help.ts';
import { helpPaths } from '@tributary/contract/page/help.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../accounts/testing.ts';
import { listQuickActions, textActions, typesOf } from '../../discussions/index.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { HELP_TITLES } from './help-topics.ts';

let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await createTestApp();
  origin = await app.listen();
});
afterAll(() => app.close());

/** As someone who is signed out. */
async function read<T = HelpPageData>(path: string): Promise<{ status: number; kind: string; data: T }> {
  const answer = await fetch(`${origin}/-/page${path}`);
  const { kind, data } = (await answer.json()) as { kind: string; data: T };
  return { status: answer.status, kind, data };
}

test('every topic can be read signed out, and leads to the others', async () => {
  for (const topic of HELP_TITLES.keys()) {
    const { status, data } = await read(`/help/${topic}`);
    expect(status).toBe(200);
    expect(data.topics.filter(({ isCurrent }) => isCurrent)).toEqual([
      { title: HELP_TITLES.get(topic), path: `/help/${topic}`, isCurrent: true },
    ]);
    expect(data.html.length).toBeGreaterThan(200);
    expect(data.html).not.toContain('.md"');
  }
  expect((await read('/help')).data.title).toBe('Markdown');
  expect((await read('/help/api')).kind).toBe('api_reference');
  for (const path of ['/help/nothing', '/help/..%2Fapi', '/help/__proto__'])
    expect((await read(path)).status).toBe(404);
});

test('notices lead to headings that are there', async () => {
  const missing: string[] = [];
  for (const address of Object.values(helpPaths)) {
    const [path = '', heading] = address.split('#');
    const { html } = (await read(path)).data;
    if (heading !== undefined && !html.includes(`id="user-content-${heading}"`)) missing.push(address);
  }
  expect(missing).toEqual([]);
});

test('pages with discussions name what helps there', async () => {
  const owner = await createUser(app);
  const project = await createProject(app, { owner: owner.user, visibility: 'public', files: { 'a.txt': 'a\n' } });
  await restCaller(() => app)('POST', `/projects/${project.id}/issues`, owner, { title: 'One' });
  const { iid } = await createMergeRequest(app, { project, author: owner });
  for (const page of ['issues/1', `merge_requests/${iid}`, 'commit/main']) {
    const { data } = await read<{ notes: object }>(`/${project.full_path}/-/${page}`);
    expect(data.notes).toMatchObject({
      markdownDocsPath: '/help/markdown',
      quickActionsDocsPath: '/help/quick-actions',
      archived_project_docs_path: '/help/projects#archived-projects',
      locked_discussion_docs_path: '/help/discussions#locked-discussions',
      confidential_issues_docs_path: '/help/issues#confidential-issues',
    });
  }
});

test('the page of commands holds each of the registry, with what it is for', async () => {
  const { commands } = (await read(helpPaths.quickActions)).data;
  const things: Record<string, string> = { Issue: 'issues', MergeRequest: 'merge requests', Commit: 'commits' };
  expect(commands.length).toBeGreaterThan(40);
  for (const action of listQuickActions()) {
    const shown = commands.filter(({ name }) => name === action.name);
    expect(shown).toHaveLength(1);
    expect(shown[0]?.aliases).toEqual([...(action.aliases ?? [])]);
    expect(shown[0]?.on).toEqual(expect.arrayContaining(typesOf(action).map((type) => things[type])));
  }
  for (const { name } of textActions()) expect(commands).toContainEqual(expect.objectContaining({ name, on: [] }));
  expect(commands.length).toBe(new Set([...listQuickActions(), ...textActions()].map(({ name }) => name)).size);
});
