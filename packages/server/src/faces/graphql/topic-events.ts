import type { Context } from '../../platform/context.ts';
import type { RealtimeMessage } from '../../platform/realtime/hub.ts';
import { mayHear } from '../../platform/realtime/topics.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';

const MAX_WAITING = 100;

/**
 * Messages of one topic as an async iteration, for subscriptions. The right to hear is proven at the start and again
 * for each message; a reader that does not keep up loses the oldest messages, never the memory of the server.
 */
export async function* topicEvents(ctx: Context, topic: string): AsyncGenerator<RealtimeMessage> {
  if (!(await mayHear(ctx, topic))) throw new AppError('not_found', { resource: 'Subscription' });
  const waiting: RealtimeMessage[] = [];
  let wake: (() => void) | undefined;
  const stop = ctx.realtime.subscribe(topic, (message) => {
    if (waiting.length >= MAX_WAITING) waiting.shift();
    waiting.push(message);
    wake?.();
  });
  try {
    while (true) {
      const message = waiting.shift();
      if (message) {
        if (!(await mayHear(ctx, topic))) return;
        yield message;
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stop();
  }
}
