import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Count } from './count.tsx';
import { tabClasses } from './link-tabs.tsx';

export type TabItem = {
  key: string;
  label: string;
  count?: number | undefined;
  content: ReactNode;
  /** Stays while another tab is open, with what was typed. */
  isKept?: boolean;
};

export type TabsProps = {
  items: readonly TabItem[];
  label: string;
  value?: string;
  onValueChange?: (value: string) => void;
};

/** Which tab a key leads to, round the ends; null for other keys. */
function tabAt(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/**
 * Tabs within a page that have no address of their own (write and preview). One of them is in the order of the keyboard, the
 * arrows lead to the others and show them at once. Only what is shown is there: each form for a comment has some.
 */
export function Tabs({ items, label, value, onValueChange }: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState(items[0]?.key);
  const wanted = value ?? own;
  const current = Math.max(
    0,
    items.findIndex(({ key }) => key === wanted),
  );
  const shown = items[current];
  if (!shown) return null;
  const choose = (key: string) => {
    if (key === shown.key) return;
    setOwn(key);
    onValueChange?.(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = tabAt(event.key, current, items.length);
    const item = next === null ? undefined : items[next];
    if (next === null || !item) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    choose(item.key);
  };
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have it */}
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className="flex gap-5 overflow-x-auto border-b">
        {items.map((item) => {
          const isShown = item === shown;
          return (
            <button
              key={item.key}
              type="button"
              role="tab"
              id={`${id}${item.key}`}
              aria-selected={isShown}
              aria-controls={isShown ? `${id}${item.key}panel` : undefined}
              tabIndex={isShown ? 0 : -1}
              onClick={() => choose(item.key)}
              className={tabClasses}
            >
              {item.label}
              {item.count !== undefined && <Count value={item.count} />}
            </button>
          );
        })}
      </div>
      {items.map(
        (item) =>
          (item === shown || item.isKept) && (
            <div
              key={item.key}
              hidden={item !== shown}
              role="tabpanel"
              id={`${id}${item.key}panel`}
              aria-labelledby={`${id}${item.key}`}
              // What it holds may have nothing that takes the keyboard.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              className="pt-3"
            >
              {item.content}
            </div>
          ),
      )}
    </div>
  );
}
