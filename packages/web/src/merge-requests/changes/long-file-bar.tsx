import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { formatCount } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { bringIntoView } from './bring-into-view.ts';
import { useChanges } from './changes-context.ts';
import { type VisibleLineRange, longFile } from './long-file.ts';
import { readNames } from './read-names.ts';
import { usePartInSight } from './use-part-in-sight.ts';
import { useFileView } from './use-diff-file.ts';

const NUMBER = /^[1-9]\d{0,8}$/;

function words({ from, to, total }: VisibleLineRange): string {
  const end = total === null ? '' : ` of ${formatCount(total)}`;
  return `${formatCount(from)} to ${formatCount(to)}${end}`;
}

/** What is done for a while, and what went wrong with it. */
function useWork() {
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({ isBusy: false, problem: null });
  const run = async (work: () => Promise<string | null>) => {
    setState({ isBusy: true, problem: null });
    try {
      setState({ isBusy: false, problem: await work() });
    } catch (error) {
      setState({ isBusy: false, problem: `The lines could not be loaded. ${messageOf(error)}` });
    }
  };
  return { ...state, run };
}

/** Above the lines of a very long file: which of them are in sight, and the way to others. Stays while they scroll by. */
export function LongFileBar({ file }: { file: PageDiffFile }) {
  const changes = useChanges();
  const view = useFileView(file.file_hash);
  const bar = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const { isBusy, problem, run } = useWork();
  const long = longFile(file, view, changes);
  const { part, sawGone } = usePartInSight(bar, long.parts);
  const shown = long.linesOf(part);
  const goTo = (code: string | null, focus: boolean) =>
    code === null ? undefined : bringIntoView({ fileHash: file.file_hash, elementId: code, focus }, changes);
  const step = (by: 1 | -1) =>
    run(async () => {
      const next = await long.step(part, by);
      await goTo(next, false);
      sawGone();
      return null;
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim().replaceAll(',', '');
    void run(async () => {
      if (!NUMBER.test(wanted)) return 'Enter a line number.';
      const code = await long.codeOf(Number(wanted));
      if (code === null) return `Line ${formatCount(Number(wanted))} does not exist.`;
      changes.views.select(file.file_hash, { from: code, to: code });
      await changes.goTo({ fileHash: file.file_hash, elementId: code, focus: true });
      sawGone();
      setTyped('');
      return null;
    });
  };
  const name = readNames(file).file_path;
  return (
    <div
      ref={bar}
      data-file-bar
      role="group"
      aria-label={`Lines in ${name}`}
      className="sticky top-[calc(var(--sticky-top,var(--bar))+var(--file-header,36px))] z-[9] flex min-h-9 flex-wrap items-center gap-1 border-b bg-raised px-3 text-sm text-fg-muted max-sm:px-2"
    >
      <span aria-live="polite" className="whitespace-nowrap tabular-nums">
        <span className="max-sm:sr-only">Lines </span>
        {words(shown)}
      </span>
      <IconButton
        icon={ChevronUp}
        label="Previous lines"
        size="sm"
        disabled={!shown.hasBefore}
        onClick={() => void step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Next lines"
        size="sm"
        disabled={!shown.hasAfter}
        onClick={() => void step(1)}
      />
      {isBusy && <Spinner label="Loading lines" />}
      {problem !== null && (
        <span role="alert" className="min-w-0 text-failed max-sm:order-last max-sm:basis-full max-sm:pb-1">
          {problem}
        </span>
      )}
      <form className="ml-auto shrink-0" onSubmit={onSubmit}>
        <TextField
          label="Go to line"
          labelHidden
          placeholder="Go to line"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onValueChange={setTyped}
          className="w-24"
        />
      </form>
    </div>
  );
}
