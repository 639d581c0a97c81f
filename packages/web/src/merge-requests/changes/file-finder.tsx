import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { displayPath } from '@tributary/contract/projects/display-path.ts';
import clsx from 'clsx';
import { useId, useMemo, useState } from 'react';
import { fuzzyMatch } from '../../lib/fuzzy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { Marked } from '../../ui/marked.tsx';
import { OptionRow } from '../../ui/option-row.tsx';
import { PathText, PLAIN_NAME } from '../../ui/path-text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { useChanges } from './changes-context.ts';
import { finderLayer } from './finder-switch.ts';

const MOST_SHOWN = 50;

/** `path` is the one that matches: the new one, or the one before where only that does. */
type Found = { file: DiffFileSummary; path: string; ranges: [number, number][] };

export function findFiles(files: readonly DiffFileSummary[], query: string): Found[] {
  const found = files.flatMap((file) => {
    for (const path of new Set([file.file_path, file.old_path])) {
      const match = fuzzyMatch(query, displayPath(path));
      if (match !== null) return [{ file, path, ...match }];
    }
    return [];
  });
  // Without a query everything matches alike and keeps its order.
  return (query.trim() === '' ? found : found.toSorted((a, b) => b.score - a.score)).slice(0, MOST_SHOWN);
}

function FoundPath({ path, ranges }: Pick<Found, 'path' | 'ranges'>) {
  return PLAIN_NAME.test(displayPath(path)) ? <Marked text={path} ranges={ranges} /> : <PathText path={path} />;
}

/** Goes to a changed file by some letters of its path, or of the one that it had before. */
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
        label="File path"
        labelHidden
        placeholder="Type part of a path"
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
          <OptionRow
            key={each.file.file_hash}
            id={`${listId}-${index}`}
            isActive={index === active}
            className={clsx('flex min-h-8 items-center gap-3 rounded-sm px-2', index === active && 'bg-hover')}
            onPick={() => pick(index)}
            onHover={() => setActive(index)}
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {each.path === each.file.file_path ? (
                <FoundPath {...each} />
              ) : (
                <>
                  <PathText path={each.file.file_path} />{' '}
                  <span className="text-fg-muted">
                    was <FoundPath {...each} />
                  </span>
                </>
              )}
            </span>
            <DiffStat added={each.file.added_lines} removed={each.file.removed_lines} bar={false} isZeroHidden />
          </OptionRow>
        ))}
      </div>
      <p role="status" className="pt-2 text-sm text-fg-muted">
        {found.length === 0 ? `No changed files match “${query}”.` : null}
        {found.length === MOST_SHOWN && files.length > MOST_SHOWN && `Showing the first ${MOST_SHOWN}.`}
      </p>
    </Dialog>
  );
}
