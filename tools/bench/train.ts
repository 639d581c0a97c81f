import pg from 'pg';
import type { Benchmark, Row } from './benchmark.ts';
import { openRequests, stageBranches } from './branches-stage.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { timed } from './sampling.ts';
import { until } from './stage.ts';

const CARS = 50;
const QUICK_CARS = 10;

/**
 * A merge train whose result nobody tests, from the first request that adds a merge request until the last one is merged ÷
 * as many merges by hand in a bare repository of the same contents: merge-tree, commit-tree and update-ref.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const count = lab.isQuick ? QUICK_CARS : CARS;
  const stage = await stageBranches(lab, 'train', count);
  const service = await lab.service();
  await service.rest('PUT', `/projects/${stage.id}`, { merge_pipelines_enabled: true, merge_trains_enabled: true });
  const iids = await openRequests(service, stage);
  const db = new pg.Client(await service.databaseUrl());
  await db.connect();
  // A new head is given a moment in which its pipeline may come.
  await db.query(`update merge_request_versions set created_at = created_at - interval '1 hour'`);
  const merged = async () => {
    const text = `select count(*)::int as count from merge_requests where target_project_id = $1 and state = 'merged'`;
    return (await db.query<{ count: number }>(text, [stage.id])).rows[0]?.count;
  };
  try {
    const ours = await timed(async () => {
      for (const iid of iids)
        await service.rest('POST', `/projects/${stage.id}/merge_trains/merge_requests/${iid}`, {});
      await until('the train to be merged', async () => (await merged()) === count, 20);
    });
    const reference = await timed(async () => {
      for (const branch of stage.branches) {
        const main = await git(stage.bare, 'rev-parse', 'refs/heads/main');
        const tree = (await git(stage.bare, 'merge-tree', '--write-tree', 'main', branch)).split('\n')[0] ?? '';
        const message = `Merge branch '${branch}'`;
        const commit = await git(stage.bare, 'commit-tree', '-p', main, '-p', branch, '-m', message, tree);
        await git(stage.bare, 'update-ref', 'refs/heads/main', commit, main);
      }
    });
    return [
      { id: 'TRAIN', what: `train of ${count} ÷ ${count} merges by hand`, unit: 'ms', ours, reference, goal: 1.5 },
    ];
  } finally {
    await db.end();
  }
}

export const mergeTrain: Benchmark = { id: 'TRAIN', measure };
