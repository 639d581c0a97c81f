import pg from 'pg';
import type { Benchmark, Row } from './benchmark.ts';
import type { Lab } from './lab.ts';
import { sampleInterleaved, timed } from './sampling.ts';
import { openStage } from './stage.ts';

const DRAFTS = 100;

/**
 * Publishing a review of 100 draft comments by the API (from the call to its answer; notes, rendered texts, events and the
 * outcomes of checks are written with it) ÷ inserting as many rows into the table of notes, one statement each, in one
 * transaction.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.service();
  const request = stage.extraBigs[1] ?? stage.big;
  const drafts = `/projects/${stage.id}/merge_requests/${request.iid}/draft_notes`;
  const client = new pg.Client(await service.databaseUrl());
  await client.connect();
  try {
    await client.query('create table bench_notes (like notes including all)');
    const publish = async (round: number) => {
      const { id } = await service.rest<{ id: number }>('POST', drafts, { note: `Draft of round **${round}**` });
      // Nobody may write so many in a minute, and writing them is not what is measured.
      await client.query(
        `insert into merge_request_drafts (merge_request_id, author_id, body, body_html, html_version)
          select merge_request_id, author_id, body || ' ' || number, body_html, html_version
          from merge_request_drafts, generate_series(2, $2) as number where id = $1`,
        [id, DRAFTS],
      );
      return timed(() => service.rest('POST', `${drafts}/bulk_publish`));
    };
    const insert = () =>
      timed(async () => {
        await client.query('begin');
        for (let count = 0; count < DRAFTS; count++) {
          await client.query({
            name: 'insert',
            text: `insert into bench_notes (discussion_id, noteable_type, noteable_id, body, body_html, html_version)
              values ($1, 'MergeRequest', $2, $3, $4, 1)`,
            values: ['0'.repeat(40), request.id, `Draft **${count}**`, `<p>Draft <strong>${count}</strong></p>`],
          });
        }
        await client.query('commit');
      });
    const times = await sampleInterleaved(lab.rounds(8), publish, insert);
    const what = 'publishing a review of 100 drafts ÷ inserting 100 rows';
    return [{ id: 'DRAFTS', what, unit: 'ms', ...times, goal: 3, details: { drafts: DRAFTS } }];
  } finally {
    await client.query('drop table if exists bench_notes');
    await client.end();
  }
}

export const publishedDrafts: Benchmark = { id: 'DRAFTS', measure };
