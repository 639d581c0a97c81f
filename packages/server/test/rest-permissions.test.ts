import { VISIBILITIES, type Visibility } from '@tributary/contract/core/access-levels.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken } from '../src/accounts/testing.ts';
import { slices } from '../src/app/slices.ts';
import type { Route } from '../src/endpoints/http/define-route.ts';
import { sampled } from '../testing/sampled.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, PERSONAS, type Persona, type World } from '../testing/world.ts';
import { rowOf } from './permission-table.ts';
import { granted, rankOf, sees } from './who-may.ts';

/**
 * P-26 and P-27 at the REST interface: every route below a project answers every kind of user as the table says. What is
 * allowed is only tried where it changes nothing; what is refused is tried everywhere, because a refusal changes nothing.
 */
let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp();
  world = await createWorld(app);
});
afterAll(() => app.close());

const routes: readonly Route[] = slices
  .flatMap((slice) => slice.rest ?? [])
  .filter((route) => route.path.startsWith('/projects/:id'));

/** Things that do not exist: behind the right, every one of them is not found or not valid. */
const SAMPLES: Record<string, string> = {
  sha: '0'.repeat(40),
  discussion_id: '0'.repeat(40),
  branch: 'no-such-branch',
  name: 'no-such-name',
  tag_name: 'no-such-tag',
  file_path: 'README.md',
  secret: '0'.repeat(32),
  filename: 'x.png',
};

function addressOf(route: Route, projectId: number): string {
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) =>
    name === 'id' ? String(projectId) : (SAMPLES[name] ?? '987654'),
  );
  return `/api/v4${path}`;
}

/** Status that the table asks for, or null when the user may pass. `depends` is for the thing itself to say. */
function refusedWith(route: Route, persona: Persona, visibility: Visibility): number | 'depends' | null {
  if (!sees(persona, visibility)) return 404;
  const answer = granted(route.ability, persona, { visibility });
  if (answer === 'yes') return null;
  if (answer === 'depends') return 'depends';
  if (rowOf(route.ability).hide) return 404;
  return persona === 'anonymous' ? 401 : 403;
}

async function statusOf(route: Route, address: string, headers: Record<string, string>): Promise<number> {
  const server = await app.server();
  const answer = await server.inject({ method: route.method, url: address, headers });
  return answer.statusCode;
}

type Knock = { route: Route; visibility: Visibility; persona: Persona; expected: number | null };

/** A trigger token is the proof: who is signed in does not count. */
const signedIn = routes.filter(({ ability }) => ability !== 'trigger_pipeline');

const knocks: Knock[] = signedIn.flatMap((route) =>
  VISIBILITIES.flatMap((visibility) =>
    PERSONAS.flatMap((persona) => {
      const expected = refusedWith(route, persona, visibility);
      const isHarmless = route.method === 'GET' || route.method === 'HEAD';
      return expected === 'depends' || (expected === null && !isHarmless)
        ? []
        : [{ route, visibility, persona, expected }];
    }),
  ),
);

/** An ordinary run tries each answer of each route once: who is the first to pass, and the last whose role is too low. */
const chosen = sampled(
  knocks,
  ({ route, expected }) => `${route.method} ${route.path} ${expected}`,
  ({ persona, expected }) => (expected === null ? rankOf(persona) : expected === 403 ? -rankOf(persona) : 0),
);

test('there are routes to try', () => {
  expect(routes.length).toBeGreaterThan(80);
});

describe.each(VISIBILITIES)('a project that is %s', (visibility) => {
  test.each(PERSONAS)('met by %s', async (persona) => {
    const wrong: string[] = [];
    for (const { route, expected } of chosen.filter(
      (way) => way.visibility === visibility && way.persona === persona,
    )) {
      const address = addressOf(route, world.projects[visibility].id);
      const status = await statusOf(route, address, world.headersOf(persona));
      // A missing thing below the project may be noticed before the missing right: both hide it alike.
      const isRight =
        expected === null ? ![401, 403].includes(status) && status < 500 : [expected, 404].includes(status);
      if (!isRight) wrong.push(`${route.method} ${route.path}: ${status} instead of ${expected ?? 'a pass'}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('hidden equals absent: the same status and the same words', async () => {
  const server = await app.server();
  const different: string[] = [];
  for (const route of routes) {
    const ask = async (id: number) => {
      const answer = await server.inject({
        method: route.method,
        url: addressOf(route, id),
        headers: world.headersOf('stranger'),
      });
      return `${answer.statusCode} ${answer.body}`;
    };
    const hidden = await ask(world.projects.private.id);
    const absent = await ask(999_999);
    if (hidden !== absent) different.push(`${route.method} ${route.path}: ${hidden} / ${absent}`);
  }
  expect(different).toEqual([]);
});

test('T-107: a token that may only read changes nothing, whatever its owner may do', async () => {
  const { token } = await createToken(app, world.people.owner.user, ['read_api']);
  const passed: string[] = [];
  for (const route of routes) {
    if (rowOf(route.ability).kind !== 'write') continue;
    const address = addressOf(route, world.projects.private.id);
    const status = await statusOf(route, address, { 'private-token': token });
    if (![403, 404].includes(status)) passed.push(`${route.method} ${route.path}: ${status}`);
  }
  expect(passed).toEqual([]);
});

test('a blocked user is nobody any more', async () => {
  const { createUser } = await import('../src/accounts/testing.ts');
  const blocked = await createUser(app, { username: 'the-blocked', state: 'blocked' });
  const server = await app.server();
  const answer = await server.inject({ url: `/api/v4/projects/${world.projects.public.id}`, headers: blocked.headers });
  expect(answer.statusCode).toBe(401);
});
