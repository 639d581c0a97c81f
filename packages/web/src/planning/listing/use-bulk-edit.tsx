import { ListChecks } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { FilterScope } from '../scope-filter-fields.ts';
import { type BulkChoice, NO_CHANGE } from './bulk-choice.ts';

const BulkFields = lazyPart(async () => ({ default: (await import('./bulk-edit.tsx')).BulkFields }));
const BulkBar = lazyPart(async () => ({ default: (await import('./bulk-edit.tsx')).BulkBar }));

export type BulkItem = { id: number; title: string; path: string };

export type BulkEditOptions = {
  kind: 'issue' | 'merge request';
  place: FilterScope | null;
  /** Null for those who may not edit here. */
  path: string | null;
  /** Those of this page, in their order. */
  items: readonly BulkItem[];
};

/** Which items of the page are selected: each by itself, or all from the last one on with Shift. */
function useSelection(items: readonly BulkItem[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number>(undefined);
  const toggle = ({ id }: BulkItem, isRange: boolean) => {
    const ids = items.map((item) => item.id);
    const [at, from] = [ids.indexOf(id), isRange ? ids.indexOf(last.current ?? -1) : -1];
    const range = from < 0 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1);
    const isOn = !chosen.has(id);
    last.current = id;
    setChosen(new Set(isOn ? [...chosen, ...range] : [...chosen].filter((each) => !range.includes(each))));
  };
  return { selected: items.filter(({ id }) => chosen.has(id)), toggle, setChosen };
}

/** A key pressed on the way through the list is about the row that has the keyboard. */
const pathOfFocusedRow = () =>
  document.activeElement?.closest('[data-row]')?.querySelector('[data-row-title] a')?.getAttribute('href');

export type BulkEditing = {
  /** For the header of the page. */
  button: ReactNode;
  /** Above the list and below it, while items are selected to be edited. */
  fields: ReactNode;
  bar: ReactNode;
  /** What a row begins with then. */
  boxOf: (item: BulkItem) => ReactNode;
};

/** Selecting rows of a list of issues or merge requests, and changing all of them at once. */
export function useBulkEdit({ kind, place, path, items }: BulkEditOptions): BulkEditing {
  const [isOn, setOn] = useState(false);
  const [choice, setChoice] = useState<BulkChoice>(NO_CHANGE);
  const { selected, toggle, setChosen } = useSelection(items);
  const button = useRef<HTMLButtonElement>(null);
  const isShift = useRef(false);
  const begin = () => {
    setChoice(NO_CHANGE);
    setChosen(new Set());
    setOn(true);
  };
  const end = () => {
    setOn(false);
    button.current?.focus();
  };
  const select = () => {
    const row = pathOfFocusedRow();
    const item = items.find((each) => each.path === row);
    if (!item) return;
    if (isOn) return toggle(item, false);
    begin();
    setChosen(new Set([item.id]));
  };
  useHotkeys([{ id: 'list.select', keys: 'x', label: 'Select row for bulk edit', run: select }], {
    scope: 'Lists',
    enabled: path !== null,
  });
  if (path === null || place === null) return { button: null, fields: null, bar: null, boxOf: () => null };
  const shared = { kind, selected, choice, setChoice };
  return {
    button: (isOn || items.length > 0) && (
      <Button
        ref={button}
        icon={ListChecks}
        aria-pressed={isOn}
        onPointerEnter={() => void BulkFields.preload()}
        onClick={isOn ? end : begin}
      >
        Bulk edit
      </Button>
    ),
    fields: isOn && (
      <Suspense>
        <BulkFields
          {...shared}
          place={place}
          items={items}
          onSelectAll={(isAll) => setChosen(new Set(isAll ? items.map(({ id }) => id) : []))}
        />
      </Suspense>
    ),
    bar: isOn && (
      <Suspense>
        <BulkBar {...shared} path={path} onRefused={(ids) => setChosen(new Set(ids))} onEnd={end} />
      </Suspense>
    ),
    boxOf: (item) =>
      isOn && (
        <span className="mr-2 flex" onClickCapture={(event) => (isShift.current = event.shiftKey)}>
          <Checkbox
            label={`Select ${item.title}`}
            labelHidden
            checked={selected.some(({ id }) => id === item.id)}
            onCheckedChange={() => toggle(item, isShift.current)}
          />
        </span>
      ),
  };
}
