import { useState } from 'react';
import { useDiscussionStore } from '../../discussions/store/use-discussions.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useSentForm } from '../../app/autosave/use-sent-form.ts';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { WithHistory } from '../../app/autosave/with-history.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Widget } from './use-widget.ts';
import { WidgetRow } from './widget-row.tsx';

const MESSAGE_ROWS = 7;

/** The merge row when everything holds: choices, messages and the button. */
export function ReadyPanel({ widget }: { widget: Widget }) {
  const { data, flow } = widget;
  const [removesSource, setRemovesSource] = useState(data.should_remove_source_branch ?? data.remove_source_branch);
  const [squashes, setSquashes] = useState(data.squash_on_merge);
  const place = autosaveScopeOf(useDiscussionStore().notes);
  const [mergeSlot, squashSlot] = [
    { place, field: 'merge-message' },
    { place, field: 'squash-message' },
  ];
  const ofMerge = useAutosavedText(mergeSlot, data.default_merge_commit_message);
  const ofSquash = useAutosavedText(squashSlot, data.default_squash_commit_message);
  const { headersFor, arrived } = useSentForm(place, [mergeSlot.field, squashSlot.field]);
  const [wantsEditing, setEditing] = useState<boolean | null>(null);
  // A message that was begun before is shown: nothing is merged with words that are not seen.
  const isEditing = wantsEditing ?? (ofMerge.isKept || ofSquash.isKept);
  // Who writes goes on: also when it says again what was proposed, and nothing is kept any more.
  const write = (setText: (text: string) => void) => (text: string) => {
    setEditing(true);
    setText(text);
  };
  const { text: message } = ofMerge;
  const { text: squashMessage } = ofSquash;
  if (!data.user_permissions.can_merge) {
    return (
      <WidgetRow group="success" status="Ready">
        Ready to merge by members who can write to the target branch.
      </WidgetRow>
    );
  }
  const hasMessage = !data.ff_only_enabled;
  const isSquashShown = data.squash_available && !(data.squash_readonly && !squashes);
  const isBlocked = (hasMessage && message.trim() === '') || (squashes && squashMessage.trim() === '');
  const merge = async () => {
    const body = {
      should_remove_source_branch: removesSource,
      squash: squashes,
      ...(hasMessage && { commit_message: message }),
      ...(squashes && { squash_commit_message: squashMessage }),
    };
    if (!(await widget.merge(body, headersFor(body)))) return;
    arrived();
    ofMerge.sent();
    ofSquash.sent();
  };
  return (
    <WidgetRow
      group="success"
      status="Ready"
      actions={
        <Button variant="primary" busy={flow.state === 'merging'} disabled={isBlocked} onClick={() => void merge()}>
          Merge
        </Button>
      }
      details={
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {data.current_user.can_remove_source_branch && (
              <Checkbox label="Delete source branch" checked={removesSource} onCheckedChange={setRemovesSource} />
            )}
            {isSquashShown && (
              <Checkbox
                label="Squash commits"
                checked={squashes}
                onCheckedChange={setSquashes}
                disabled={data.squash_readonly}
                {...(data.squash_readonly && { hint: 'Required in this project.' })}
              />
            )}
            {(hasMessage || squashes) && (
              <Checkbox label="Edit commit message" checked={isEditing} onCheckedChange={setEditing} />
            )}
          </div>
          {isEditing && squashes && (
            <WithHistory slot={squashSlot} of="squash commit message" onRestore={write(ofSquash.setText)}>
              <TextArea
                label="Squash commit message"
                value={squashMessage}
                onValueChange={write(ofSquash.setText)}
                minRows={MESSAGE_ROWS}
                code
                required
              />
            </WithHistory>
          )}
          {isEditing && hasMessage && (
            <WithHistory slot={mergeSlot} of="merge commit message" onRestore={write(ofMerge.setText)}>
              <TextArea
                label="Merge commit message"
                value={message}
                onValueChange={write(ofMerge.setText)}
                minRows={MESSAGE_ROWS}
                code
                required
              />
            </WithHistory>
          )}
        </div>
      }
    >
      <strong className="font-semibold">Ready to merge!</strong>{' '}
      <span className="text-fg-muted">
        {plural(data.commits_count, 'commit')}
        {hasMessage && ' and 1 merge commit'} will be added to <code>{data.target_branch}</code>.
        {data.diverged_commits_count > 0 && (
          <> The source branch is {plural(data.diverged_commits_count, 'commit')} behind the target branch.</>
        )}
      </span>
    </WidgetRow>
  );
}
