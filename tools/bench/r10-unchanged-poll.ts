import type { Benchmark, Row } from './benchmark.ts';
import { changesPath } from './big-diff.ts';
import { createHttpClient, type HttpClient, successBody, waitForOk } from './http-client.ts';
import type { Lab } from './lab.ts';
import { endProcess, freePort, startNode } from './processes.ts';
import { sampleInterleaved, timed } from './sampling.ts';
import { openStage } from './stage.ts';

const THREADS = 20;
const REQUESTS_PER_SAMPLE = 25;
/** Pages poll a service for hours: both have answered this question often before it is measured. */
const SAMPLES_BEFORE = 60;

/**
 * R10: an open page asks whether anything changed in a merge request with 20 threads and nothing did (its threads, with
 * the ETag known, rights proven) ÷ a Fastify that answers with two letters. One request after the other on a kept-open
 * connection each, both after 1,500 requests of the same; a sample is the mean of 25.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.service();
  const notes = `/projects/${stage.id}/merge_requests/${stage.small.iid}/discussions`;
  for (let count = 1; count <= THREADS; count++) await service.rest('POST', notes, { body: `Thread **${count}**` });
  const address = changesPath(stage, stage.small, 'discussions.json');
  const first = await service.client.request('GET', address);
  successBody(first, address);
  const headers = { 'if-none-match': first.headers.etag ?? '' };
  const port = await freePort();
  const bare = startNode('tools/bench/bare-fastify.mjs', [String(port)]);
  const bareClient = createHttpClient(`http://127.0.0.1:${port}`);
  try {
    await waitForOk(`http://127.0.0.1:${port}/`, () => bare.exitCode !== null);
    const repeat = async (client: HttpClient, place: string, status: number) => {
      const elapsedMs = await timed(async () => {
        for (let count = 0; count < REQUESTS_PER_SAMPLE; count++) {
          const answer = await client.request('GET', place, { headers });
          if (answer.status !== status) throw new Error(`${place} was answered ${answer.status}, not ${status}`);
        }
      });
      return elapsedMs / REQUESTS_PER_SAMPLE;
    };
    for (let count = 0; count < SAMPLES_BEFORE; count++) {
      await repeat(service.client, address, 304);
      await repeat(bareClient, '/', 200);
    }
    const { ours, reference } = await sampleInterleaved(
      lab.rounds(20),
      () => repeat(service.client, address, 304),
      () => repeat(bareClient, '/', 200),
    );
    const what = 'poll of unchanged threads (304) ÷ bare Fastify';
    const details = { threads: THREADS, 'body saved (bytes)': first.body.length };
    return [{ id: 'R10', what, unit: 'ms', ours, reference, goal: 2, stretch: 1.3, details }];
  } finally {
    bareClient.close();
    await endProcess(bare);
  }
}

export const unchangedPoll: Benchmark = { id: 'R10', measure };
