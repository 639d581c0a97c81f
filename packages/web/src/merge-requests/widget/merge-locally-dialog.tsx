import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { mergeLocallySteps } from './merge-locally.ts';

/** How to check it out, review and merge it in a clone. */
export default function MergeLocallyDialog({ data, onClose }: { data: WidgetData; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Check out, review and merge locally"
      text="Run these commands in a clone of the target project."
    >
      <ol className="flex flex-col gap-4">
        {mergeLocallySteps(data, window.location.origin).map(({ title, commands }, index) => (
          <li key={title} className="flex flex-col gap-1">
            <h3 className="font-medium">
              {index + 1}. {title}
            </h3>
            <CodeBlock text={commands} label={title} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
