import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

type Props = {
  label: string;
  /** Grows with every part, so that a short one is followed by the next. */
  loaded: number;
  problem: string | null;
  load: () => Promise<void>;
};

/** Stands at the end of what is here and loads the rest when it comes near; after a failure only when asked. */
export function NextPart({ label, loaded, problem, load }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const element = place.current;
    if (element === null || problem !== null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void latest.current();
      },
      { rootMargin: '1200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [problem, loaded]);
  return (
    <div ref={place} className="flex min-h-12 items-center justify-center gap-3 text-fg-muted">
      {problem === null ? <Spinner label={label} /> : problem}
      {problem !== null && (
        <Button size="sm" onClick={() => void load()}>
          Try again
        </Button>
      )}
    </div>
  );
}
