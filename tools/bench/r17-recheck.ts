import pg from 'pg';
import type { Benchmark, Row } from './benchmark.ts';
import { openRequests, stageBranches } from './branches-stage.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { sampleInterleaved, timed } from './sampling.ts';
import { until } from './stage.ts';

const REQUESTS = 300;
const QUICK_REQUESTS = 60;

/**
 * R17: a commit arrives on the target branch of many open merge requests, until the stored answers of all are about that
 * commit ÷ one `merge-tree` process for each of them in a bare repository of the same contents.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const count = lab.isQuick ? QUICK_REQUESTS : REQUESTS;
  const stage = await stageBranches(lab, 'rechecks', count);
  const service = await lab.service();
  await openRequests(service, stage);
  const db = new pg.Client(await service.databaseUrl());
  await db.connect();
  try {
    const settled = async (sha: string) => {
      const text = `select count(*)::int as count from merge_request_readiness r
        join merge_requests m on m.id = r.merge_request_id
        where m.target_project_id = $1 and r.target_sha = $2 and r.wanted = r.computed`;
      return (await db.query<{ count: number }>(text, [stage.id, sha])).rows[0]?.count === count;
    };
    const recheck = async (round: number) => {
      const commit = {
        branch: 'main',
        commit_message: `Move main, round ${round}`,
        actions: [{ action: 'create', file_path: `docs/main-${round}.md`, content: `${round}\n` }],
      };
      return timed(async () => {
        const { id } = await service.rest<{ id: string }>('POST', `/projects/${stage.id}/repository/commits`, commit);
        await until('the merge requests to be checked again', () => settled(id), 10);
      });
    };
    const byHand = () =>
      timed(async () => {
        for (const branch of stage.branches) await git(stage.bare, 'merge-tree', '--write-tree', 'main', branch);
      });
    const times = await sampleInterleaved(lab.rounds(5), recheck, byHand);
    const what = `check ${count} open merge requests again ÷ ${count} merge-tree processes`;
    return [{ id: 'R17', what, unit: 'ms', ...times, goal: 0.5, stretch: 0.35 }];
  } finally {
    await db.end();
  }
}

export const recheckRequests: Benchmark = { id: 'R17', measure };
