import type { CatalogCard } from '@tributary/contract/ci/catalog-page.ts';
import { restLintResult } from '@tributary/contract/ci/lint.ts';
import { restRelease } from '@tributary/contract/ci/releases.ts';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { Gitlab } from '@gitbeaker/rest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findActingUser } from '../../accounts/index.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';
import { updateJob } from '../store/job-store.ts';
import { updateJobState } from '../runners/operations/job-session.ts';
import { tagsOfVersion } from './released-versions.ts';
import { createRelease } from './save-release.ts';

let app: TestApp;
let server: FastifyInstance;
let owner: TestUser;
let reporter: TestUser;
let project: BuiltProject;

const CONFIG = `
publish:
  script: [make]
  release:
    tag_name: v$CI_PIPELINE_IID
    name: Release $CI_COMMIT_BRANCH
    description: notes.md
    assets: { links: [{ name: docs, url: "https://example.org/$CI_PROJECT_ID", link_type: runbook }] }
`;

beforeAll(async () => {
  app = await createTestApp();
  server = await app.server();
  [owner, reporter] = [await createUser(app), await createUser(app)];
  const files = { '.gitlab-ci.yml': CONFIG, 'notes.md': '# What is **new**\n' };
  project = await createProject(app, { owner: owner.user, visibility: 'private', files });
  await addMember(app, { project, user: reporter.user, level: 20 });
});
afterAll(() => app.close());

const api = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, by: TestUser, payload?: object) =>
  server.inject({
    method,
    url: `/api/v4/projects/${project.id}/releases${path}`,
    headers: by.headers,
    ...(payload && { payload }),
  });

test('a release describes a tag, which is created where it is missing', async () => {
  const fields = { tag_name: 'v1.0', name: '', description: '# First', ref: 'main', tag_message: 'First' };
  expect((await api('POST', '', owner, { ...fields, ref: undefined })).statusCode).toBe(400);
  expect((await api('POST', '', reporter, fields)).statusCode).toBe(403);
  const links = [{ name: 'Package', url: 'https://example.org/p.zip', link_type: 'package', filepath: '/p.zip' }];
  const made = await api('POST', '', owner, { ...fields, assets: { links } });
  expect(made.statusCode, made.body).toBe(201);
  expect(restRelease.parse(made.json())).toMatchObject({
    tag_name: 'v1.0',
    name: 'v1.0',
    description_html: expect.stringContaining('<h1'),
    commit: { title: expect.any(String) },
    author: { username: owner.user.username },
    assets: { count: 5, links: [{ name: 'Package', link_type: 'package' }] },
    _links: { self: `${app.system.config.url}/${project.full_path}/-/releases/v1.0` },
  });
  // The short address of a file and the one of the latest release stay, wherever they lead.
  for (const [path, to] of [
    ['/v1.0/downloads/p.zip', links[0]?.url],
    ['/permalink/latest', expect.stringMatching(/\/releases\/v1\.0$/)],
    ['/permalink/latest/downloads/p.zip', expect.stringMatching(/\/releases\/v1\.0\/downloads\/p\.zip$/)],
  ] as const) {
    const moved = await api('GET', path, reporter);
    expect([moved.statusCode, moved.headers.location], path).toEqual([302, to]);
    expect((await server.inject({ url: `/api/v4/projects/${project.id}/releases${path}` })).statusCode).toBe(404);
  }
  expect((await api('GET', '/v1.0/downloads/q.zip', reporter)).statusCode).toBe(404);
  expect((await api('POST', '/v1.0/assets/links', owner, { ...links[0], name: 'b', url: 'http://b' })).json()).toEqual({
    message: { filepath: ['has already been taken: /p.zip'] },
  });
  expect((await api('POST', '', owner, fields)).statusCode).toBe(409);
  const bad = [{ name: 'x', url: 'javascript:alert(1)' }];
  expect((await api('POST', '', owner, { tag_name: 'v2', ref: 'main', assets: { links: bad } })).statusCode).toBe(400);
  expect((await api('GET', '/v1.0', reporter)).json()).toMatchObject({ tag_name: 'v1.0' });
  expect((await api('PUT', '/v1.0', owner, { name: 'One', released_at: '2199-01-01T00:00:00Z' })).json()).toMatchObject(
    {
      name: 'One',
      upcoming_release: true,
    },
  );
  expect((await api('GET', '', reporter)).json()).toHaveLength(1);
  expect((await api('DELETE', '/v1.0', reporter)).statusCode).toBe(403);
  expect((await api('DELETE', '/v1.0', owner)).statusCode).toBe(200);
  expect((await api('GET', '/v1.0', owner)).statusCode).toBe(404);
});

test('links and milestones of a release change one by one, and the pages show them', async () => {
  const made = await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/milestones`,
    headers: owner.headers,
    payload: { title: 'Two' },
  });
  expect(made.statusCode).toBe(201);
  const fields = { tag_name: 'rel/2.0', ref: 'main', description: '**Bold**', milestones: ['Two'] };
  expect((await api('POST', '', owner, { ...fields, milestones: ['Three'] })).json()).toMatchObject({
    message: { milestones: [expect.stringContaining('Three')] },
  });
  expect((await api('POST', '', owner, fields)).json()).toMatchObject({
    milestones: [{ title: 'Two', issue_stats: { total: 0, closed: 0 } }],
  });
  const links = '/rel%2F2.0/assets/links';
  const link = { name: 'Docs', url: 'https://example.org/docs' };
  expect((await api('POST', links, reporter, link)).statusCode).toBe(403);
  expect((await api('POST', links, owner, link)).json()).toMatchObject({ id: 1, ...link, link_type: 'other' });
  expect((await api('POST', links, owner, link)).statusCode).toBe(400);
  expect((await api('PUT', `${links}/1`, owner, { link_type: 'runbook' })).json()).toMatchObject({
    link_type: 'runbook',
  });
  expect((await api('GET', links, reporter)).json()).toMatchObject([{ ...link, link_type: 'runbook' }]);
  const call = pageCaller(() => app);
  const page = async (path: string, by: TestUser) => (await call(`/${project.full_path}/-/${path}`, by)).body;
  expect(await page('releases', reporter)).toMatchObject({
    data: { newHref: null, releases: [{ tag: 'rel/2.0', milestones: [{ title: 'Two' }], links: [link] }] },
  });
  expect((await page('releases?search=REL/2', owner)).data).toMatchObject({ releases: [{ tag: 'rel/2.0' }] });
  expect((await page('releases?search=2%250', owner)).data).toMatchObject({ releases: [], paging: { total: 0 } });
  expect(await page('releases/rel/2.0', owner)).toMatchObject({
    data: { release: { html: expect.stringContaining('<strong>Bold') }, editHref: expect.stringContaining('/edit') },
  });
  expect(await page('releases/rel/2.0/edit', owner)).toMatchObject({
    data: { release: { milestones: ['Two'], links: [link] }, milestones: ['Two'] },
  });
  expect(await page('tags', owner)).toMatchObject({
    data: {
      tags: expect.arrayContaining([
        expect.objectContaining({ name: 'rel/2.0', release: expect.objectContaining({ name: 'rel/2.0' }) }),
        expect.objectContaining({
          name: 'v1.0',
          release: null,
          newReleaseHref: expect.stringContaining('tag_name=v1.0'),
        }),
      ]),
    },
  });
  const query = `{ project(fullPath: "${project.full_path}") { release(tagName: "rel/2.0") { name assets { count } }
    releases(first: 1) { count nodes { tagName } } } }`;
  const graphql = { method: 'POST', url: '/api/graphql', headers: reporter.headers, payload: { query } } as const;
  expect((await server.inject(graphql)).json()).toMatchObject({
    data: {
      project: {
        release: { name: 'rel/2.0', assets: { count: 5 } },
        releases: { count: 1, nodes: [{ tagName: 'rel/2.0' }] },
      },
    },
  });
  const badge = `/${project.full_path}/-/badges/release.svg`;
  expect((await server.inject({ url: badge, headers: reporter.headers })).body).toContain('rel/2.0');
  expect((await api('DELETE', `${links}/1`, owner)).statusCode).toBe(200);
  const changed = await api('PUT', '/rel%2F2.0', owner, { milestones: [], assets: { links: [] } });
  expect(changed.json()).toMatchObject({ milestones: [], assets: { links: [] } });
  expect((await api('DELETE', '/rel%2F2.0', owner)).statusCode).toBe(200);
});

test('the release of a protected tag is for those who may create the tag', async () => {
  const call = restCaller(() => app);
  const developer = await createUser(app);
  await addMember(app, { project, user: developer.user, level: 30 });
  const rules = `/projects/${project.id}/protected_tags`;
  expect((await api('POST', '', owner, { tag_name: 'final-1', ref: 'main' })).statusCode).toBe(201);
  expect((await api('PUT', '/final-1', developer, { description: 'Mine' })).statusCode).toBe(200);
  expect((await call('POST', rules, owner, { name: 'final-*', create_access_level: 40 })).status).toBe(201);
  const link = { name: 'Package', url: 'https://example.org/other.zip' };
  expect((await api('POST', '/final-1/assets/links', developer, link)).statusCode).toBe(403);
  expect((await api('PUT', '/final-1', developer, { description: 'Other' })).statusCode).toBe(403);
  expect((await api('DELETE', '/final-1', developer)).statusCode).toBe(403);
  const page = await pageCaller(() => app)(`/${project.full_path}/-/releases/final-1`, developer);
  expect(page.body.data).toMatchObject({ editHref: null });
  expect((await api('DELETE', '/final-1', owner)).statusCode).toBe(200);
  for (const [by, href] of [
    [developer, null],
    [owner, expect.stringContaining('final-1')],
  ] as const) {
    const tags = await pageCaller(() => app)(`/${project.full_path}/-/tags`, by);
    const row = expect.objectContaining({ name: 'final-1', newReleaseHref: href });
    expect(tags.body.data.tags).toContainEqual(row);
  }
  expect((await api('POST', '', developer, { tag_name: 'final-1' })).statusCode).toBe(403);
  // The same rule holds for links that a job describes.
  const ctx = { ...app.system, actor: (await findActingUser(app.system, owner.user.id)) ?? app.system.actor };
  const links = [{ name: 'x', url: 'javascript:alert(1)', link_type: 'other' as const }];
  const made = createRelease(ctx, { projectId: project.id, tag: 'final-1', links });
  await expect(made).rejects.toMatchObject({ code: 'validation_failed' });
});

test('a tag that is deleted over the API takes its release along', async () => {
  expect((await api('POST', '', owner, { tag_name: 'gone', ref: 'main' })).statusCode).toBe(201);
  const tag = `/api/v4/projects/${project.id}/repository/tags/gone`;
  expect((await server.inject({ method: 'DELETE', url: tag, headers: owner.headers })).statusCode).toBe(204);
  expect((await api('GET', '/gone', owner)).statusCode).toBe(404);
  expect((await api('POST', '', owner, { tag_name: 'gone', ref: 'main' })).statusCode).toBe(201);
  expect((await api('DELETE', '/gone', owner)).statusCode).toBe(200);
});

test('a release shows no milestone of a group that its project has left', async () => {
  const group = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const moved = await createProject(app, { owner: owner.user, group, files: { a: '1' } });
  const call = restCaller(() => app);
  await call('POST', `/groups/${group.id}/milestones`, owner, { title: 'Inner' });
  const url = `/projects/${moved.id}/releases`;
  const made = await call('POST', url, owner, { tag_name: 'v1', ref: 'main', milestones: ['Inner'] });
  expect(made.body).toMatchObject({ milestones: [{ title: 'Inner' }] });
  await call('PUT', `/projects/${moved.id}/transfer`, owner, { namespace: owner.user.username });
  expect((await call('GET', `${url}/v1`, owner)).body).toMatchObject({ tag_name: 'v1', milestones: [] });
});

test('a job with release: creates it when it has passed, and a client library drives the pipeline', async () => {
  const host = await app.listen();
  const client = new Gitlab({ host, token: owner.headers['private-token'] ?? '' });
  const pipeline = await client.Pipelines.create(project.id, 'main');
  const [job] = await client.Jobs.all(project.id, { pipelineId: pipeline.id });
  const row = await app.system.db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('id', '=', job?.id ?? 0)
    .executeTakeFirstOrThrow();
  const running = await updateJob(app.system.db, row, { status: 'running', started_at: new Date() });
  if (!running) throw new Error('the job did not start');
  await updateJobState(app.system, running, { state: 'success' });
  expect((await client.Jobs.show(project.id, row.id)).status).toBe('success');
  const release = await client.ProjectReleases.show(project.id, `v${pipeline.iid}`);
  expect(release).toMatchObject({
    name: 'Release main',
    description: '# What is **new**\n',
    assets: { links: [{ url: `https://example.org/${project.id}`, link_type: 'runbook' }] },
  });
  // Another job cannot take the tag of a release that is somebody else's.
  await app.system.db.updateTable('ci_releases').set({ author_id: reporter.user.id }).execute();
  const again = await client.Jobs.retry(project.id, row.id);
  const next = await app.system.db
    .selectFrom('ci_jobs')
    .selectAll()
    .where('id', '=', again.id)
    .executeTakeFirstOrThrow();
  const started = await updateJob(app.system.db, next, { status: 'running', started_at: new Date() });
  if (!started) throw new Error('the job did not start');
  await updateJobState(app.system, started, { state: 'success' });
  expect((await client.Jobs.show(project.id, next.id)).status).toBe('failed');
  const schedule = await client.PipelineSchedules.create(project.id, 'Nightly', 'main', '0 3 * * *');
  expect((await client.PipelineSchedules.all(project.id)).map(({ id }) => id)).toEqual([schedule.id]);
  await client.Pipelines.cancel(project.id, pipeline.id);
});

test.each([
  ['~latest', ['v1.10.0', '1.9.9', '0.1.0']],
  ['1', ['v1.10.0', '1.9.9']],
  ['1.9', ['1.9.9']],
  ['3', []],
  ['main', []],
])('the version %s stands for the releases %j', (version, expected) => {
  const tags = ['0.1.0', '1.9.9', 'v1.10.0', '2.0.0-rc.1', 'nightly'];
  expect(tagsOfVersion(tags, version, true)).toEqual(expected);
});

test('a pipeline includes a component of a project that its user can read, at the version that it names', async () => {
  const component = (text: string) =>
    `spec: { inputs: { word: {} } }\n---\nsay: { script: "echo $[[ inputs.word ]] ${text}" }\n`;
  const parts = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'templates/say/template.yml': component('first') },
  });
  const made = (tag: string) =>
    server.inject({
      method: 'POST',
      url: `/api/v4/projects/${parts.id}/releases`,
      headers: owner.headers,
      payload: { tag_name: tag, ref: 'main' },
    });
  expect((await made('1.9.0')).statusCode).toBe(201);
  await parts.repository.commit({ branch: 'main', files: { 'templates/say/template.yml': component('second') } });
  expect((await made('1.10.0')).statusCode).toBe(201);
  await parts.repository.commit({ branch: 'main', files: { 'templates/say/template.yml': component('third') } });
  const lint = async (version: string, by = owner, inputs = '{ word: hello }') => {
    const content = `include: [{ component: "$CI_SERVER_FQDN/${parts.full_path}/say@${version}", inputs: ${inputs} }]\n`;
    const url = `/api/v4/projects/${project.id}/ci/lint`;
    const answer = await server.inject({ method: 'POST', url, headers: by.headers, payload: { content } });
    return restLintResult.parse(answer.json());
  };
  for (const [version, text] of [
    ['~latest', 'second'],
    ['1.9', 'first'],
    ['1.9.0', 'first'],
    ['main', 'third'],
  ] as const)
    expect((await lint(version)).merged_yaml).toContain(`echo hello ${text}`);
  expect((await lint('~latest')).includes).toMatchObject([
    { type: 'component', blob: expect.stringMatching(/-\/blob\/[0-9a-f]{40}\/templates\/say\/template\.yml$/) },
  ]);
  expect((await lint('9')).errors).toEqual([expect.stringContaining('version `9` does not exist')]);
  expect((await lint('main', owner, '{ other: 1 }')).errors).toEqual([expect.stringContaining('required value')]);
  const developer = await createUser(app);
  await addMember(app, { project, user: developer.user, level: 30 });
  expect((await lint('main', developer)).errors).toEqual([expect.stringContaining('not found or access denied')]);
});

test('evidence of a release is collected, and links lead on by their short address', async () => {
  const call = restCaller(() => app);
  const title = '1.0 goal';
  const at = `/projects/${project.id}`;
  const milestone = (await call('POST', `${at}/milestones`, owner, { title })).body;
  const issue = (confidential: boolean) =>
    call('POST', `${at}/issues`, owner, { title: 'Ship it', milestone_id: milestone.id, confidential });
  await Promise.all([issue(false), issue(true)]);
  const links = [{ name: 'Binary', url: 'https://example.org/app.bin', direct_asset_path: '/bin/app' }];
  const body = { tag_name: 'v8.0', ref: 'main', milestones: [title], assets: { links } };
  const created = restRelease.parse((await call('POST', `${at}/releases`, owner, body)).body);
  expect(created.assets.links[0]?.direct_asset_url).toBe(
    `${app.system.config.url}/${project.full_path}/-/releases/v8.0/downloads/bin/app`,
  );
  await app.runJobs();
  const found = restRelease.parse((await call('GET', `${at}/releases/v8.0`, owner)).body);
  expect(found.evidences).toHaveLength(1);
  const [evidence] = found.evidences;
  const path = new URL(evidence?.filepath ?? '').pathname;
  const file = await server.inject({ url: path, headers: owner.headers });
  expect(createHash('sha256').update(file.body).digest('hex')).toBe(evidence?.sha);
  const { release } = file.json();
  expect(release).toMatchObject({ tag_name: 'v8.0', project: { id: project.id }, milestones: [{ title }] });
  expect(release.milestones[0].issues).toMatchObject([{ title: 'Ship it', state: 'opened', confidential: false }]);
  const asset = await server.inject({
    url: `/${project.full_path}/-/releases/v8.0/downloads/bin/app`,
    headers: owner.headers,
  });
  expect([asset.statusCode, asset.headers.location]).toEqual([302, 'https://example.org/app.bin']);

  // Evidence with issues is for those who read issues.
  await call('PUT', at, owner, { issues_access_level: 'disabled' });
  expect((await server.inject({ url: path, headers: owner.headers })).statusCode).toBe(404);
  await call('PUT', at, owner, { issues_access_level: 'enabled' });

  expect((await call('POST', `${at}/releases/v8.0/evidence`, reporter)).status).toBe(403);
  const again = await call('POST', `${at}/releases/v8.0/evidence`, owner);
  expect(restRelease.parse(again.body).evidences).toHaveLength(2);
  // A release of the past gets none by itself.
  await call('POST', `${at}/releases`, owner, { tag_name: 'v7.9', ref: 'main', released_at: '2020-01-01T00:00:00Z' });
  await app.runJobs();
  expect(restRelease.parse((await call('GET', `${at}/releases/v7.9`, owner)).body).evidences).toEqual([]);

  const query = `{ project(fullPath: "${project.full_path}") { release(tagName: "v8.0") {
    historicalRelease milestones { nodes { title } } evidences { nodes { sha filepath } }
    links { selfUrl editUrl } assets { links { nodes { directAssetPath directAssetUrl } } } } } }`;
  const answer = await server.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: owner.headers,
    payload: { query },
  });
  expect(answer.json().data.project.release).toMatchObject({
    milestones: { nodes: [{ title }] },
    evidences: { nodes: [{ sha: evidence?.sha, filepath: evidence?.filepath }, {}] },
    links: { editUrl: expect.stringContaining('/-/releases/v8.0/edit') },
    assets: { links: { nodes: [{ directAssetPath: '/bin/app' }] } },
  });
  const page = await server.inject({
    url: `/-/page/${project.full_path}/-/milestones/${milestone.iid}`,
    headers: owner.headers,
  });
  expect(page.json().data.releases).toMatchObject([{ name: 'v8.0', projectPath: null }]);
});

test('components of a project are in the catalog from its first version on, for those who read its code', async () => {
  const call = restCaller(() => app);
  const page = pageCaller(() => app);
  const source = `spec:
  inputs:
    stage: { default: test, description: The stage of the job }
    level: { type: number, options: [1, 2] }
---
check: { script: "lint $[[ inputs.level ]]", stage: "$[[ inputs.stage ]]" }
`;
  const kit = await createProject(app, {
    owner: owner.user,
    visibility: 'private',
    files: { 'README.md': '# Kit\n', 'templates/lint.yml': source, 'templates/bad.yml': 'spec: [}\n---\na: 1\n' },
  });
  const developer = await createUser(app);
  await addMember(app, { project: kit, user: developer.user, level: 40 });
  const mark = async (by: TestUser, verb = 'Create') => {
    const query = `mutation { catalogResources${verb}(input: { projectPath: "${kit.full_path}" }) { errors } }`;
    const answer = await server.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: by.headers,
      payload: { query },
    });
    return answer.json().data[`catalogResources${verb}`].errors;
  };
  expect(await mark(developer)).toEqual([expect.stringContaining('403')]);
  expect(await mark(owner)).toEqual([expect.stringContaining('needs a description')]);
  await call('PUT', `/projects/${kit.id}`, owner, { description: 'Checks of code' });
  expect(await mark(owner)).toEqual([]);
  const list = async (by: TestUser, query = '') =>
    (await page(`/explore/catalog${query}`, by)).body.data.resources.map((each: CatalogCard) => each.latestVersion);
  expect(await list(owner)).toEqual([]);
  for (const tag of ['1.0.0', 'nightly', '1.1.0'])
    expect((await call('POST', `/projects/${kit.id}/releases`, owner, { tag_name: tag, ref: 'main' })).status).toBe(
      201,
    );
  expect(await list(owner, '?search=CHECKS&scope=namespaces')).toEqual(['1.1.0']);
  expect(await list(owner, '?search=nothing')).toEqual([]);
  expect(await list(reporter)).toEqual([]);

  const shown = await page(`/explore/catalog/${kit.full_path}`, owner);
  expect(shown.body.data).toMatchObject({
    version: '1.1.0',
    versions: [{ name: '1.1.0' }, { name: '1.0.0' }],
    readme: { html: expect.stringContaining('Kit') },
    components: [
      { name: 'bad', inputs: null },
      {
        name: 'lint',
        snippet: expect.stringContaining(`/${kit.full_path}/lint@1.1.0\n    inputs:\n      level: `),
        inputs: [
          { name: 'stage', value: 'test', isRequired: false },
          { name: 'level', type: 'number', value: null, isRequired: true, options: ['1', '2'] },
        ],
      },
    ],
  });
  expect((await page(`/explore/catalog/${kit.full_path}?version=1.0.0`, owner)).body.data.version).toBe('1.0.0');
  expect((await page(`/explore/catalog/${kit.full_path}?version=nightly`, owner)).status).toBe(404);
  expect((await page(`/explore/catalog/${kit.full_path}`, reporter)).status).toBe(404);

  const query = `{ ciCatalogResources(search: "checks") { count nodes { fullPath versions { nodes { name components {
      nodes { name inputs { name default regex type } } } } } } }
    ciCatalogResource(fullPath: "${kit.full_path}") { name latestReleasedAt versions(name: "1.0.0") { nodes { name components {
      nodes { name includePath inputs { name required default type } } } } } }
    project(fullPath: "${kit.full_path}") { isCatalogResource } }`;
  const ask = (by: TestUser) =>
    server.inject({ method: 'POST', url: '/api/graphql', headers: by.headers, payload: { query } });
  const answer = (await ask(owner)).json().data;
  expect(answer.project).toEqual({ isCatalogResource: true });
  expect(answer.ciCatalogResources.nodes[0].versions.nodes[0].components.nodes).toHaveLength(2);
  expect(answer.ciCatalogResource.versions.nodes[0].components.nodes[1]).toMatchObject({
    name: 'lint',
    includePath: expect.stringMatching(/\/lint@1\.0\.0$/),
    inputs: [
      { name: 'stage', required: false, default: 'test', type: 'STRING' },
      { name: 'level', required: true, default: null, type: 'NUMBER' },
    ],
  });
  expect((await ask(reporter)).json().data).toMatchObject({
    ciCatalogResources: { count: 0 },
    ciCatalogResource: null,
  });
  expect(await mark(owner, 'Destroy')).toEqual([]);
  expect(await list(owner)).toEqual([]);
});
