import { createServer } from 'node:http';
import type { Benchmark, Row } from './benchmark.ts';
import type { Lab } from './lab.ts';
import { freePort, git } from './processes.ts';
import { median, sampleInterleaved, timed } from './sampling.ts';
import { gitProcesses, openRequest, remoteUrl, until, waitUntilQuiet } from './stage.ts';
import { openWritingStage } from './writing-stage.ts';

/**
 * R15: `git push` of one commit to the source branch of an open merge request over our HTTP with a token, until the merge
 * request shows the new commit, in a project with a webhook for pushes and merge requests ÷ `git push` of the same commit
 * to a bare repository of the same contents by its path. The whole client command counts on both sides. That the
 * webhooks arrived is checked at the end.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openWritingStage(lab);
  const service = await lab.service();
  const port = await freePort();
  let delivered = 0;
  const receiver = createServer((request, response) => {
    delivered += 1;
    request.resume();
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
  try {
    const hook = { url: `http://127.0.0.1:${port}/`, push_events: true, merge_requests_events: true };
    await service.rest('POST', `/projects/${stage.id}/hooks`, hook);
    const push = (target: string, at: number) =>
      timed(() => git(stage.clone, 'push', '-q', target, `${stage.pushes[at] ?? ''}:refs/heads/work`));
    const url = remoteUrl(service, stage.fullPath);
    await push(url, 0);
    await push(stage.bare, 0);
    const { iid } = await openRequest(service, stage, 'work');
    await waitUntilQuiet(service);
    const address = `/projects/${stage.id}/merge_requests/${iid}`;
    const shows = async (at: number) => (await service.rest<{ sha: string }>('GET', address)).sha === stage.pushes[at];
    const pushOnlyMs: number[] = [];
    const rounds = lab.rounds(25);
    const before = delivered;
    const startedBefore = await gitProcesses(service);
    const times = await sampleInterleaved(
      rounds,
      async (round) => {
        const pushMs = await push(url, round + 1);
        pushOnlyMs.push(pushMs);
        return pushMs + (await timed(() => until('the new commit in the merge request', () => shows(round + 1))));
      },
      async (round) => push(stage.bare, round + 1),
    );
    // Of each push, one about the branch and one about the merge request.
    const expected = 2 * (rounds + 1);
    await until('the webhooks', async () => delivered - before >= expected, 50);
    const details = {
      'push alone (ms)': median(pushOnlyMs),
      'git processes each, later work included': ((await gitProcesses(service)) - startedBefore) / (rounds + 1),
      'webhooks delivered': delivered - before,
    };
    const what = 'push over HTTP, merge request fresh ÷ bare local push';
    return [{ id: 'R15', what, unit: 'ms', ...times, goal: 2, stretch: 1.5, details }];
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

export const pushToRequest: Benchmark = { id: 'R15', measure };
