import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { AutosavedText, TextSlot } from '../../app/autosave/use-autosaved-text.ts';
import { WithHistory } from '../../app/autosave/with-history.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { TextArea } from '../../ui/text-area.tsx';

const MESSAGE_ROWS = 7;

const REPLACE = {
  title: 'Replace the edited message?',
  text: 'Your changes to the merge commit message are lost.',
  action: 'Replace message',
} as const;

export type EditedMessage = { slot: TextSlot; saved: AutosavedText; write: (text: string) => void };

function MessageField({ label, of, message }: { label: string; of: string; message: EditedMessage }) {
  return (
    <WithHistory slot={message.slot} of={of} onRestore={message.write}>
      <TextArea
        label={label}
        value={message.saved.text}
        onValueChange={message.write}
        minRows={MESSAGE_ROWS}
        code
        required
      />
    </WithHistory>
  );
}

type Defaults = Pick<WidgetData, 'default_merge_commit_message' | 'default_merge_commit_message_with_description'>;

/** Switches between the proposed message with and without the description. */
function IncludeDescription({ data, message }: { data: Defaults; message: EditedMessage }) {
  const { default_merge_commit_message: plain, default_merge_commit_message_with_description: whole } = data;
  const { text } = message.saved;
  if (plain === whole) return null;
  const change = async (isIncluded: boolean) => {
    if (text !== plain && text !== whole && !(await confirm(REPLACE))) return;
    message.write(isIncluded ? whole : plain);
  };
  return (
    <Checkbox
      label="Include merge request description"
      checked={text === whole}
      onCheckedChange={(isIncluded) => void change(isIncluded)}
    />
  );
}

/** The messages of the commits that the merge makes. Null: it makes no such commit. */
export function MergeMessages(props: { data: Defaults; squash: EditedMessage | null; merge: EditedMessage | null }) {
  const { data, squash, merge } = props;
  return (
    <>
      {squash && <MessageField label="Squash commit message" of="squash commit message" message={squash} />}
      {merge && (
        <div className="flex flex-col gap-1">
          <MessageField label="Merge commit message" of="merge commit message" message={merge} />
          <IncludeDescription data={data} message={merge} />
        </div>
      )}
    </>
  );
}
