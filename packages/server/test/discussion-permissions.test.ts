import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchCommittedChanges } from '../testing/committed-changes.ts';
import { sampled } from '../testing/sampled.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, type Persona, type World } from '../testing/world.ts';
import { type InterfaceName, INTERFACES, type InterfaceRequest, NO_THING, waysOf } from './interfaces/action-case.ts';
import { actionCases } from './interfaces/action-cases.ts';
import { setStage, type Stage, type State, type Try } from './interfaces/stage.ts';
import { rowOf } from './permission-table.ts';
import { granted, isOutside, isReporterOrMore, rankOf, sees } from './who-may.ts';

/**
 * P-26 at every interface: who may talk, react, settle, describe and follow is asked of REST, GraphQL and the pages alike, and
 * each answers as the table says. What was refused changed nothing, and what was allowed changed something.
 */
let app: TestApp;
let world: World;
let stage: Stage;
let changes: () => Promise<string[]>;

beforeAll(async () => {
  app = await createTestApp();
  world = await createWorld(app);
  stage = await setStage(app, world);
  changes = await watchCommittedChanges(app);
});
afterAll(() => app.close());

type Outcome = 'done' | 'refused' | 'hidden' | 'unauthenticated';
/** What should come of it (`or`: two rules do, and either may be asked first), and which rule says so. */
type Verdict = { should: Outcome; or?: Outcome; why: string };

const READ = { issue: 'read_issue', merge_request: 'read_merge_request' } as const;

/** What the table says, worked out without the code of the product. */
function expected(attempt: Try): Verdict {
  const { act, persona, state } = attempt;
  const hidden = hiddenBy(attempt);
  if (hidden !== undefined) return hidden;
  const refused = refusedBy(attempt);
  // Who may say nothing at all may be told so before the note is looked for.
  if (act.needs === 'internal' && !isReporterOrMore(persona)) {
    return { should: 'hidden', why: 'internal', ...(refused && { or: refused.should }) };
  }
  if (refused) return act.namesOther ? { ...refused, or: 'hidden' } : refused;
  // Nobody opens again what is locked.
  if (state === 'locked' && act.before === 'closed') return { should: 'refused', why: 'locked and closed' };
  return act.isHidden ? { should: 'hidden', why: "another's" } : { should: 'done', why: 'open' };
}

const grantsTo = ({ act, persona, visibility }: Try, ability: string) =>
  granted(ability, persona, { visibility, isOwn: act.own !== undefined }) === 'yes';

function hiddenBy(attempt: Try): Verdict | undefined {
  const { act, kind, persona, visibility, state } = attempt;
  if (persona === 'anonymous' && act.isForSignedIn) return { should: 'unauthenticated', why: 'signed out' };
  if (act.about === 'instance') return undefined;
  if (!sees(persona, visibility)) return { should: 'hidden', why: 'not seen' };
  if (act.seenBy !== undefined && !grantsTo(attempt, act.seenBy)) return { should: 'hidden', why: 'not read' };
  if (act.about === 'project') return undefined;
  if (!grantsTo(attempt, READ[kind])) return { should: 'hidden', why: 'not read' };
  const isTheirs = act.own === 'thing' || act.own === 'assigned';
  const isShown = state !== 'confidential' || isReporterOrMore(persona) || isTheirs;
  return isShown ? undefined : { should: 'hidden', why: 'confidential' };
}

function refusedBy(attempt: Try): Verdict | undefined {
  const { act, persona, state } = attempt;
  if (!grantsTo(attempt, act.ability)) {
    return persona === 'anonymous'
      ? { should: 'unauthenticated', why: 'signed out' }
      : { should: 'refused', why: 'role' };
  }
  if (act.also !== undefined && !grantsTo(attempt, act.also)) return { should: 'refused', why: 'second right' };
  if (act.isInternal && !isReporterOrMore(persona)) return { should: 'refused', why: 'internal' };
  if (act.about === 'instance') return undefined;
  const { archived, locked } = rowOf(act.ability);
  if (state === 'archived' && !archived) return { should: 'refused', why: 'archived' };
  const isLocked = act.about === undefined && (state === 'locked' || act.before === 'locked');
  return isLocked && isOutside(persona) && !locked ? { should: 'refused', why: 'locked' } : undefined;
}

const BY_STATUS: Record<number, Outcome> = { 401: 'unauthenticated', 403: 'refused', 404: 'hidden' };

/** Mutations with a second name keep the input of the first. */
const INPUTS: Record<string, string> = {
  updateIssueLocked: 'IssueSetLockedInput',
  updateMergeRequestLocked: 'MergeRequestSetLockedInput',
};

async function knock(way: InterfaceRequest, persona: Persona): Promise<string> {
  const server = await app.server();
  const headers = world.headersOf(persona);
  if ('url' in way) {
    const { method, url } = way;
    const sent = 'file' in way ? multipart(way.file) : { headers: {}, payload: way.body };
    const answer = await server.inject({
      method,
      url,
      headers: { ...headers, ...sent.headers },
      ...(sent.payload && { payload: sent.payload }),
    });
    if (answer.statusCode < 300) return 'done';
    return BY_STATUS[answer.statusCode] ?? `${answer.statusCode} ${answer.body}`;
  }
  const answer = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload: questionOf(way) });
  const { data, errors } = answer.json();
  if (errors) return BY_STATUS[errors[0].extensions?.status] ?? JSON.stringify(errors);
  if ('mutation' in way) return data.act.errors.length === 0 ? 'done' : 'refused';
  if (way.isFound(data)) return 'done';
  const [, after] = /"hasNextPage":true,"endCursor":"([^"]+)"/.exec(answer.body) ?? [];
  return after === undefined ? 'hidden' : knock({ ...way, variables: { ...way.variables, after } }, persona);
}

function questionOf(way: Extract<InterfaceRequest, { mutation: string } | { query: string }>): object {
  if ('query' in way) return { query: way.query, variables: way.variables };
  const { mutation: name, input } = way;
  const type = INPUTS[name] ?? `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return { query: `mutation ($input: ${type}!) { act: ${name}(input: $input) { errors } }`, variables: { input } };
}

function multipart(text: string) {
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=xXx' },
    payload: `--xXx\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${text}\r\n--xXx--\r\n`,
  };
}

/** One way through one interface. */
type Way = Try & Verdict & { door: InterfaceName; index: number };

/** What is wrong with how it was answered. */
async function tryWay(way: Way): Promise<string[]> {
  const { act, door, index, persona, should, or } = way;
  const at = waysOf(act.doors[door], await stage.prepare(way))[index];
  if (!at) throw new Error('no way');
  await changes();
  const answer = await knock(at, persona);
  const written = await changes();
  if (written.length > 0) stage.wasDone(way);
  const changed = written.filter((table) => table === (act.showsIn ?? table));
  const outcome = answer === 'done' && act.showsIn !== undefined && changed.length === 0 ? 'refused' : answer;
  const told = `${nameOf(way)}${'mutation' in at ? ` ${at.mutation}` : ''}`;
  return [
    ...(outcome === should || outcome === or ? [] : [`${told}: ${outcome} instead of ${should}`]),
    ...(changed.length > 0 === (outcome === 'done' && !act.isReading)
      ? []
      : [`${told}: ${outcome}, and changed is ${changed.join(', ') || 'nothing'}`]),
  ];
}

const nameOf = ({ act, kind, door, index }: Way) => `${act.name} (${kind}) by ${door} ${index + 1}`;

type Place = { where: string; visibility: Visibility; state: State; personas: readonly Persona[] };

// Who stands for others: each column of the table is met, and each way to be none of them.
const PLACES: Place[] = [
  {
    where: 'in a private project',
    visibility: 'private',
    state: 'open',
    personas: ['anonymous', 'stranger', 'guest', 'reporter', 'external', 'invited'],
  },
  {
    where: 'in an internal project',
    visibility: 'internal',
    state: 'open',
    personas: ['external', 'guest', 'stranger'],
  },
  {
    where: 'in a public project',
    visibility: 'public',
    state: 'open',
    personas: ['anonymous', 'stranger', 'guest', 'reporter', 'developer', 'maintainer', 'owner', 'admin'],
  },
  { where: 'about what is locked', visibility: 'public', state: 'locked', personas: ['stranger', 'guest', 'owner'] },
  { where: 'in an archive', visibility: 'public', state: 'archived', personas: ['stranger', 'admin'] },
  {
    where: 'about a confidential issue',
    visibility: 'public',
    state: 'confidential',
    personas: ['anonymous', 'stranger', 'guest', 'reporter'],
  },
];

function waysAt({ visibility, state }: Place, persona: Persona): Way[] {
  const ways: Way[] = [];
  for (const act of actionCases) {
    // Nobody signed out has written anything.
    if (act.own && persona === 'anonymous') continue;
    if (act.makes === state) continue;
    for (const kind of act.on) {
      if (state === 'confidential' && kind !== 'issue') continue;
      const attempt = { act, kind, visibility, persona, state };
      for (const door of INTERFACES) {
        for (const index of waysOf(act.doors[door], { ...NO_THING, kind }).keys()) {
          ways.push({ ...attempt, ...expected(attempt), door, index });
        }
      }
    }
  }
  return ways;
}

const all = PLACES.flatMap((where) => where.personas.flatMap((persona) => waysAt(where, persona)));

/** At the line of the table: who is the first to pass, and the last whose role does not let them. */
function fromTheLine({ should, why, persona }: Way): number {
  if (should === 'done') return rankOf(persona);
  return why === 'role' ? -rankOf(persona) : 0;
}
const sides = sampled(all, ({ act, should }) => `${act.name} ${should === 'done'}`, fromTheLine);
const ruleOf = ({ act, why }: Way) => `${act.name} ${why}`;
const ruled = new Set(sides.map(ruleOf));
const others = all.filter((way) => !ruled.has(ruleOf(way)));

/**
 * An ordinary run tries each action on both sides of the line, at one of its endpoints, and each other rule that refuses it.
 * The full run tries them all.
 */
const chosen = [...sides, ...sampled(others, ruleOf)];

test('there are acts to try, and each says of every interface where it is or why there is none', () => {
  expect(actionCases.length).toBeGreaterThan(80);
  expect(new Set(actionCases.map(({ name }) => name)).size).toBe(actionCases.length);
  const doors = actionCases.flatMap((act) => INTERFACES.map((door) => act.doors[door]));
  expect(doors.filter((door) => 'none' in door && door.none.length < 10)).toEqual([]);
  expect(actionCases.filter((act) => INTERFACES.every((door) => 'none' in act.doors[door]))).toEqual([]);
});

describe.each(PLACES)(
  'every door answers as the table says $where',
  ({ where: _where, visibility, state, personas }) => {
    // All of them together take longer than a test does.
    test.each(personas)('to %s', { timeout: 300_000 }, async (persona) => {
      const wrong: string[] = [];
      for (const way of chosen) {
        if (way.visibility !== visibility || way.state !== state || way.persona !== persona) continue;
        wrong.push(...(await tryWay(way)));
      }
      expect(wrong).toEqual([]);
    });
  },
);
