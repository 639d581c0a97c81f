import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { ListFilter } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useChanges } from './changes-context.ts';
import { FilterItems } from './menus/menu-contents.ts';
import { extensionOf } from './model/tree-rows.ts';

type Offered = {
  key: string;
  label: string;
  /** Those of one kind widen each other. */
  kind?: 'threads';
  keeps: (file: DiffFileSummary) => boolean;
};

export type TreeFilters = {
  offered: readonly Offered[];
  chosen: ReadonlySet<string>;
  toggle: (key: string) => void;
  clear: () => void;
  keeps: (file: DiffFileSummary) => boolean;
};

export const extensionKey = (extension: string) => `extension ${extension}`;

/** What keeps some files only. Extensions widen each other, and so do threads; everything else narrows. */
export function useTreeFilters(chosen: ReadonlySet<string>, choose: (kinds: ReadonlySet<string>) => void): TreeFilters {
  const { comments, slots, metadata } = useChanges();
  // Which files are kept changes with what is said on any of them.
  useSyncExternalStore(comments.changes.subscribe, comments.changes.get);
  const { diff_refs: refs, latest_diff: isNewest } = metadata;
  const threadsOn = ({ file_hash: hash }: DiffFileSummary) => comments.of(hash).threads(refs).counts(isNewest);
  // The list of slots never changes, so neither does the order of these hooks.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  const plugged = slots.treeFilters.map((useFilter) => useFilter());
  const offered: Offered[] = [
    {
      key: 'open threads',
      label: 'With open threads',
      kind: 'threads',
      keeps: (file) => threadsOn(file).open > 0,
    },
    {
      key: 'resolved threads',
      label: 'With resolved threads',
      kind: 'threads',
      keeps: (file) => threadsOn(file).resolved > 0,
    },
    // One that is chosen stays, also when it keeps nothing any more: otherwise it could not be taken back.
    ...plugged.filter((each) => each !== null).filter((each) => each.isOffered || chosen.has(each.key)),
  ];
  const active = offered.filter((each) => chosen.has(each.key));
  const threads = active.filter((each) => each.kind === 'threads');
  const others = active.filter((each) => each.kind === undefined);
  const extensions = [...chosen].filter((key) => key.startsWith('extension '));
  const keeps = (file: DiffFileSummary) =>
    (threads.length === 0 || threads.some((each) => each.keeps(file))) &&
    others.every((each) => each.keeps(file)) &&
    (extensions.length === 0 || extensions.includes(extensionKey(extensionOf(file.file_path))));
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    choose(next);
  };
  return { offered, chosen, toggle, clear: () => choose(new Set()), keeps };
}

export function TreeFilterMenu({ filters }: { filters: TreeFilters }) {
  const { size } = filters.chosen;
  const label = size === 0 ? 'File filters' : `File filters, ${size} selected`;
  return (
    <Menu
      align="end"
      later={FilterItems}
      trigger={<IconButton icon={ListFilter} label={label} size="sm" pressed={size > 0} />}
    >
      <FilterItems filters={filters} />
    </Menu>
  );
}
