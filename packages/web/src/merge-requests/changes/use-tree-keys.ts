import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { type KeyboardEvent, useState } from 'react';
import type { TreeRow } from './model/tree-rows.ts';

type Acts = {
  onToggle: (folder: string) => void;
  onPick: (file: DiffFileSummary) => void;
  reveal: (index: number) => void;
};

function parentOf(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  return rows.slice(0, index).findLastIndex((row) => row.depth < depth);
}

/** Keys of a tree: arrows move and open, Enter goes there. Letters stay shortcuts; the filter finds names. */
export function useTreeKeys(rows: readonly TreeRow[], { onToggle, onPick, reveal }: Acts) {
  const [wanted, setWanted] = useState(0);
  const active = Math.min(wanted, Math.max(0, rows.length - 1));
  const move = (index: number) => {
    const next = Math.min(Math.max(index, 0), rows.length - 1);
    setWanted(next);
    reveal(next);
  };
  const sideways = (row: TreeRow, isOpening: boolean) => {
    if (row.type === 'folder' && row.isOpen !== isOpening) onToggle(row.node.key);
    else if (isOpening && row.type === 'folder') move(active + 1);
    else if (!isOpening && parentOf(rows, active) >= 0) move(parentOf(rows, active));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(rows.length - 1);
    else if (event.key === 'ArrowRight') sideways(row, true);
    else if (event.key === 'ArrowLeft') sideways(row, false);
    else if ((event.key === 'Enter' || event.key === ' ') && row.type === 'folder') onToggle(row.node.key);
    else if ((event.key === 'Enter' || event.key === ' ') && row.type === 'file') onPick(row.node.file);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, setActive: setWanted, onKeyDown };
}
