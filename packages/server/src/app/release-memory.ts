import v8 from 'node:v8';
import vm from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

const LOOK_EVERY_MS = 5_000;
/** Less work than this counts as rest. */
const REST_CPU_SHARE = 0.05;
/** A collection stops everything for a moment; for less than this it is not worth it. */
const WORTH_BYTES = 16 * 1_048_576;

export type Rest = {
  /** Part of the time since the last look in which this process worked, 0 to 1 (more with several threads). */
  cpuShare: number;
  heldBytes: number;
  /** What was held right after the last collection. */
  keptBytes: number;
};

/** Is there nothing to do, and something to give back? */
export function isWorthCollecting({ cpuShare, heldBytes, keptBytes }: Rest): boolean {
  return cpuShare < REST_CPU_SHARE && heldBytes >= keptBytes + WORTH_BYTES;
}

/** The collector is only reachable by a flag; a context made after it was set has the function. */
function collector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as Collect;
}

/**
 * Gives memory back when there is nothing to do. V8 collects only when it needs room, so what a start or a big diff left
 * behind would stay as long as the process rests: more than half of its memory.
 */
export function releaseMemoryAtRest(lookEveryMs = LOOK_EVERY_MS): void {
  const collect = collector();
  let spentBefore = process.cpuUsage();
  let keptBytes = 0;
  const look = () => {
    const { user, system } = process.cpuUsage(spentBefore);
    spentBefore = process.cpuUsage();
    const { heapTotal, external } = process.memoryUsage();
    const cpuShare = (user + system) / 1_000 / lookEveryMs;
    if (!isWorthCollecting({ cpuShare, heldBytes: heapTotal + external, keptBytes })) return;
    collect({ type: 'major', flavor: 'last-resort' });
    const after = process.memoryUsage();
    keptBytes = after.heapTotal + after.external;
  };
  setInterval(look, lookEveryMs).unref();
}
