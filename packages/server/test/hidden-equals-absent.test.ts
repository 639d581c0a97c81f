import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { REFUSALS_EVERY_MS } from '../src/faces/http/even-refusals.ts';
import { type BuiltProject, createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** P-27: what is hidden and what is not there give the same answer, and how long it took does not tell them apart. */
let app: TestApp;
let origin: string;
let stranger: TestUser;
let hidden: BuiltProject;

beforeAll(async () => {
  app = await createTestApp({}, { hasEvenRefusals: true });
  const owner = await createUser(app, { username: 'owner' });
  stranger = await createUser(app, { username: 'stranger' });
  hidden = await createProject(app, { owner: owner.user, path: 'hidden', visibility: 'private' });
  origin = await app.listen();
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

type Door = { method?: string; url: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; text: string; ms: number };

function knock({ method = 'GET', url, headers = {}, body }: Door): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.request(`${origin}${url}`, { method, headers, agent }, (response) => {
      const ms = performance.now() - began;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, ms }));
    });
    request.on('error', reject).end(body);
  });
}

/** A thing at each door, hidden and absent, as strangers and nobody ask for it. */
function doors(): Record<string, [hidden: Door, absent: Door]> {
  const { headers } = stranger;
  const { id } = hidden;
  const graphql = (query: string): Door => {
    const json = { ...headers, 'content-type': 'application/json' };
    return { method: 'POST', url: '/api/graphql', headers: json, body: JSON.stringify({ query }) };
  };
  const project = (path: string) => graphql(`{ project(fullPath: "owner/${path}") { id } }`);
  const change = (path: string) =>
    graphql(
      `mutation { mergeRequestSetDraft(input: { projectPath: "owner/${path}", iid: "1", draft: true }) { errors } }`,
    );
  return {
    'REST by number': [
      { url: `/api/v4/projects/${id}`, headers },
      { url: `/api/v4/projects/987654`, headers },
    ],
    'REST by path': [
      { url: '/api/v4/projects/owner%2Fhidden', headers },
      { url: '/api/v4/projects/owner%2Fabsent', headers },
    ],
    'a merge request': [
      { url: `/api/v4/projects/${id}/merge_requests/1`, headers },
      { url: `/api/v4/projects/987654/merge_requests/1`, headers },
    ],
    'REST to nobody': [{ url: `/api/v4/projects/${id}` }, { url: '/api/v4/projects/987654' }],
    'a page': [
      { url: '/-/page/owner/hidden', headers },
      { url: '/-/page/owner/absent', headers },
    ],
    git: [
      { url: '/owner/hidden.git/info/refs?service=git-upload-pack' },
      { url: '/owner/absent.git/info/refs?service=git-upload-pack' },
    ],
    GraphQL: [project('hidden'), project('absent')],
    'a mutation': [change('hidden'), change('absent')],
  };
}

/** What differs by what was asked for, and by when. */
const plain = ({ status, text }: Answer) => ({
  status,
  text: text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|hidden|absent|\d{2,}/g, '…'),
});

test('hidden and absent give one answer at each door, none before the end of a turn', async () => {
  for (const [name, pair] of Object.entries(doors())) {
    const [there, missing] = [await knock(pair[0]), await knock(pair[1])];
    expect(plain(there), name).toEqual(plain(missing));
    expect([200, 401, 404], name).toContain(there.status);
    // A timer may come a moment early by the clock of who asks.
    const turn = REFUSALS_EVERY_MS[there.status === 401 ? 401 : 404];
    for (const { ms } of [there, missing]) expect(ms, name).toBeGreaterThan(turn - 1);
  }
});

type Sample = { isHidden: boolean; ms: number };

/** The limit, and the side of it, that tells most of these right. */
function learn(samples: readonly Sample[]): (ms: number) => boolean {
  let best = { right: 0, limit: 0, isAbove: true };
  for (const { ms: limit } of samples) {
    const right = samples.filter(({ isHidden, ms }) => isHidden === ms >= limit).length;
    for (const [isAbove, count] of [
      [true, right],
      [false, samples.length - right],
    ] as const) {
      if (count > best.right) best = { right: count, limit, isAbove };
    }
  }
  return (ms) => ms >= best.limit === best.isAbove;
}

// A thousand answers a door, one after the other; beside other work their noise alone would make it pass.
test.runIf(process.env['TRIBUTARY_FULL'] === '1')(
  'P-27: no limit of time that was learned from 1,000 answers tells more than 55 % of the next 1,000 right',
  async () => {
    for (const [name, [there, missing]] of Object.entries(doors())) {
      const samples: Sample[] = [];
      for (let time = 0; time < 2_000; time += 1) {
        const isHidden = Math.random() < 0.5;
        samples.push({ isHidden, ms: (await knock(isHidden ? there : missing)).ms });
      }
      const guess = learn(samples.slice(0, 1_000));
      const right = samples.slice(1_000).filter(({ isHidden, ms }) => guess(ms) === isHidden).length;
      process.stdout.write(`P-27 ${name}: ${right / 10} % told right\n`);
      expect(right, name).toBeLessThanOrEqual(550);
    }
  },
  900_000,
);
