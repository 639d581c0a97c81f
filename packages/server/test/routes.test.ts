import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, createToken, type TestUser } from '../src/accounts/testing.ts';
import { slices } from '../src/app/slices.ts';
import type { Route } from '../src/endpoints/http/define-route.ts';
import { addMember, createGroup, createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { rowOf, table } from './permission-table.ts';

const routes: Route[] = slices.flatMap((slice) => slice.rest ?? []);
const pages = slices.flatMap((slice) => slice.pages ?? []);
const placeRoutes = slices.flatMap((slice) => slice.placeRoutes ?? []);

let app: TestApp;
let owner: TestUser;
let stranger: TestUser;
const ids = { open: 0, hidden: 0, archived: 0, openGroup: 0, hiddenGroup: 0 };
const paths = { hidden: '', hiddenGroup: '' };

beforeAll(async () => {
  app = await createTestApp();
  [owner, stranger] = [await createUser(app, { username: 'owner' }), await createUser(app)];
  const openGroup = await createGroup(app, { owner: owner.user });
  const hiddenGroup = await createGroup(app, { owner: owner.user, visibility: 'private' });
  const files = { 'README.md': '# One' };
  const open = await createProject(app, { owner: owner.user, files });
  const hidden = await createProject(app, { owner: owner.user, visibility: 'private', files });
  const archived = await createProject(app, { owner: owner.user, files, columns: { archived_at: new Date() } });
  await addMember(app, { project: archived, user: owner.user, level: 50 });
  Object.assign(ids, {
    open: open.id,
    hidden: hidden.id,
    archived: archived.id,
    openGroup: openGroup.id,
    hiddenGroup: hiddenGroup.id,
  });
  Object.assign(paths, { hidden: hidden.full_path, hiddenGroup: hiddenGroup.full_path });
});
afterAll(() => app.close());

/** The address with something in every part; the first id is the one given. */
function fill(path: string, id: number): string {
  return path
    .replace(/^\/(projects|groups|namespaces)\/:id(?=\/|$)/, `/$1/${id}`)
    .replace(/:(\w+)/g, (_all, name: string) => (/sha|commit/.test(name) ? '1'.repeat(40) : '1'))
    .replace('*', 'x');
}

/** The token that is sent is the proof, of a trigger or of a job: who is signed in does not count. */
const isByToken = ({ ability }: Route) => ability === 'trigger_pipeline' || ability === 'use_runner_protocol';

const label = (route: Route) => `${route.method} ${route.path}`;
const isIn = (route: Route, kind: 'projects' | 'groups') => new RegExp(`^/${kind}/:id(/|$)`).test(route.path);
/** The thing that rights are asked for hangs on the project or group alone, not on something below it. */
const hangsOnPlace = (route: Route) => (route.subject?.params ?? []).every((name) => name === 'id');

async function status(
  route: Route,
  id: number,
  headers: Record<string, string> = {},
): Promise<{ code: number; body: string }> {
  const server = await app.server();
  const answer = await server.inject({ method: route.method, url: `/api/v4${fill(route.path, id)}`, headers });
  return { code: answer.statusCode, body: answer.body };
}

describe('the table of routes', () => {
  test('there are routes, each with an ability of the table, bound once', () => {
    expect(routes.length).toBeGreaterThan(50);
    const known = new Set(table.map((row) => row.ability));
    const unknown = [...routes, ...placeRoutes.map((each) => each.route), ...pages].filter(
      (each) => !known.has(each.ability),
    );
    expect(unknown.map((each) => each.ability)).toEqual([]);
    const labels = routes.map((route) => label(route).replace(/:\w+/g, ':x'));
    expect(labels.filter((each, index) => labels.indexOf(each) !== index)).toEqual([]);
  });

  test('a read only reads, and a write is never behind a read ability', () => {
    // Runners read with the token of a job, which is an ability of its own.
    const wrong = routes.filter(
      (route) => route.method === 'GET' && rowOf(route.ability).kind === 'write' && !isByToken(route),
    );
    expect(wrong.map((route) => `${label(route)} needs ${route.ability}`)).toEqual([]);
    const open = routes.filter(
      (route) => route.method !== 'GET' && route.method !== 'HEAD' && rowOf(route.ability).kind === 'read',
    );
    expect(open.map(label).toSorted()).toEqual(ASKED_AGAIN_INSIDE.toSorted());
  });

  test('what lies below a project or group asks that place first', () => {
    const loose = routes.filter(
      (route) => (isIn(route, 'projects') || isIn(route, 'groups')) && !route.subject && !isByToken(route),
    );
    expect(loose.map(label)).toEqual([]);
  });
});

/**
 * Writes whose right depends on the row itself (an own note, an own merge request), so the route asks only whether it may
 * be seen and the operation asks for the write ability. Preview writes nothing. Adding one here is a decision.
 */
const ASKED_AGAIN_INSIDE = [
  'POST /projects/:id/repository/commits',
  'POST /projects/:id/repository/files/:file_path',
  'PUT /projects/:id/repository/files/:file_path',
  'DELETE /projects/:id/repository/files/:file_path',
  'PUT /projects/:id/repository/submodules/:submodule',
  'PUT /projects/:id/issues/:issue_iid',
  'PUT /projects/:id/issues/:noteable_id/discussions/:discussion_id',
  'PUT /projects/:id/issues/:noteable_id/discussions/:discussion_id/notes/:note_id',
  'DELETE /projects/:id/issues/:noteable_id/discussions/:discussion_id/notes/:note_id',
  'PUT /projects/:id/issues/:noteable_id/notes/:note_id',
  'DELETE /projects/:id/issues/:noteable_id/notes/:note_id',
  'POST /markdown',
  'POST /projects/:id/merge_requests',
  // Clients know 401 as the answer to who may not approve.
  'POST /projects/:id/merge_requests/:merge_request_iid/approve',
  'POST /projects/:id/merge_requests/:merge_request_iid/unapprove',
  'PUT /projects/:id/merge_requests/:merge_request_iid',
  'PUT /projects/:id/merge_requests/:merge_request_iid/merge',
  'POST /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
  'PUT /projects/:id/merge_requests/:merge_request_iid/rebase',
  'PUT /projects/:id/merge_requests/:merge_request_iid/update_branch',
  'POST /projects/:id/merge_requests/:merge_request_iid/stack/merge',
  'DELETE /projects/:id/merge_requests/:merge_request_iid/stack/merge',
  'POST /projects/:id/merge_trains/merge_requests/:merge_request_iid',
  'PUT /projects/:id/merge_requests/:merge_request_iid/reset_approvals',
  // The source branch decides who may.
  'PUT /suggestions/:suggestion_id/apply',
  'PUT /suggestions/batch_apply',
  'PUT /projects/:id/merge_requests/:noteable_id/discussions/:discussion_id',
  'PUT /projects/:id/repository/commits/:noteable_id/discussions/:discussion_id',
  'PUT /projects/:id/repository/commits/:noteable_id/discussions/:discussion_id/notes/:note_id',
  'DELETE /projects/:id/repository/commits/:noteable_id/discussions/:discussion_id/notes/:note_id',
  'PUT /projects/:id/merge_requests/:noteable_id/discussions/:discussion_id/notes/:note_id',
  'DELETE /projects/:id/merge_requests/:noteable_id/discussions/:discussion_id/notes/:note_id',
  'PUT /projects/:id/merge_requests/:noteable_id/notes/:note_id',
  'DELETE /projects/:id/merge_requests/:noteable_id/notes/:note_id',
];

describe('signed out', () => {
  test.each(routes.map((route) => [label(route), route] as const))('%s', async (_label, route) => {
    const id = isIn(route, 'groups') ? ids.openGroup : ids.open;
    const { code, body } = await status(route, id);
    const row = rowOf(route.ability);
    expect([code < 500, body]).toEqual([true, body]);
    if (isByToken(route)) return expect(code).toBeGreaterThanOrEqual(400);
    if (row.cells.An === 'Y') return expect([401, 403].includes(code)).toBe(hasOwnSignInRule(route) && code === 401);
    if (row.hide) return expect(code).toBe(404);
    return expect(hangsOnPlace(route) ? [401] : [401, 404]).toContain(code);
  });
});

/** Open to everyone by the table, but asking about "me" in the handler. */
function hasOwnSignInRule(route: Route): boolean {
  return ['/merge_requests', '/issues', '/issues_statistics'].includes(route.path);
}

describe('a private project', () => {
  const inProjects = routes.filter((route) => isIn(route, 'projects') && !isByToken(route));
  test.each(inProjects.map((route) => [label(route), route] as const))(
    '%s is absent for others',
    async (_label, route) => {
      const absent = await status(route, 99_999_999, stranger.headers);
      for (const headers of [{}, stranger.headers]) {
        const hidden = await status(route, ids.hidden, headers);
        expect([hidden.code, hidden.body]).toEqual([404, absent.body]);
      }
    },
  );

  test('so are its pages and what lies below them', async () => {
    const server = await app.server();
    const addresses = [
      ...pages
        .filter((page) => page.on === 'project')
        .map((page) => `/${paths.hidden}${page.path === '' ? '' : `/-/${page.path}`}`),
      ...pages.filter((page) => page.on === 'group').map((page) => `/groups/${paths.hiddenGroup}/-/${page.path}`),
    ].map((address) => address.replace(/[:*]\w+/g, '1'));
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of addresses) {
      for (const headers of [{}, stranger.headers]) {
        expect([address, (await server.inject({ url: `/-/page${address}`, headers })).statusCode]).toEqual([
          address,
          404,
        ]);
      }
    }
    for (const { on, route } of placeRoutes.filter((each) => each.on === 'project' || each.on === 'group')) {
      const place = on === 'project' ? `/${paths.hidden}` : `/groups/${paths.hiddenGroup}`;
      const url = `${place}/-${route.path.startsWith('/') ? '' : '/'}${route.path.replace(/[:*]\w+/g, '1')}`;
      for (const headers of [{}, stranger.headers]) {
        const answer = await server.inject({ method: route.method, url, headers });
        expect([route.method, url, answer.statusCode]).toEqual([route.method, url, 404]);
      }
    }
  });
});

describe('a private group', () => {
  const inGroups = routes.filter((route) => isIn(route, 'groups'));
  test.each(inGroups.map((route) => [label(route), route] as const))(
    '%s is absent for others',
    async (_label, route) => {
      const absent = await status(route, 99_999_999, stranger.headers);
      for (const headers of [{}, stranger.headers]) {
        const hidden = await status(route, ids.hiddenGroup, headers);
        expect([hidden.code, hidden.body]).toEqual([404, absent.body]);
      }
    },
  );
});

describe('an archived project', () => {
  const writes = routes.filter((route) => isIn(route, 'projects') && !rowOf(route.ability).archived);
  test.each(writes.map((route) => [label(route), route] as const))(
    '%s is refused to its owner',
    async (_label, route) => {
      const { code, body } = await status(route, ids.archived, owner.headers);
      expect(hangsOnPlace(route) ? [403] : [403, 404]).toContain(code);
      if (code === 403) expect(body).toContain('archived');
    },
  );
});

describe('a token that only reads', () => {
  const writes = routes.filter((route) => isIn(route, 'projects') && rowOf(route.ability).kind === 'write');
  test.each(writes.map((route) => [label(route), route] as const))('%s is beyond it', async (_label, route) => {
    const { headers } = await createToken(app, owner.user, ['read_api']);
    const { code, body } = await status(route, ids.open, headers);
    expect(hangsOnPlace(route) ? [403] : [403, 404]).toContain(code);
    if (code === 403) expect(body).toContain('insufficient_scope');
  });
});
