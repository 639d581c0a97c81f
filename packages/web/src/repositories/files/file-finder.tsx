import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { useNavigate } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { formatCount } from '../../lib/format.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Marked } from '../../ui/marked.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { MarkedName } from '../../ui/marked-name.tsx';
import { type FoundFile, narrowFiles, prepareFiles, rankFiles } from '../model/find-files.ts';
import { nameParts } from '../../ui/name-parts.ts';
import { filePaths } from '../queries.ts';
import { takeBufferedKeystrokes } from '../editor/keystroke-buffer.ts';

const LIMIT = 60;

function FoundPath({ file }: { file: FoundFile }) {
  // Ranges count characters of the name; marked characters are drawn in another way, so one excludes the other.
  if (nameParts(file.display).length > 1) return <MarkedName name={file.display} />;
  return (
    <bdi>
      <Marked text={file.display} ranges={file.ranges} />
    </bdi>
  );
}

type Props = { projectPath: string; refName: string; filesPath: string };

/** Finds a file by letters of its path: arrows choose, Enter opens, Esc goes back to the files. */
export function FileFinder({ projectPath, refName, filesPath }: Props) {
  const listId = useId();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  useEffect(() => {
    const ahead = takeBufferedKeystrokes();
    if (ahead !== '') setQuery(ahead);
  }, []);
  const settled = useDeferredValue(query);
  const files = useQuery(filePaths(filesPath), queryClient);
  const entries = useMemo(() => prepareFiles(files.data ?? []), [files.data]);
  const narrowed = useMemo(() => narrowFiles(entries, settled), [entries, settled]);
  const found = useMemo(() => rankFiles(narrowed, settled, LIMIT), [narrowed, settled]);
  const hrefOf = (file: FoundFile): string => repositoryPaths.blob(projectPath, refName, file.key);
  const { active, setActive, onKeyDown } = useListKeys({
    count: found.length,
    resetOn: settled,
    onPick: (index) => {
      const file = found[index];
      if (file !== undefined) void navigate(hrefOf(file));
    },
  });
  const words = files.isSuccess
    ? `${formatCount(narrowed.length)} of ${formatCount(entries.length)} files${narrowed.length > LIMIT ? `, showing the best ${LIMIT}` : ''}`
    : '';
  return (
    <div className="rounded-md border bg-raised">
      <div className="flex h-10 items-center gap-2 border-b px-3 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-focus">
        <Search size={16} aria-hidden className="shrink-0 text-fg-faint" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this field
          autoFocus
          role="combobox"
          aria-label="Find a file by path"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length === 0 ? undefined : `${listId}-${active}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Type part of a path"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') void navigate(repositoryPaths.tree(projectPath, refName));
            else onKeyDown(event);
          }}
          className="h-full min-w-0 flex-1 bg-transparent font-mono text-code outline-none"
        />
        <span role="status" className="shrink-0 text-sm text-fg-muted max-sm:hidden">
          {words}
        </span>
      </div>
      {files.isPending && <SkeletonRows rows={12} rowHeight={28} />}
      {files.isError && <ErrorState text={messageOf(files.error)} onRetry={() => void files.refetch()} />}
      <div id={listId} role="listbox" aria-label="Files" className="p-1 empty:hidden">
        {found.map((file, index) => (
          <a
            key={file.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            href={hrefOf(file)}
            tabIndex={-1}
            onPointerMove={() => setActive(index)}
            className={clsx(
              'control block min-h-7 rounded-sm px-2 py-1 font-mono text-code break-all text-fg',
              index === active && 'bg-hover',
            )}
          >
            <FoundPath file={file} />
          </a>
        ))}
      </div>
      {files.isSuccess && found.length === 0 && (
        <p className="px-3 py-6 text-center text-fg-muted">
          {entries.length === 0 ? 'There are no files here.' : 'No matching files.'}
        </p>
      )}
    </div>
  );
}
