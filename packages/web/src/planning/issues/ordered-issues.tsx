import type { IssueListItem } from '@tributary/contract/planning/issue-page.ts';
import clsx from 'clsx';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { List } from '../../ui/list-row.tsx';
import { IssueRow } from './issue-row.tsx';
import { type Drag, useManualOrder } from './use-manual-order.ts';

const STEPS: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** Where the row that is dragged would stand. */
function dropClasses(drag: Drag | null, at: number): string | undefined {
  if (drag === null) return undefined;
  if (at === drag.from) return 'opacity-50';
  if (at !== drag.to) return undefined;
  return drag.to < drag.from ? 'shadow-[inset_0_2px_0_var(--accent)]' : 'shadow-[inset_0_-2px_0_var(--accent)]';
}

/** Issues of a project in the order by hand, for those who may change it. */
export function OrderedIssues(props: {
  items: readonly IssueListItem[];
  projectPath: string;
  /** What selects one, where rows are selected. */
  boxOf: (item: IssueListItem) => ReactNode;
}) {
  const { items, projectPath, boxOf } = props;
  const { order, drag, said, moveTo, onPointerDown } = useManualOrder(items, projectPath);
  const help = useId();
  const moved = useRef<HTMLElement>(null);
  // The row that is put elsewhere loses the keyboard on the way.
  useLayoutEffect(() => {
    moved.current?.focus();
    moved.current = null;
  }, [order]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, at: number) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (moveTo(at, at + step)) moved.current = event.currentTarget;
  };
  return (
    <>
      <p id={help} className="pb-2 text-sm text-fg-muted">
        Drag an issue by its handle, or focus the handle and press the up or down arrow key.
      </p>
      <List label="Issues" className={clsx(drag && 'select-none')}>
        {order.map((item, at) => (
          <IssueRow
            key={item.id}
            item={item}
            showProject={false}
            className={dropClasses(drag, at)}
            handle={
              <>
                {boxOf(item)}
                <IconButton
                  isAmongMany
                  icon={GripVertical}
                  size="sm"
                  label={`Move ${item.title}`}
                  aria-describedby={help}
                  className="mr-0.5 -ml-1.5 cursor-grab touch-none"
                  onPointerDown={(event) => onPointerDown(event, at)}
                  onKeyDown={(event) => onKeyDown(event, at)}
                />
              </>
            }
          />
        ))}
      </List>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
