import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../testing/database.ts';
import { dieAt } from '../testing/die-at.ts';
import { ROOT_PASSWORD, type RunningServer, startServer } from '../testing/running-server.ts';
import { createWorld, type MergeRequest, type Project, type TestUser, type World } from '../testing/world.ts';

/** The server is killed in the middle of a merge train and started again: each car is merged, and nothing twice. */

const CARS = 4;

let server: RunningServer;
let world: World;
let olga: TestUser;

beforeAll(async () => {
  server = await startServer();
  world = await createWorld(server, ROOT_PASSWORD);
  olga = await world.person('olga');
});
afterAll(async () => {
  await world.dispose();
  await server.dispose();
});

async function withTrain(method: string, name: string): Promise<{ project: Project; requests: MergeRequest[] }> {
  const project = await world.project(olga, name);
  const settings = { merge_method: method, merge_pipelines_enabled: true, merge_trains_enabled: true };
  await olga.rest.send('PUT', `/projects/${project.id}`, settings);
  const requests: MergeRequest[] = [];
  for (let at = 0; at < CARS; at += 1) {
    requests.push(await world.mergeRequest(olga, project, `topic-${at}`, { [`${at}.txt`]: `${at}\n` }));
  }
  // A new head is given a moment in which its pipeline may come.
  await queryDatabase(server, `update merge_request_versions set created_at = created_at - interval '1 hour'`);
  return { project, requests };
}

const told = async (project: Project) => {
  const text = `select count(*)::int as count from notes n join merge_requests m on m.id = n.noteable_id
    where n.noteable_type = 'MergeRequest' and n.is_system and n.body = 'merged' and m.target_project_id = $1`;
  return (await queryDatabase<{ count: number }>(server, text, [project.id]))[0]?.count;
};

const DEATHS = [
  'merge.intent:2',
  'merge.moved:1',
  'merge.moved:3',
  'push.moved:2',
  'merge.db_commit:2',
  'merge.outbox:2',
];

test.each(DEATHS.flatMap((death) => ['merge', 'ff'].map((method) => [death, method] as const)))(
  'killed at %s in a train that merges by %s',
  async (death, method) => {
    const { project, requests } = await withTrain(method, `train-${death.replaceAll(/\W/g, '-')}-${method}`);
    const address = `/projects/${project.id}/merge_requests`;
    await dieAt(server, death, async () => {
      for (const { iid } of requests) {
        await olga.rest.post(`/projects/${project.id}/merge_trains/merge_requests/${iid}`, {});
      }
    });
    // Those whose adding was never answered are added by their user again.
    for (const { iid } of requests) {
      await olga.rest.send('POST', `/projects/${project.id}/merge_trains/merge_requests/${iid}`, {});
    }
    const states = async () => (await olga.rest.get<MergeRequest[]>(address)).map(({ state }) => state);
    await expect.poll(states, { timeout: 90_000, interval: 500 }).toEqual(requests.map(() => 'merged'));
    const log = await olga.rest.get<{ id: string; title: string }[]>(
      `/projects/${project.id}/repository/commits?ref_name=main&first_parent=true&per_page=100`,
    );
    expect(log).toHaveLength(CARS + 1);
    expect(await told(project)).toBe(CARS);
  },
  180_000,
);
