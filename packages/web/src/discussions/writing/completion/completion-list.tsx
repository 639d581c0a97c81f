import type { CompletionEntry } from '@tributary/contract/discussions/completion.ts';
import clsx from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { type CaretPosition, caretPositionOf, type Measure } from './caret-position.ts';

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

const GAP_PX = 4;
const MOST_PX = 256;
const WIDTH_PX = 384;

type Style = { top: number; left: number; width: number; maxHeight: number };

/** Below the line that is written; above it where the window ends. Told from the corner of what holds the list. */
function styleFor(caret: CaretPosition, list: HTMLElement): Style {
  const holder = list.offsetParent?.getBoundingClientRect() ?? document.body.getBoundingClientRect();
  // What a keyboard on the screen leaves of the window.
  const height = window.visualViewport?.height ?? window.innerHeight;
  const width = Math.min(WIDTH_PX, holder.width);
  const below = height - caret.bottom - 2 * GAP_PX;
  const above = caret.top - 2 * GAP_PX;
  const wanted = Math.min(MOST_PX, list.scrollHeight + 2);
  const isBelow = below >= wanted || below >= above;
  const maxHeight = Math.max(64, Math.min(MOST_PX, isBelow ? below : above));
  const top = isBelow ? caret.bottom + GAP_PX : caret.top - GAP_PX - Math.min(wanted, maxHeight);
  const left = Math.max(0, Math.min(caret.left - holder.left, holder.width - width));
  return { top: top - holder.top, left, width, maxHeight };
}

/** The choices at the caret; the text keeps focus and names the active one. */
export default function CompletionList(props: {
  id: string;
  choices: readonly CompletionEntry[];
  active: number;
  place: (measure: Measure) => CaretPosition | null;
  onChoose: (choice: CompletionEntry) => void;
}) {
  const { choices, active, place } = props;
  const list = useRef<HTMLDivElement>(null);
  const [style, setStyle] = useState<Style | null>(null);
  useLayoutEffect(() => {
    const caret = place(caretPositionOf);
    if (caret && list.current) setStyle(styleFor(caret, list.current));
    // Other choices make another height; the place is asked for then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [choices]);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={props.id}
      role="listbox"
      tabIndex={-1}
      aria-label="Suggestions"
      style={style ?? undefined}
      className="absolute z-20 overflow-auto rounded-md border bg-overlay p-1 shadow-float"
    >
      {choices.map((choice, index) => (
        // Chosen with the keys of the text.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={choice.value}
          id={optionId(props.id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The text keeps focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(choice)}
          className={clsx(
            'flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 py-1',
            index === active ? 'bg-hover' : 'hover:bg-hover',
          )}
        >
          {choice.color && (
            <svg aria-hidden width={10} height={10} className="shrink-0">
              <circle cx={5} cy={5} r={5} fill={choice.color} />
            </svg>
          )}
          {choice.picture && (
            <img src={choice.picture} alt="" width={16} height={16} className="shrink-0 object-contain" />
          )}
          <bdi className="min-w-0 flex-1 truncate">{choice.text}</bdi>
          {choice.detail !== null && <bdi className="max-w-1/2 shrink-0 truncate text-fg-muted">{choice.detail}</bdi>}
        </div>
      ))}
    </div>
  );
}
