import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../testing/database.ts';
import { dieAt } from '../testing/die-at.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import { createWorld, type TestUser, type Project, type World } from '../testing/world.ts';

/** The server is killed while an issue moves to another project: it has moved wholly or not at all, and never twice. */

let server: RunningServer;
let world: World;
let olga: TestUser;
let from: Project;
let to: Project;

beforeAll(async () => {
  server = await startServer();
  world = await createWorld(server, ROOT_PASSWORD);
  olga = await world.person('olga');
  from = await world.project(olga, 'moves-from');
  to = await world.project(olga, 'moves-to');
});
afterAll(async () => {
  await world.dispose();
  await server.dispose();
});

async function upload(): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob(['the bytes']), 'plan.txt');
  const headers = { 'private-token': olga.rest.token };
  const answer = await fetch(`${server.url}/api/v4/projects/${from.id}/uploads`, { method: 'POST', headers, body });
  return (await answer.json()).markdown;
}

type Issue = { iid: number; state: string; description: string; moved_to_id: number | null };

async function opened(title: string) {
  const issues = `/projects/${from.id}/issues`;
  const { iid } = await olga.rest.post<Issue>(issues, { title, description: `Files: ${await upload()}` });
  await olga.rest.post(`${issues}/${iid}/notes`, { body: 'Said before' });
  const arrived = () => olga.rest.get<Issue[]>(`/projects/${to.id}/issues?search=${title}`);
  return { path: `${issues}/${iid}`, arrived };
}

/** All of it is there: its words, and the file that they link to. */
async function isWhole({ iid, description }: Issue) {
  const notes = await olga.rest.get<{ body: string }[]>(`/projects/${to.id}/issues/${iid}/notes`);
  expect(notes.map((note) => note.body)).toContain('Said before');
  const [url = ''] = /\/uploads\/[^)]+/.exec(description) ?? [];
  expect(await olga.rest.get(`/projects/${to.id}${url}`)).toBe('the bytes');
}

/** Files are copied first, and the rows go with the transaction: at the last of them most is there that must not stay. */
const DEATHS = ['upload.copied:1', 'notes.copied:1', 'issue.moved:1'];
const TRIED = process.env['TRIBUTARY_FULL'] === '1' ? DEATHS : DEATHS.slice(-1);

test.each(TRIED)('killed at %s: nothing has moved', async (death) => {
  const { path, arrived } = await opened(death.replaceAll(/\W/g, ''));
  const move = () => olga.rest.post(`${path}/move`, { to_project_id: to.id });
  await dieAt(server, death, move);
  expect(await arrived()).toEqual([]);
  expect(await olga.rest.get(path)).toMatchObject({ state: 'opened', moved_to_id: null });
  await move();
  const there = await arrived();
  expect(there).toHaveLength(1);
  for (const issue of there) await isWhole(issue);
});

test('killed while the command of a comment moves it: it moves once, after the start', async () => {
  const { path, arrived } = await opened('commanded');
  await dieAt(server, 'issue.moved:1', () => olga.rest.post(`${path}/notes`, { body: `Off\n\n/move ${to.path}` }));
  // The time that is left to whoever is at it is over.
  await queryDatabase(server, `update command_runs set busy_until = now()`);
  await queryDatabase(server, `update graphile_worker._private_jobs set run_at = now()`);
  await expect.poll(async () => (await arrived()).length, { timeout: 30_000, interval: 500 }).toBe(1);
  for (const issue of await arrived()) await isWhole(issue);
  expect(await olga.rest.get(path)).toMatchObject({ state: 'closed' });
});
