import type { Benchmark, Row } from './benchmark.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { openStream } from './r20-note-delivery.ts';
import { sampleInterleaved, timed } from './sampling.ts';
import { openRequest, remoteUrl, waitUntilQuiet } from './stage.ts';
import { openWritingStage } from './writing-stage.ts';

/**
 * From `git push` to the source branch until another browser, which hears of it by its open stream, has the widget with the
 * new head and whether it can be merged ÷ one `merge-tree` process in a bare repository of the same contents.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openWritingStage(lab);
  const service = await lab.service();
  const url = remoteUrl(service, stage.fullPath);
  const rounds = lab.rounds(15);
  // Further on than what other benchmarks of pushes take.
  const start = Math.max(1, stage.pushes.length - rounds - 2);
  const push = (at: number) => git(stage.clone, 'push', '-q', url, `${stage.pushes[at] ?? ''}:refs/heads/seen`);
  await push(start);
  const { id, iid } = await openRequest(service, stage, 'seen');
  await waitUntilQuiet(service);
  const stream = await openStream(service, `merge_request:${id}`);
  const address = `/${stage.fullPath}/-/merge_requests/${iid}/widget.json`;
  const shows = async (sha: string | undefined) => {
    const answer = await service.client.request('GET', address);
    const widget = JSON.parse(answer.body.toString()) as { diff_head_sha: string; mergeable: boolean };
    return widget.diff_head_sha === sha && widget.mergeable;
  };
  const listen = () => {
    const heard = stream.next((text) => text.includes('data:'));
    heard.catch(() => undefined);
    return heard;
  };
  const untilSeen = async (round: number) => {
    const sha = stage.pushes[start + 1 + round];
    return timed(async () => {
      let heard = listen();
      const pushed = push(start + 1 + round);
      for (let isShown = false; !isShown;) {
        await heard;
        // What comes while the widget is read is not missed.
        heard = listen();
        isShown = await shows(sha);
      }
      await pushed;
    });
  };
  const byHand = () => timed(() => git(stage.bare, 'merge-tree', '--write-tree', 'main', stage.mergeable[0] ?? ''));
  try {
    const times = await sampleInterleaved(rounds, untilSeen, byHand);
    return [
      { id: 'PUSH-VIEW', what: 'push until seen by another browser ÷ merge-tree', unit: 'ms', ...times, goal: 20 },
    ];
  } finally {
    stream.close();
  }
}

export const pushSeenElsewhere: Benchmark = { id: 'PUSH-VIEW', measure };
