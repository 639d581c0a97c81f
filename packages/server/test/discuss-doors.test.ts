import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { addMember } from '../src/projects/testing.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, type Persona, type World } from '../testing/world.ts';
import { type Act, acts, type Knock, type NoteableType, type Thing } from './discuss-acts.ts';
import { rowOf } from './permission-table.ts';

/**
 * P-26 at every door: who may talk, react, settle, describe and follow is asked of REST, GraphQL and the pages alike, and
 * each answers as the table says. What was refused changed nothing, and what was allowed changed something.
 */
let app: TestApp;
let world: World;
let host: TestUser;
const things = new Map<string, Omit<Thing, 'n' | 'note'>>();
const call = restCaller(() => app);
let n = 0;

beforeAll(async () => {
  app = await createTestApp();
  world = await createWorld(app);
  host = await createUser(app, { username: 'the-writer' });
  for (const visibility of ['private', 'internal', 'public'] as const) {
    const project = world.projects[visibility];
    await addMember(app, { user: host.user, project, level: 40 });
    const place = {
      projectId: project.id,
      projectPath: project.full_path,
      hostId: host.user.id,
      hostName: host.user.username,
    };
    const issue = (await call('POST', `/projects/${project.id}/issues`, host, { title: 'To do' })).body;
    things.set(`${visibility} issue`, { kind: 'issue', id: issue.id, iid: issue.iid, ...place });
    const row = await createMergeRequest(app, { project, author: host });
    things.set(`${visibility} merge_request`, { kind: 'merge_request', id: row.id, iid: row.iid, ...place });
  }
});
afterAll(() => app.close());

const COLUMNS = {
  anonymous: 'An',
  stranger: 'Us',
  external: 'Us',
  guest: 'G',
  reporter: 'R',
  developer: 'D',
  invited: 'D',
  maintainer: 'M',
  owner: 'O',
  admin: 'Ad',
} as const;
const OUTSIDE: Persona[] = ['anonymous', 'stranger', 'external'];
const ABOVE_GUESTS: Persona[] = ['reporter', 'developer', 'invited', 'maintainer', 'owner', 'admin'];

type State = 'open' | 'locked' | 'archived' | 'confidential';
type Outcome = 'done' | 'refused' | 'hidden' | 'unauthenticated';

const READ = { issue: 'read_issue', merge_request: 'read_merge_request' } as const;

function sees(persona: Persona, visibility: Visibility): boolean {
  if (!OUTSIDE.includes(persona) || visibility === 'public') return true;
  return visibility === 'internal' && persona === 'stranger';
}

function grants(ability: string, persona: Persona, visibility: Visibility, isOwn: boolean): boolean {
  const isOpen = visibility !== 'private';
  const allows = (cell: string) => cell === 'Y' || (cell === 'o' && isOwn) || (cell === 'f' && isOpen);
  const { cells } = rowOf(ability);
  return allows(cells[COLUMNS[persona]]) || (persona === 'guest' && isOpen && allows(cells.Us));
}

/** What the table says, worked out without the code of the product. */
function expected(act: Act, kind: NoteableType, persona: Persona, visibility: Visibility, state: State): Outcome {
  const isOwn = act.own !== undefined;
  const isOutside = OUTSIDE.includes(persona);
  if (!sees(persona, visibility) || !grants(READ[kind], persona, visibility, isOwn)) return 'hidden';
  // Opening another one has nothing to do with the one that is there.
  const isAboutIt = act.ability !== 'create_issue';
  const isOwnThing = act.own === 'thing';
  if (state === 'confidential' && isAboutIt && !ABOVE_GUESTS.includes(persona) && !isOwnThing) return 'hidden';
  if (!grants(act.ability, persona, visibility, isOwn)) return persona === 'anonymous' ? 'unauthenticated' : 'refused';
  if (act.isInternal && !ABOVE_GUESTS.includes(persona)) return 'refused';
  if (state === 'archived' && !rowOf(act.ability).archived) return 'refused';
  const isLocked = state === 'locked' || act.before === 'locked';
  if (isLocked && isAboutIt && isOutside && !rowOf(act.ability).locked) return 'refused';
  // Nobody opens again what is locked.
  if (state === 'locked' && act.before === 'closed') return 'refused';
  return 'done';
}

const segments = { issue: 'issues', merge_request: 'merge_requests' } as const;
const kept = new Map<number, Thing['note']>();

/** A thread that stands there, made anew when the act before took it away. */
async function noteOn(thing: Omit<Thing, 'n' | 'note'>): Promise<Thing['note']> {
  const { db } = app.platform;
  const key = thing.kind === 'issue' ? thing.id : -thing.id;
  const known = kept.get(key);
  if (known && (await db.selectFrom('notes').select('id').where('id', '=', known.id).executeTakeFirst())) return known;
  const url = `/projects/${thing.projectId}/${segments[thing.kind]}/${thing.iid}/discussions`;
  const { body } = await call('POST', url, host, { body: 'Start' });
  const note = { id: body.notes[0].id, discussion: body.id };
  kept.set(key, note);
  return note;
}

/** Several statements at once; every value is a number or a word of this file. */
async function write(statements: string[]): Promise<void> {
  await sql.raw(statements.join(';')).execute(app.platform.db);
}

type Try = { act: Act; kind: NoteableType; visibility: Visibility; persona: Persona; state: State };

/** The thing as the act wants it, with nothing left of the act before. */
async function prepare({ act, kind, visibility, persona, state }: Try): Promise<Thing> {
  n += 1;
  app.clock.advance(1_000);
  const thing = things.get(`${visibility} ${kind}`);
  if (!thing) throw new Error('nothing was made');
  const who = persona === 'anonymous' ? host.user.id : world.people[persona].user.id;
  const isLocked = state === 'locked' || act.before === 'locked';
  const open = `state = 'opened', is_discussion_locked = false, author_id = ${host.user.id}`;
  await write([
    `UPDATE projects SET archived_at = null WHERE id = ${thing.projectId}`,
    `UPDATE ${segments[kind]} SET ${open} ${kind === 'issue' ? ', is_confidential = false' : ''} WHERE id = ${thing.id}`,
  ]);
  const note = await noteOn(thing);
  await write([
    ...(kind === 'issue'
      ? [`UPDATE issues SET is_confidential = ${state === 'confidential'} WHERE id = ${thing.id}`]
      : [`UPDATE merge_requests SET title = 'Plain' WHERE id = ${thing.id}`]),
    ...[
      `${kind}_assignees`,
      `${kind}_subscriptions`,
      'todos',
      'award_emoji',
      ...(kind === 'merge_request' ? ['merge_request_reviewers'] : []),
    ].map((table) => `DELETE FROM ${table}`),
    `INSERT INTO ${kind}_subscriptions (${kind}_id, user_id, is_subscribed) VALUES (${thing.id}, ${who}, false)`,
    `UPDATE notes SET author_id = ${act.own === 'note' ? who : host.user.id}, resolved_at = null WHERE id = ${note.id}`,
    `UPDATE discussions SET resolved_at = null, resolved_by_id = null WHERE id = '${note.discussion}'`,
    `UPDATE ${segments[kind]} SET author_id = ${act.own === 'thing' ? who : host.user.id},
       is_discussion_locked = ${isLocked}, state = '${act.before === 'closed' ? 'closed' : 'opened'}' WHERE id = ${thing.id}`,
    ...(state === 'archived' ? [`UPDATE projects SET archived_at = now() WHERE id = ${thing.projectId}`] : []),
  ]);
  return { ...thing, note, n };
}

const TABLES = [
  'issues',
  'issue_assignees',
  'issue_labels',
  'issue_subscriptions',
  'merge_requests',
  'merge_request_assignees',
  'merge_request_reviewers',
  'merge_request_labels',
  'merge_request_subscriptions',
  'merge_request_drafts',
  'notes',
  'discussions',
  'award_emoji',
  'todos',
  'labels',
];

/** Another text whenever a row of these was written. */
async function mark(): Promise<string> {
  const parts = TABLES.map(
    (name) => `SELECT '${name}' || count(*) || ':' || coalesce(max(xmin::text::bigint), 0) AS m FROM ${name}`,
  );
  const { rows } = await sql<{ m: string }>`${sql.raw(parts.join(' UNION ALL '))}`.execute(app.platform.db);
  return rows.map(({ m }) => m).join(' ');
}

const BY_STATUS: Record<number, Outcome> = { 401: 'unauthenticated', 403: 'refused', 404: 'hidden' };

async function knock(way: Knock, persona: Persona): Promise<string> {
  const server = await app.server();
  const headers = world.headersOf(persona);
  if ('url' in way) {
    const answer = await server.inject({
      method: way.method,
      url: way.url,
      headers,
      ...(way.body && { payload: way.body }),
    });
    if (answer.statusCode < 300) return 'done';
    return BY_STATUS[answer.statusCode] ?? `${answer.statusCode} ${answer.body}`;
  }
  const input = `${way.mutation[0]?.toUpperCase()}${way.mutation.slice(1)}Input`;
  const type =
    input === 'UpdateIssueLockedInput'
      ? 'IssueSetLockedInput'
      : input === 'UpdateMergeRequestLockedInput'
        ? 'MergeRequestSetLockedInput'
        : input;
  const query = `mutation ($input: ${type}!) { act: ${way.mutation}(input: $input) { errors } }`;
  const answer = await server.inject({
    method: 'POST',
    url: '/api/graphql',
    headers,
    payload: { query, variables: { input: way.input } },
  });
  const { data, errors } = answer.json();
  if (errors) return BY_STATUS[errors[0].extensions?.status] ?? JSON.stringify(errors);
  return data.act.errors.length === 0 ? 'done' : 'refused';
}

/** All doors of one act; what a door refused is met by the next one as it was. */
async function tryDoors(attempt: Try): Promise<string[]> {
  const { act, kind, visibility, persona, state } = attempt;
  const should = expected(act, kind, persona, visibility, state);
  const wrong: string[] = [];
  let thing = await prepare(attempt);
  for (const [door, waysOf] of Object.entries(act.doors)) {
    const ways = (on: Thing) => [waysOf(on)].flat();
    for (const index of ways(thing).keys()) {
      const way = ways(thing)[index];
      if (!way) throw new Error('no way');
      const before = await mark();
      const outcome = await knock(way, persona);
      const isChanged = (await mark()) !== before;
      const told = `${act.name} (${kind}) by ${door}${'mutation' in way ? ` ${way.mutation}` : ''}`;
      if (outcome !== should) wrong.push(`${told}: ${outcome} instead of ${should}`);
      if (isChanged !== (outcome === 'done'))
        wrong.push(`${told}: ${outcome}, and a row is ${isChanged ? '' : 'not '}changed`);
      if (isChanged) thing = await prepare(attempt);
    }
  }
  return wrong;
}

async function tryAll(visibility: Visibility, persona: Persona, state: State): Promise<string[]> {
  const wrong: string[] = [];
  for (const act of acts) {
    // Nobody signed out has written anything.
    if (act.own && persona === 'anonymous') continue;
    if (act.makes === state) continue;
    for (const kind of act.on) {
      if (state === 'confidential' && kind !== 'issue') continue;
      wrong.push(...(await tryDoors({ act, kind, visibility, persona, state })));
    }
  }
  return wrong;
}

test('there are acts to try, each at more than one door', () => {
  expect(acts.length).toBeGreaterThan(40);
  expect(acts.filter(({ doors }) => Object.keys(doors).length < 2)).toEqual([]);
});

const MEMBERS = ['guest', 'reporter', 'developer', 'maintainer', 'owner'] as const;
const IS_FULL = process.env['TRIBUTARY_FULL'] === '1';

// Who stands for others: each column of the table is met, and each way to be none of them. An ordinary run tries those on
// either side of a line of the table, the full one all.
describe.each([
  ['in a private project', 'private', 'open', ['anonymous', 'stranger', 'guest', 'reporter'], ['external', 'invited']],
  ['in an internal project', 'internal', 'open', ['external', 'guest'], ['stranger']],
  ['in a public project', 'public', 'open', ['anonymous', 'stranger', 'developer'], [...MEMBERS, 'admin']],
  ['about what is locked', 'public', 'locked', ['stranger', 'owner'], ['guest']],
  ['in an archive', 'public', 'archived', ['admin'], ['stranger']],
  ['about a confidential issue', 'public', 'confidential', ['anonymous', 'guest', 'reporter'], ['stranger']],
] as const)('every door answers as the table says %s', (_where, visibility, state, some, others) => {
  test.each([...new Set<Persona>([...some, ...(IS_FULL ? others : [])])])('to %s', async (persona) => {
    expect(await tryAll(visibility, persona, state)).toEqual([]);
  });
});
