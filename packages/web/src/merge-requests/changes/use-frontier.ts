import { useEffect, useState } from 'react';
import { useChanges } from './changes-context.ts';
import { EAGER_FILES } from './use-changes.ts';

/** How many files from the first one on may be drawn: those that are there, and all once the reader moves on. */
export function useFrontier(): number {
  const { files, store, revealed, slots } = useChanges();
  const [frontier, setFrontier] = useState({ of: store, count: 0 });
  const count = frontier.of === store ? frontier.count : 0;
  const isFree = count >= Math.min(EAGER_FILES, files.length);

  useEffect(() => {
    if (isFree) return undefined;
    const free = () => setFrontier({ of: store, count: files.length });
    const advance = () => {
      let next = count;
      while (next < Math.min(EAGER_FILES, files.length) && isSettled(next)) next++;
      if (next > count) setFrontier({ of: store, count: next >= EAGER_FILES ? files.length : next });
    };
    const isSettled = (at: number) => {
      const found = store.get(files[at]?.index ?? -1);
      if (found.state !== 'loaded') return found.state === 'failed';
      const part = slots.fileBodies.find((body) => body.isFor(found.file))?.onItsWay();
      if (part) void part.then(advance);
      return !part;
    };
    advance();
    const waitedFor = files[count];
    const stops = [waitedFor ? store.subscribe(waitedFor.index, advance) : () => undefined, revealed.subscribe(free)];
    const onScroll = () => {
      if (count > 0 && window.scrollY > 0) free();
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    if (revealed.get() >= 0) free();
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener('scroll', onScroll);
    };
  }, [files, store, revealed, slots, count, isFree]);
  return count;
}
