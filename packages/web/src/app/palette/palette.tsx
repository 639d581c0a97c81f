import type { PaletteResults, ShellData } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CornerDownLeft, Search, X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useId, useState } from 'react';
import { queryClient } from '../query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { scrimClasses } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { HotkeyHint } from '../../ui/hotkey-hint.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Marked } from '../../ui/marked.tsx';
import { NamedIcon } from '../../ui/named-icon.tsx';
import { OptionRow } from '../../ui/option-row.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { paletteLayer } from '../lazy-layer.ts';
import { useNavigate, useShell } from '../navigation.tsx';
import { useRegisteredActions } from './palette-actions.ts';
import { useShellActions } from './shell-actions.ts';
import { paletteGroups } from './palette-items.ts';
import type { PaletteEntry, PaletteGroup } from './palette-items.ts';
import { recentItems, rememberItem } from './recent-items.ts';

const debounceMs = 120;

function useRemoteResults(query: string, { context }: ShellData) {
  const settled = useDebounced(query.trim(), debounceMs);
  const project = context?.type === 'project' ? context.id : null;
  return useQuery(
    {
      queryKey: ['palette', settled, project],
      queryFn: ({ signal }) =>
        api.get<PaletteResults>(shellPaths.paletteSearch, { query: { q: settled, project }, signal }),
      enabled: settled !== '',
      placeholderData: keepPreviousData,
      staleTime: 30_000,
    },
    queryClient,
  );
}

type RowProps = { entry: PaletteEntry; id: string; active: boolean; onPick: () => void; onHover: () => void };

function Row({ entry, id, active, onPick, onHover }: RowProps) {
  return (
    <OptionRow
      id={id}
      isActive={active}
      onPick={onPick}
      onHover={onHover}
      className={clsx('control flex min-h-8 items-center gap-2.5 rounded-md px-2.5', active && 'bg-hover')}
    >
      <NamedIcon
        name={entry.icon ?? (entry.href === undefined ? 'activity' : 'explore')}
        className="shrink-0 text-fg-faint"
      />
      <span className="min-w-0 truncate">
        <Marked text={entry.text} ranges={entry.ranges} />
      </span>
      <span className="min-w-0 flex-1 truncate text-sm text-fg-faint">{entry.detail}</span>
      {entry.hotkey !== undefined && <HotkeyHint of={entry.hotkey} />}
      {active && <CornerDownLeft size={12} className="shrink-0 text-fg-faint" aria-hidden />}
    </OptionRow>
  );
}

type ListProps = {
  groups: PaletteGroup[];
  listId: string;
  active: number;
  onHover: (index: number) => void;
  onPick: (entry: PaletteEntry) => void;
};

function Results({ groups, listId, active, onHover, onPick }: ListProps) {
  const entries = groups.flatMap((group) => group.entries);
  return (
    <div id={listId} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto p-1.5 sm:max-h-96">
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <div aria-hidden className="px-2.5 pt-2 pb-1 text-sm font-medium text-fg-faint">
            {group.title}
          </div>
          {group.entries.map((entry) => {
            const at = entries.indexOf(entry);
            return (
              <Row
                key={entry.id}
                entry={entry}
                id={`${listId}-${at}`}
                active={at === active}
                onPick={() => onPick(entry)}
                onHover={() => onHover(at)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** What stands in the list for the query, and what choosing does. */
function usePaletteList(query: string) {
  const shell = useShell();
  const viewerId = shell.viewer?.id ?? null;
  const [recent] = useState(() => recentItems(viewerId));
  const actions = [...useRegisteredActions(), ...useShellActions()];
  const navigate = useNavigate();
  const remote = useRemoteResults(query, shell);
  const isEmptyQuery = query.trim() === '';
  const groups = paletteGroups({ query, actions, shell, recent, remote: isEmptyQuery ? undefined : remote.data });
  const pick = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    paletteLayer.close();
    if (entry.href === undefined) return entry.run?.();
    if (entry.id.startsWith('search:')) return void navigate(entry.href);
    const { text, href, detail, icon } = entry;
    const optional = { ...(detail === undefined ? {} : { detail }), ...(icon === undefined ? {} : { icon }) };
    rememberItem(viewerId, { id: href, text, href, ...optional });
    void navigate(href);
  };
  return { groups, pick, isWaiting: !isEmptyQuery && remote.isFetching, error: isEmptyQuery ? null : remote.error };
}

function PaletteBody() {
  const listId = useId();
  const [query, setQuery] = useState('');
  const { groups, pick, isWaiting, error } = usePaletteList(query);
  const entries = groups.flatMap((group) => group.entries);
  const { active, setActive, onKeyDown } = useListKeys({
    count: entries.length,
    resetOn: query,
    onPick: (index) => pick(entries[index]),
  });
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b px-4">
        {isWaiting ? <Spinner /> : <Search size={16} className="text-fg-faint" aria-hidden />}
        <input
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries.length === 0 ? undefined : `${listId}-${active}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Projects, merge requests, users, files, actions"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-h3 outline-none"
        />
        {/* On a phone it covers everything, and there is no such key. */}
        <span className="max-sm:hidden">
          <Kbd keys="escape" />
        </span>
        <IconButton icon={X} label="Close" className="-mr-2 sm:hidden!" onClick={paletteLayer.close} />
      </div>
      <Results groups={groups} listId={listId} active={active} onHover={setActive} onPick={pick} />
      <div role="status" className="empty:hidden">
        {error !== null && <p className="border-t px-4 py-2 text-sm text-failed">{messageOf(error)}</p>}
      </div>
    </>
  );
}

/** One box for going anywhere and doing anything. */
export default function Palette() {
  const { onOpen, onClose } = useReturnFocus();
  return (
    <Primitive.Root open onOpenChange={paletteLayer.close}>
      <Primitive.Portal>
        <Primitive.Overlay className={scrimClasses} />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={onOpen}
          onCloseAutoFocus={onClose}
          className="forced-border fixed inset-x-0 top-0 z-40 mx-auto flex max-h-dvh w-full max-w-160 animate-rise flex-col overflow-hidden bg-overlay shadow-float outline-none max-sm:h-dvh sm:top-[12vh] sm:rounded-md"
        >
          <Primitive.Title className="sr-only">Search and commands</Primitive.Title>
          <PaletteBody />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
