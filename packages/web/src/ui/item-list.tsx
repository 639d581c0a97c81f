import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from './empty-state.tsx';
import { List } from './list-row.tsx';

export type ItemListProps<T> = {
  /** Of the list. */
  label: string;
  items: readonly T[];
  /** Shown while there are no items: what they are for, and how to add the first one. */
  empty: { icon: LucideIcon; title: string; text: string; action?: ReactNode };
  /** The row of one item, with its key. */
  children: (item: T) => ReactNode;
};

/** The items of a settings page, or what they are for. */
export function ItemList<T>({ label, items, empty, children }: ItemListProps<T>) {
  return items.length === 0 ? <EmptyState {...empty} /> : <List label={label}>{items.map(children)}</List>;
}

/** The dialog that adds an item or edits one: for which it is open. */
export function useItemDialog<T extends object>() {
  const [edited, setEdited] = useState<T | 'new' | null>(null);
  return {
    add: () => setEdited('new'),
    edit: (item: T) => setEdited(item),
    /** Draws the dialog while it is open; `item` is null for a new one. */
    dialog: (draw: (item: T | null, close: () => void) => ReactNode): ReactNode => {
      if (edited === null) return null;
      // A dialog that is saved late leaves another one that was opened meanwhile.
      const close = () => setEdited((now) => (now === edited ? null : now));
      return draw(edited === 'new' ? null : edited, close);
    },
  };
}
