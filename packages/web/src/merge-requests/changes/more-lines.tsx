import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { focusWhatComes } from '../../lib/focus-what-comes.ts';
import { Button } from '../../ui/button.tsx';
import { useChanges } from './changes-context.ts';
import { loadMoreLines } from './load-page.ts';
import { omittedLinesText } from './model/omitted-lines.ts';

/** A very long file is read on from where its lines end for now. */
export function MoreLines({ file, fromLine }: { file: PageDiffFile; fromLine: number }) {
  const changes = useChanges();
  const rest = { from: fromLine, to: file.page?.total ?? fromLine };
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({ isBusy: false, problem: null });
  const load = async () => {
    setState({ isBusy: true, problem: null });
    try {
      await loadMoreLines(file, changes);
      setState({ isBusy: false, problem: null });
    } catch (error) {
      setState({ isBusy: false, problem: messageOf(error) });
    }
  };
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-center gap-3 border-t px-4 py-2 text-fg-muted">
      {state.problem !== null && (
        <span role="alert" className="text-failed">
          Unable to load the diff. {state.problem}
        </span>
      )}
      <span>{omittedLinesText(rest)}.</span>
      <Button
        size="sm"
        busy={state.isBusy}
        onClick={(event) => {
          // It goes with the last lines.
          focusWhatComes(event.currentTarget);
          void load();
        }}
      >
        Show more lines
      </Button>
    </div>
  );
}
