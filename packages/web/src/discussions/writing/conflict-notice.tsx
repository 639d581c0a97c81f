import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

export type TextConflict = {
  /** What stands there now. */
  text: string;
  /** The writer has seen it: saving may replace it. */
  onSeen: () => void;
};

/** Someone else changed the text meanwhile: theirs is shown above one's own, and nothing is overwritten unseen. */
export function ConflictNotice(props: {
  conflict: TextConflict;
  onTake: (text: string) => void;
  /** What was being written. */
  noun?: string;
}) {
  const { conflict, onTake, noun = 'comment' } = props;
  return (
    <Banner tone="warning" live title={`This ${noun} changed after you started editing it.`}>
      <p>Review the updated {noun} to ensure information is not lost. Your own text is below.</p>
      <pre
        dir="auto"
        // Scrolled with the arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`The updated ${noun}`}
        className="my-2 max-h-48 overflow-auto rounded-md border bg-surface p-2 font-mono text-code break-words whitespace-pre-wrap"
      >
        {conflict.text}
      </pre>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" onClick={conflict.onSeen}>
          Keep my text
        </Button>
        <Button
          size="sm"
          onClick={() => {
            onTake(conflict.text);
            conflict.onSeen();
          }}
        >
          Use the updated text
        </Button>
      </span>
    </Banner>
  );
}
