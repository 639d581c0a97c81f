import { useState } from 'react';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { useSentForm } from '../../app/autosave/use-sent-form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { BehindNotice } from './behind-notice.tsx';
import { CommitList } from './commit-list.tsx';
import { mergeDisabledText } from './disabled-text.ts';
import { MergeButton } from './merge-button.tsx';
import { MergeMessages } from './merge-messages.tsx';
import { MergeSentence } from './merge-sentence.tsx';
import type { Widget } from './use-widget.ts';
import { WidgetRow } from './widget-row.tsx';

/** Where begun messages are kept; null: nowhere. */
export type MessageScope = string | null;

const FIELDS = ['merge-message', 'squash-message'] as const;

/** The choices of one merge, and the request that they make. */
function useMergeForm({ data, ...widget }: Widget, place: MessageScope) {
  const [removesSource, setRemovesSource] = useState(data.should_remove_source_branch ?? data.remove_source_branch);
  const [squashes, setSquashes] = useState(data.squash_on_merge);
  const [mergeSlot, squashSlot] = FIELDS.map((field) => (place === null ? null : { place, field }));
  const ofMerge = useAutosavedText(mergeSlot ?? null, data.default_merge_commit_message);
  const ofSquash = useAutosavedText(squashSlot ?? null, data.default_squash_commit_message);
  const { headersFor, arrived } = useSentForm(place ?? '', FIELDS);
  const [wantsEditing, setEditing] = useState<boolean | null>(null);
  // A message that was begun before is shown: nothing is merged with words that are not seen.
  const isEditing = wantsEditing ?? (ofMerge.isKept || ofSquash.isKept);
  // Who writes goes on: also when it says again what was proposed, and nothing is kept any more.
  const write = (setText: (text: string) => void) => (text: string) => {
    setEditing(true);
    setText(text);
  };
  const hasMessage = !data.ff_only_enabled;
  const isBlank = (hasMessage && ofMerge.text.trim() === '') || (squashes && ofSquash.text.trim() === '');
  const merge = async (strategy: string | null) => {
    const body = {
      should_remove_source_branch: removesSource,
      squash: squashes,
      ...(strategy !== null && { auto_merge_strategy: strategy }),
      ...(hasMessage && { commit_message: ofMerge.text }),
      ...(squashes && { squash_commit_message: ofSquash.text }),
    };
    if (!(await widget.merge(body, headersFor(body)))) return;
    arrived();
    ofMerge.sent();
    ofSquash.sent();
  };
  return {
    removesSource,
    setRemovesSource,
    squashes,
    setSquashes,
    isEditing,
    setEditing,
    isBlank,
    merge,
    mergeMessage: hasMessage ? { slot: mergeSlot ?? null, saved: ofMerge, write: write(ofMerge.setText) } : null,
    squashMessage: squashes ? { slot: squashSlot ?? null, saved: ofSquash, write: write(ofSquash.setText) } : null,
  };
}

type MergeForm = ReturnType<typeof useMergeForm>;

function Choices({ widget: { data }, form }: { widget: Widget; form: MergeForm }) {
  const isSquashShown = data.squash_available && !(data.squash_readonly && !form.squashes);
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1">
      {data.current_user.can_remove_source_branch && (
        <Checkbox label="Delete source branch" checked={form.removesSource} onCheckedChange={form.setRemovesSource} />
      )}
      {isSquashShown && (
        <Checkbox
          label="Squash commits"
          checked={form.squashes}
          onCheckedChange={form.setSquashes}
          disabled={data.squash_readonly}
          hint={data.squash_readonly ? 'Required in this project.' : undefined}
        />
      )}
      {(form.mergeMessage ?? form.squashMessage) && (
        <Checkbox label="Edit commit message" checked={form.isEditing} onCheckedChange={form.setEditing} />
      )}
    </div>
  );
}

/** For those who may not: it says who can. */
function NotAllowed() {
  return (
    <WidgetRow group="success" status="Ready">
      <strong className="font-semibold">Ready to merge by members who can write to the target branch.</strong>{' '}
      <span className="text-fg-muted">
        Ready to be merged automatically. Ask someone with write access to this repository to merge this request.
      </span>
    </WidgetRow>
  );
}

type PanelProps = { widget: Widget; place: MessageScope };

function MergeControls({ widget, form }: { widget: Widget; form: MergeForm }) {
  return (
    <>
      <Choices widget={widget} form={form} />
      {form.isEditing && <MergeMessages data={widget.data} squash={form.squashMessage} merge={form.mergeMessage} />}
    </>
  );
}

/** The merge row when everything holds: choices, messages and the button. */
export function ReadyPanel({ widget, place }: PanelProps) {
  const { data } = widget;
  const form = useMergeForm(widget, place);
  if (!data.user_permissions.can_merge) return <NotAllowed />;
  const canMerge = data.mergeable || data.available_auto_merge_strategies.length > 0;
  return (
    <WidgetRow
      group="success"
      status="Ready"
      actions={canMerge && <MergeButton widget={widget} isBlocked={form.isBlank} merge={form.merge} />}
      details={
        <div className="flex flex-col gap-3">
          {canMerge ? <MergeControls widget={widget} form={form} /> : <p>{mergeDisabledText(data)}</p>}
          <CommitList data={data} />
        </div>
      }
    >
      <strong className="font-semibold">Ready to merge!</strong>{' '}
      <span className="text-fg-muted">
        <MergeSentence data={data} squashes={form.squashes} /> <BehindNotice widget={widget} />
      </span>
    </WidgetRow>
  );
}

/** Something is still in the way, and it can be merged by itself once that is gone. */
export function AutoMergeChoice({ widget, place }: PanelProps) {
  const form = useMergeForm(widget, place);
  return (
    <WidgetRow
      group="scheduled"
      status="Can be merged later"
      actions={<MergeButton widget={widget} isBlocked={form.isBlank} merge={form.merge} />}
      details={
        <div className="flex flex-col gap-3">
          <MergeControls widget={widget} form={form} />
        </div>
      }
    >
      <strong className="font-semibold">Can be merged later.</strong>{' '}
      <span className="text-fg-muted">
        <MergeSentence data={widget.data} squashes={form.squashes} later />
      </span>
    </WidgetRow>
  );
}
