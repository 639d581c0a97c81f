import v8 from 'node:v8';
import vm from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

const LOOK_EVERY_MS = 5_000;
/** Less work than this between two looks counts as rest. */
const REST_CPU_SHARE = 0.05;
/** A collection stops everything for a moment; for less than this it is not worth it. */
const WORTH_BYTES = 16 * 1_048_576;

/** The collector is only reachable by a flag; a context made after it was set has the function. */
function collector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as Collect;
}

/**
 * Gives memory back when there is nothing to do. V8 collects only when it needs room, so what a start or a big diff left
 * behind would stay as long as the process rests: more than half of its memory.
 */
export function releaseMemoryAtRest(): void {
  const collect = collector();
  let spentBefore = process.cpuUsage();
  let kept = 0;
  const look = () => {
    const { user, system } = process.cpuUsage(spentBefore);
    spentBefore = process.cpuUsage();
    const isResting = (user + system) / 1_000 < LOOK_EVERY_MS * REST_CPU_SHARE;
    const { heapTotal, external } = process.memoryUsage();
    if (!isResting || heapTotal + external < kept + WORTH_BYTES) return;
    collect({ type: 'major', flavor: 'last-resort' });
    const after = process.memoryUsage();
    kept = after.heapTotal + after.external;
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}
