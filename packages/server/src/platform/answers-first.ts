/** Streams and requests that wait for something to happen are older than this, and hold up nothing. */
const YOUNG_MS = 250;
/** With one request after the other there would never be a moment without one. */
const AT_MOST_MS = 30;

export type AnswersFirst = {
  /** A request came. Returns what to call when it is answered. */
  begin(): () => void;
  /** Calls `work` as soon as no young request waits for its answer, at the latest 30 ms from now. */
  afterwards(work: () => void): void;
};

/**
 * Requests that this process answers right now. A change wakes jobs when it is committed, and its answer is often still to
 * be made then: jobs that start at once take the processor from the user who waits.
 */
export function createAnswersFirst(now: () => number = () => performance.now()): AnswersFirst {
  const underWay = new Map<symbol, number>();
  let waiting: (() => void)[] = [];
  let deadline: NodeJS.Timeout | undefined;

  const hasYoung = (): boolean => {
    const oldest = now() - YOUNG_MS;
    for (const [id, startedAt] of underWay) {
      // In the order in which they came: the first young one ends the search.
      if (startedAt > oldest) return true;
      underWay.delete(id);
    }
    return false;
  };
  const release = () => {
    clearTimeout(deadline);
    deadline = undefined;
    const works = waiting;
    waiting = [];
    for (const work of works) work();
  };

  return {
    begin() {
      const id = Symbol('request');
      underWay.set(id, now());
      return () => {
        if (underWay.delete(id) && waiting.length > 0 && !hasYoung()) release();
      };
    },
    afterwards(work) {
      if (!hasYoung()) return work();
      waiting.push(work);
      deadline ??= setTimeout(release, AT_MOST_MS);
    },
  };
}
