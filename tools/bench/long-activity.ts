import pg from 'pg';
import type { Benchmark, Row } from './benchmark.ts';
import { changesPath } from './big-diff.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { median, timed } from './sampling.ts';
import { repeatThread } from './repeat-thread.ts';
import { openStage } from './stage.ts';

const NOTES = 5_000;
const FIRST_PAGE = 20;
const LARGEST_PAGE = 100;
const GROWTH = 1.5;
const LIMIT_MS = 1_000;

/**
 * A merge request with 5,000 notes is opened at a link to its last one: from the first request for threads until the last
 * page of them is there, asked for as the page does (20 threads, then half as many more each time up to 100, one request
 * after the other) ÷ one second. New: nobody asked since something changed; known: the same reader again.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.service();
  const request = stage.extraBigs[2] ?? stage.big;
  const discussions = `/projects/${stage.id}/merge_requests/${request.iid}/discussions`;
  const made = await service.rest<{ id: string }>('POST', discussions, { body: 'Remark **1** about `this`' });
  const client = new pg.Client(await service.databaseUrl());
  await client.connect();
  try {
    await repeatThread(client, made.id, NOTES);
    let threads = 0;
    let requests = 0;
    const readAll = async () => {
      let perPage = FIRST_PAGE;
      let cursor = '';
      [threads, requests] = [0, 0];
      do {
        const query = `per_page=${perPage}&notes_filter=0&persist_filter=false${cursor && `&cursor=${cursor}`}`;
        const address = changesPath(stage, request, `discussions.json?${query}`);
        const answer = await service.client.request('GET', address);
        threads += (JSON.parse(successBody(answer, address).toString()) as unknown[]).length;
        requests += 1;
        cursor = String(answer.headers['x-next-page-cursor'] ?? '');
        perPage = Math.min(Math.round(perPage * GROWTH), LARGEST_PAGE);
      } while (cursor !== '');
    };
    const anew: number[] = [];
    const known: number[] = [];
    for (let round = 0; round < lab.rounds(5); round++) {
      await client.query('update merge_requests set updated_at = clock_timestamp() where id = $1', [request.id]);
      anew.push(await timed(readAll));
      await readAll();
      known.push(await timed(readAll));
    }
    if (threads < NOTES) throw new Error(`only ${threads} threads came`);
    const details = { threads, requests };
    const row = (what: string, times: number[]): Row => ({
      id: 'ACTIVITY',
      what: `5,000 notes read to the last one, ${what} ÷ 1 s`,
      unit: 'ms',
      ours: median(times),
      reference: LIMIT_MS,
      goal: 1,
      details,
    });
    return [row('new', anew), row('known', known)];
  } finally {
    await client.end();
  }
}

export const longActivity: Benchmark = { id: 'ACTIVITY', measure };
