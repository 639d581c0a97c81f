import type { Benchmark, Row } from './benchmark.ts';
import { changesPath } from './big-diff.ts';
import { successBody, waitForOk } from './http-client.ts';
import type { Lab } from './lab.ts';
import { type LeanReader, openLeanReader } from './lean-reader.ts';
import { endProcess, freePort, startNode } from './processes.ts';
import { median, sampleInterleaved, timed } from './sampling.ts';
import { openStage } from './stage.ts';

const THREADS = 55;
const NOTES_OF_THREAD = 3;
/** Readers that ask again as soon as they have their answer. */
const READERS = 8;
const ANSWERS_PER_SAMPLE = 400;
const STEADY_ANSWERS = 1_500;

/**
 * R8: the threads of a merge request with 165 notes as its page reads them (signed in, rights proven, rendered, with what
 * the reader may do) ÷ Fastify that sends the same notes as PostgreSQL writes them: time per answer with eight readers at
 * once, which is the inverse of answers a second. R9: the same at half of the most answers a second, p99 ÷ p50. Who asks
 * keeps nothing of the answers (lean-reader.ts): 190 MB of them a second are garbage, whose collection was R9 before.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.service();
  const request = stage.extraBigs[0] ?? stage.big;
  const discussions = `/projects/${stage.id}/merge_requests/${request.iid}/discussions`;
  for (let thread = 1; thread <= THREADS; thread++) {
    const body = `Thread **${thread}** about \`value\`, with a [link](https://example.org/${thread})`;
    const made = await service.rest<{ id: string }>('POST', discussions, { body });
    for (let reply = 1; reply < NOTES_OF_THREAD; reply++)
      await service.rest('POST', `${discussions}/${made.id}/notes`, { body: `Reply _${reply}_` });
  }
  const address = changesPath(stage, request, 'discussions.json?per_page=100');
  const first = successBody(await service.client.request('GET', address), address);
  const port = await freePort();
  const args = [String(port), await service.databaseUrl(), String(request.id)];
  const bare = startNode('tools/bench/bare-notes.mjs', args);
  const bareUrl = `http://127.0.0.1:${port}`;
  await waitForOk(bareUrl, () => bare.exitCode !== null);
  const bareReader = openLeanReader(bareUrl, '/', READERS);
  const reader = openLeanReader(service.url, address, READERS, { 'private-token': service.token });
  try {
    const bareBody = Buffer.from(await (await fetch(bareUrl)).arrayBuffer());
    const loaded = async ({ ask }: LeanReader, count: number) => {
      let left = count;
      const asker = async () => {
        while (left-- > 0) await ask();
      };
      return (await timed(() => Promise.all(Array.from({ length: READERS }, asker)))) / count;
    };
    const answers = lab.isQuick ? ANSWERS_PER_SAMPLE / 4 : ANSWERS_PER_SAMPLE;
    const times = await sampleInterleaved(
      lab.rounds(10),
      () => loaded(reader, answers),
      () => loaded(bareReader, answers),
    );
    const steady = await atRate(reader, times.ours * 2, lab.isQuick ? 300 : STEADY_ANSWERS);
    const bareSteady = await atRate(bareReader, times.reference * 2, lab.isQuick ? 300 : STEADY_ANSWERS);
    const details = {
      notes: THREADS * NOTES_OF_THREAD,
      'answers a second': 1_000 / times.ours,
      'bare answers a second': 1_000 / times.reference,
      'our answer (bytes)': first.length,
      'bare answer (bytes)': bareBody.length,
    };
    const what = 'threads with 165 notes, time per answer with eight readers ÷ bare Fastify + json_agg';
    return [
      { id: 'R8', what, unit: 'ms', ...times, goal: 2, stretch: 1.25, details },
      {
        id: 'R9',
        what: 'the same at half of the load, p99 ÷ p50',
        unit: 'ms',
        ...steady,
        goal: 4,
        stretch: 2.5,
        details: { 'bare p99 ÷ p50': bareSteady.ours / bareSteady.reference },
      },
    ];
  } finally {
    reader.close();
    bareReader.close();
    await endProcess(bare);
  }
}

/** Asks at a steady rate, whether answers have come or not. Gives p99 and p50. */
async function atRate(
  reader: LeanReader,
  everyMs: number,
  count: number,
): Promise<{ ours: number; reference: number }> {
  const times: number[] = [];
  const from = performance.now();
  const running: Promise<void>[] = [];
  for (let at = 0; at < count; at++) {
    const due = from + at * everyMs;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    // Counted from when it was due: who comes late because others were slow has waited too.
    const ask = async () => {
      await reader.ask();
      times.push(performance.now() - Math.max(due, from));
    };
    running.push(ask());
  }
  await Promise.all(running);
  const sorted = times.toSorted((a, b) => a - b);
  return { ours: sorted[Math.floor(sorted.length * 0.99)] ?? 0, reference: median(sorted) };
}

export const discussions: Benchmark = { id: 'R8', measure };
