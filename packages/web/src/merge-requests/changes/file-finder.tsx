import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import clsx from 'clsx';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { fuzzyMatch } from '../../lib/fuzzy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { Marked } from '../../ui/marked.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { useChanges } from './changes-context.ts';
import { finderLayer } from './finder-switch.ts';

const MOST_SHOWN = 50;

type Found = { file: DiffFileSummary; ranges: [number, number][] };

function findFiles(files: readonly DiffFileSummary[], query: string): Found[] {
  const found = files.flatMap((file) => {
    const match = fuzzyMatch(query, file.file_path);
    return match === null ? [] : [{ file, ranges: match.ranges, score: match.score }];
  });
  // Without a query everything matches alike and keeps its order.
  return (query.trim() === '' ? found : found.toSorted((a, b) => b.score - a.score)).slice(0, MOST_SHOWN);
}

function FoundRow(props: { found: Found; id: string; isActive: boolean; onPick: () => void; onHover: () => void }) {
  const { found, id, isActive, onPick, onHover } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys arrive at the text box above
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onPick}
      onPointerMove={onHover}
      className={clsx('flex min-h-8 cursor-pointer items-center gap-3 rounded-sm px-2', isActive && 'bg-hover')}
    >
      <span className="min-w-0 flex-1 wrap-anywhere">
        <Marked text={found.file.file_path} ranges={found.ranges} />
      </span>
      <DiffStat added={found.file.added_lines} removed={found.file.removed_lines} bar={false} isZeroHidden />
    </div>
  );
}

/** Goes to a changed file by some letters of its path. */
export default function FileFinder() {
  const { files, goTo } = useChanges();
  const listId = useId();
  const [query, setQuery] = useState('');
  const found = useMemo(() => findFiles(files, query), [files, query]);
  const pick = (index: number) => {
    const file = found[index]?.file;
    if (!file) return;
    finderLayer.close();
    // After the dialog has given the focus back.
    setTimeout(() => void goTo({ fileHash: file.file_hash, focus: true }));
  };
  const { active, setActive, onKeyDown } = useListKeys({ count: found.length, onPick: pick, resetOn: query });
  return (
    <Dialog open onOpenChange={finderLayer.close} title="Find a changed file" width="lg">
      <TextField
        label="Path of the file"
        labelHidden
        placeholder="Some letters of its path"
        value={query}
        onValueChange={setQuery}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length === 0 ? undefined : `${listId}-${active}`}
        autoComplete="off"
      />
      <div id={listId} role="listbox" aria-label="Changed files" className="mt-2 min-h-48 overflow-y-auto">
        {found.map((each, index) => (
          <FoundRow
            key={each.file.file_hash}
            found={each}
            id={`${listId}-${index}`}
            isActive={index === active}
            onPick={() => pick(index)}
            onHover={() => setActive(index)}
          />
        ))}
      </div>
      <p role="status" className="pt-2 text-sm text-fg-muted">
        {found.length === 0 ? `No changed file matches “${query}”.` : null}
        {found.length === MOST_SHOWN && files.length > MOST_SHOWN && `The first ${MOST_SHOWN} are listed.`}
      </p>
    </Dialog>
  );
}
