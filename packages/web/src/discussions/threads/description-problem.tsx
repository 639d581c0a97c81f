import { type ReactNode, useRef } from 'react';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { Banner } from '../../ui/banner.tsx';
import { descriptionOf, useTextProblem } from '../store/note-problems.ts';

/** A description, with what failed of the commands in it above: until that is put away. `path`: of the page it is on. */
export function DescriptionProblem({ path, children }: { path: string; children: ReactNode }) {
  const [problem, setProblem] = useTextProblem(descriptionOf(path));
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label="Description" className="flex flex-col gap-2">
      {problem !== null && (
        <Banner
          tone="danger"
          live
          className="whitespace-pre-line"
          onDismiss={() => {
            setProblem(null);
            focusWhenRendered(() => place.current);
          }}
        >
          {problem}
        </Banner>
      )}
      {children}
    </div>
  );
}
