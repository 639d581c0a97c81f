import type { HighlightTask, MarkdownTask, TextAnswer, TextTask } from './text-tasks.ts';
import type { RenderedText } from './rendered-markdown.ts';
import { WorkerFailure, WorkerPool } from './worker-pool.ts';

/** CPU time after which a rendering is given up and the text is shown as it is. */
export const MARKDOWN_CPU_MS = 2_000;
/** CPU time after which a file is shown without colours. */
export const HIGHLIGHT_CPU_MS = 1_000;

let pool: WorkerPool<TextTask, TextAnswer> | undefined;

/** Rejects with a `WorkerFailure` only. */
export async function renderInWorker(task: Omit<MarkdownTask, 'kind'>): Promise<RenderedText> {
  const answer = await workers().run({ kind: 'markdown', ...task }, { cpuMs: MARKDOWN_CPU_MS, isUrgent: true });
  if (answer.kind === 'markdown') return answer.rendered;
  throw new WorkerFailure('failed', 'the worker answered another question');
}

/** Rejects with a `WorkerFailure` only. */
export async function highlightInWorker(task: Omit<HighlightTask, 'kind'>): Promise<string[]> {
  const answer = await workers().run({ kind: 'highlight', ...task }, { cpuMs: HIGHLIGHT_CPU_MS });
  if (answer.kind === 'highlight') return answer.lines;
  throw new WorkerFailure('failed', 'the worker answered another question');
}

/** Threads that are alive now: none when nothing was rendered for a minute. */
export function textThreads(): number {
  return pool?.threads ?? 0;
}

/** Ends the threads of Markdown and highlighting. A later call starts new ones. */
export async function closeMarkup(): Promise<void> {
  const ending = pool;
  pool = undefined;
  await ending?.close();
}

function workers(): WorkerPool<TextTask, TextAnswer> {
  pool ??= new WorkerPool<TextTask, TextAnswer>({ module: new URL('./text-worker.ts', import.meta.url) });
  return pool;
}
