import { AppError } from '@tributary/contract/errors/app-error.ts';
import { WorkerFailure, WorkerPool } from '../../../platform/markup/worker-pool.ts';
import { type MatchedTexts, matchEach, matcherOf, type Search } from '../rules/matcher.ts';

/** `isGivenUp`: nothing was found out about the texts after those that were read, and asking again would take as long. */
type TextMatches = MatchedTexts & { isGivenUp: boolean };
export type MatchTexts = (texts: readonly string[]) => Promise<TextMatches>;

export type MatchTask = { search: Search; texts: readonly string[] };
/** Undefined when the text is no expression. */
export type MatchAnswer = MatchedTexts | undefined;

/** A long line may take an expression so long; then its thread is ended. */
const EXPRESSION_CPU_MS = 1_500;
/** So many searches may wait for the threads: each may have to wait for all others. */
const MOST_WAITING = 8;

let pool: WorkerPool<MatchTask, MatchAnswer> | undefined;

/**
 * Undefined when the text is no expression. How long an expression takes for a line, nobody knows before, and nothing can
 * interrupt it: expressions are compiled and used in threads of their own, which can be ended.
 */
export async function matchTextsOf(search: Search): Promise<MatchTexts | undefined> {
  if (search.isRegex) {
    const answer = await matchInWorker({ search, texts: [] });
    return answer && (async (texts) => (await matchInWorker({ search, texts })) ?? NOTHING_READ);
  }
  const matcher = matcherOf(search);
  return matcher && (async (texts) => ({ ...matchEach(matcher, texts), isGivenUp: false }));
}

const NOTHING_READ: TextMatches = { found: [], readCount: 0, isGivenUp: true };

async function matchInWorker(task: MatchTask): Promise<TextMatches | undefined> {
  pool ??= new WorkerPool({ module: new URL('./match-worker.ts', import.meta.url), maxQueue: MOST_WAITING });
  try {
    const answer = await pool.run(task, { cpuMs: EXPRESSION_CPU_MS });
    return answer && { ...answer, isGivenUp: false };
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    if (error.reason === 'busy' || error.reason === 'closed') throw new AppError('find_busy');
    // Too long, or too much memory.
    if (error.reason === 'failed') throw error;
    return NOTHING_READ;
  }
}
