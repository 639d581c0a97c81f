import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { REFUSALS_EVERY_MS } from '../src/endpoints/http/even-refusals.ts';
import { type BuiltProject, createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** P-27: what is hidden and what is not there give the same answer, and how long it took does not tell them apart. */
let app: TestApp;
let origin: string;
let stranger: TestUser;
let owner: TestUser;
let hidden: BuiltProject;
let open: BuiltProject;

beforeAll(async () => {
  app = await createTestApp({}, { hasEvenRefusals: true });
  owner = await createUser(app, { username: 'owner' });
  stranger = await createUser(app, { username: 'stranger' });
  hidden = await createProject(app, { owner: owner.user, path: 'hidden', visibility: 'private' });
  open = await createProject(app, { owner: owner.user, path: 'open', visibility: 'public' });
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

/** A thing at each interface, hidden and absent, as non-members and nobody ask for it. */
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

test('hidden and absent give one answer at each interface, none before the end of a turn', async () => {
  for (const [name, pair] of Object.entries(doors())) {
    const [there, missing] = [await knock(pair[0]), await knock(pair[1])];
    expect(plain(there), name).toEqual(plain(missing));
    expect([200, 401, 404], name).toContain(there.status);
    // A timer may come a moment early by the clock of who asks.
    const turn = REFUSALS_EVERY_MS[there.status === 401 ? 401 : 404];
    for (const { ms } of [there, missing]) expect(ms, name).toBeGreaterThan(turn - 1);
  }
});

/** Every interface to one note, for a user who sees the thing that it stands on. */
function doorsOfNote(at: { note: number; thread: string; award: number }): Record<string, Door> {
  const rest = `/api/v4/projects/${open.id}/issues/1`;
  const page = `/owner/open/-/notes/${at.note}`;
  const json = { 'content-type': 'application/json' };
  const send = (method: string, url: string, body: object = {}): Door => {
    return { method, url, headers: json, body: JSON.stringify(body) };
  };
  const thread = `${rest}/discussions/${at.thread}`;
  const mutate = (field: string, input: string): [string, Door] => [
    field,
    send('POST', '/api/graphql', { query: `mutation { ${field}(input: { ${input} }) { errors } }` }),
  ];
  const id = `id: "gid://gitlab/Note/${at.note}"`;
  const diff = `id: "gid://gitlab/DiffNote/${at.note}"`;
  const award = `awardableId: "gid://gitlab/Note/${at.note}", name: "tada"`;
  const doors = {
    ...Object.fromEntries(
      [`${rest}/notes/${at.note}`, `${thread}/notes/${at.note}`].flatMap((url, index) => [
        [`GET ${index}`, { url }],
        [`PUT ${index}`, send('PUT', url, { body: 'Mine' })],
        [`PUT ${index} of commands`, send('PUT', url, { body: '/todo' })],
        [`DELETE ${index}`, { method: 'DELETE', url }],
      ]),
    ),
    thread: { url: thread },
    'its notes': { url: `${thread}/notes` },
    reply: send('POST', `${thread}/notes`, { body: 'Mine' }),
    resolve: send('PUT', thread, { resolved: true }),
    awards: { url: `${rest}/notes/${at.note}/award_emoji` },
    'an award': { url: `${rest}/notes/${at.note}/award_emoji/${at.award}` },
    award: send('POST', `${rest}/notes/${at.note}/award_emoji`, { name: 'tada' }),
    'take an award back': { method: 'DELETE', url: `${rest}/notes/${at.note}/award_emoji/${at.award}` },
    'page: edit': send('PUT', page, { note: { note: 'Mine' } }),
    'page: delete': { method: 'DELETE', url: page },
    'page: convert': send('POST', `${page}/convert_to_thread`),
    'page: resolve': send('POST', `${page}/resolve`),
    'page: award': send('POST', `${page}/toggle_award_emoji`, { name: 'tada' }),
    'page: tick': send('PUT', `${page}/task`, { line_number: 1, line_source: '- [ ] a', checked: true }),
    'page: lines': { url: `${page}/outdated_line_change` },
    ...Object.fromEntries([
      mutate('updateNote', `${id}, body: "Mine"`),
      mutate('destroyNote', id),
      mutate('noteConvertToThread', id),
      mutate('awardEmojiAdd', award),
      mutate('awardEmojiRemove', award),
      mutate('awardEmojiToggle', award),
      mutate('updateImageDiffNote', `${diff}, body: "Mine"`),
      mutate('repositionImageDiffNote', `${diff}, position: { x: 1, y: 1, width: 2, height: 2 }`),
      mutate('discussionToggleResolve', `id: "gid://gitlab/Discussion/${at.thread}", resolve: true`),
    ]),
  };
  return doors;
}

const askAs = async (person: TestUser, { url, ...door }: Door) => {
  const answer = await fetch(`${origin}${url}`, { ...door, headers: { ...door.headers, ...person.headers } });
  return { status: answer.status, text: await answer.text() };
};

const said = ({ status, text }: Omit<Answer, 'ms'>) => ({
  status,
  text: text.replaceAll(/[0-9a-f]{40}|[0-9a-f]{8}-[0-9a-f-]{27}|\d{2,}/g, '…'),
});

/** All at once: each waits for the end of a turn. */
async function tellApart(there: Record<string, Door>, missing: Record<string, Door>): Promise<void> {
  await Promise.all(
    Object.entries(there).map(async ([name, door]) => {
      const absent = said(await askAs(stranger, missing[name] ?? door));
      expect([name, said(await askAs(stranger, door))]).toEqual([name, absent]);
      expect([name, absent.text]).toEqual([name, expect.stringMatching(/not.found/i)]);
    }),
  );
}

test('a note that is about a hidden thing is absent at every interface to one note', async () => {
  const call = (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const url = `/api/v4/projects/${open.id}/${path}`;
    return askAs(owner, { method, url, ...(body && { headers, body: JSON.stringify(body) }) });
  };
  await call('POST', 'issues', { title: 'For all' });
  await call('POST', 'issues', { title: 'Secret', confidential: true });
  await call('POST', 'issues/1/links', { target_project_id: open.id, target_issue_iid: 2 });
  const threads = JSON.parse((await call('GET', 'issues/1/discussions')).text);
  const [
    {
      id: thread,
      notes: [{ id: note }],
    },
  ] = threads;
  const there = doorsOfNote({ note, thread, award: 1 });
  await tellApart(there, doorsOfNote({ note: 987_654, thread: 'f'.repeat(40), award: 1 }));
  // In a thread of others, which all may read.
  const talk = JSON.parse((await call('POST', 'issues/1/discussions', { body: 'Talk' })).text);
  const reply = JSON.parse((await call('POST', `issues/1/discussions/${talk.id}/notes`, { body: 'Reply' })).text);
  const { id: secret } = JSON.parse((await call('GET', 'issues/2')).text);
  const about = { is_system: true, system_action: 'discussion', about_type: 'Issue', about_id: secret };
  await app.platform.db.updateTable('notes').set(about).where('id', '=', reply.id).execute();
  const ofThread = ['thread', 'its notes', 'reply', 'resolve', 'discussionToggleResolve'];
  const within = Object.entries(doorsOfNote({ note: reply.id, thread: talk.id, award: 1 }));
  const inside = Object.fromEntries(within.filter(([name]) => !ofThread.includes(name)));
  await tellApart(inside, doorsOfNote({ note: 987_654, thread: talk.id, award: 1 }));
  // Who may see what it is about finds it there.
  for (const name of ['GET 0', 'GET 1', 'thread', 'awards']) {
    expect([name, (await askAs(owner, there[name] ?? { url: '' })).status]).toEqual([name, 200]);
  }
  for (const name of ['PUT 0', 'DELETE 1', 'award', 'page: delete']) {
    expect([name, (await askAs(owner, there[name] ?? { url: '' })).status]).toEqual([name, 403]);
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

// A thousand answers an interface, one after the other; beside other work their noise alone would make it pass.
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
