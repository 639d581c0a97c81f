import clsx from 'clsx';
import type { Choice } from './find-completions.ts';

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The choices below the text; the text keeps focus and names the active one. */
export default function CompletionList(props: {
  id: string;
  choices: readonly Choice[];
  active: number;
  onChoose: (choice: Choice) => void;
}) {
  return (
    <div
      id={props.id}
      role="listbox"
      tabIndex={-1}
      aria-label="Suggestions"
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-auto rounded-md border bg-overlay p-1 shadow-float"
    >
      {props.choices.map((choice, index) => (
        // Chosen with the keys of the text.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={choice.key}
          id={optionId(props.id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === props.active}
          // The text keeps focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(choice)}
          className={clsx(
            'flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 py-1',
            index === props.active ? 'bg-hover' : 'hover:bg-hover',
          )}
        >
          {choice.color && (
            <svg aria-hidden width={10} height={10} className="shrink-0">
              <circle cx={5} cy={5} r={5} fill={choice.color} />
            </svg>
          )}
          <span className="min-w-0 flex-1 truncate">
            <bdi>{choice.text}</bdi>
          </span>
          {choice.detail && <span className="shrink-0 text-fg-muted">{choice.detail}</span>}
        </div>
      ))}
    </div>
  );
}
