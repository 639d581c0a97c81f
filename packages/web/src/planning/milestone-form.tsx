import type { DescriptionPaths, MilestoneEntry, PlanningContainer } from '@tributary/contract/planning/page.ts';
import { useState } from 'react';
import { findUploadPlaceholders } from '../discussions/model/upload-placeholders.ts';
import { ConflictNotice } from '../discussions/writing/conflict-notice.tsx';
import { MarkdownEditor } from '../discussions/writing/markdown-editor.tsx';
import { UPLOADING_TEXT } from '../discussions/writing/uploads/uploading-text.ts';
import { useTextVersion } from '../discussions/writing/use-text-version.ts';
import { reloadPage } from '../app/navigation.tsx';
import { useSentForm } from '../app/autosave/use-sent-form.ts';
import { useAutosavedText } from '../app/autosave/use-autosaved-text.ts';
import { isAppError } from '../lib/app-error.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { FormError, useForm } from '../ui/form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { changesOf } from './changes-of.ts';
import { useAutosavedChoices } from './use-autosaved-choices.ts';

type Said = { title: string; description: string; start_date: string; due_date: string };
/** Of one that is there, what was changed, and the version that it was changed from. */
export type MilestoneBody = Partial<Said> & { last_known_updated_at?: string };

const saidOf = (milestone: MilestoneEntry | null): Said => ({
  title: milestone?.title ?? '',
  description: milestone?.description ?? '',
  start_date: milestone?.startDate ?? '',
  due_date: milestone?.dueDate ?? '',
});

/** As it is shown to whoever was writing meanwhile. */
function textOf({ title, description, start_date: start, due_date: due }: Said): string {
  const dates = [start && `Start date: ${start}`, due && `Due date: ${due}`].filter((each) => each !== '').join('\n');
  return [title, dates, description].filter((each) => each !== '').join('\n\n');
}

/** Where what is written of a milestone is kept; of a new one by the place it is made in. */
export function milestoneDraftScope(
  milestone: { id: number } | null,
  { kind, id }: Pick<PlanningContainer, 'kind' | 'id'>,
): string {
  return milestone ? `milestone-${milestone.id}` : `milestone-new-${kind}-${id}`;
}

/** The field they are kept in. */
const DATES = 'description:dates';

/**
 * What is written and chosen stays until it has arrived. When someone else was faster, theirs is shown and nothing is
 * overwritten. Above it, `useAutosavedForm` of its place must have been called.
 */
export function MilestoneForm(props: {
  milestone: MilestoneEntry | null;
  place: string;
  writing: DescriptionPaths;
  submitLabel: string;
  autoFocus: boolean;
  onSubmit: (body: MilestoneBody, headers: Record<string, string>) => Promise<void>;
  onClose: () => void;
}) {
  const { milestone, place, writing } = props;
  // What the editor began with, to tell what someone else changed.
  const [began] = useState(milestone);
  const before = saidOf(began);
  const now = saidOf(milestone);
  const { version, see } = useTextVersion(place, began?.version ?? '', DATES);
  const base = began && version;
  const title = useAutosavedText({ place, field: 'title' }, before.title, base);
  const text = useAutosavedText({ place, field: 'description' }, before.description, base);
  const { start_date: start, due_date: due } = before;
  const dates = useAutosavedChoices({ place, field: DATES }, { startDate: start, dueDate: due }, base);
  const [isConflict, setConflict] = useState(false);
  const { startDate, dueDate } = dates.chosen;
  const { headersFor, arrived } = useSentForm(place, ['title', 'description'], props.onClose);
  const form = useForm({
    initial: { title: before.title, description: before.description, startDate: start, dueDate: due },
    // What is kept is what counts: it may come back after the form is there.
    validate: () => ({
      ...(title.text.trim() === '' && { title: 'Enter a title.' }),
      ...(findUploadPlaceholders(text.text).length > 0 && { description: UPLOADING_TEXT }),
      ...(startDate !== '' &&
        dueDate !== '' &&
        dueDate < startDate && { dueDate: 'The due date cannot be before the start date.' }),
    }),
    onSubmit: async () => {
      const said = { title: title.text, description: text.text, start_date: startDate, due_date: dueDate };
      const body = began === null ? said : { ...changesOf(before, said), last_known_updated_at: version };
      try {
        await props.onSubmit(body, headersFor(body));
      } catch (error) {
        if (!(isAppError(error) && error.status === 409 && began)) throw error;
        await reloadPage();
        setConflict(true);
        return;
      }
      arrived();
      title.sent();
      text.sent();
      dates.forget();
      props.onClose();
    },
  });
  const field = (
    name: 'title' | 'description' | 'startDate' | 'dueDate',
    value: string,
    keep: (value: string) => void,
  ) => ({
    ...form.text(name),
    value,
    onValueChange: (next: string) => {
      form.set({ [name]: next });
      keep(next);
    },
  });
  const cancel = async () => {
    const isChanged =
      title.text !== before.title || text.text !== before.description || startDate !== start || dueDate !== due;
    const question = milestone
      ? { title: 'Are you sure you want to cancel editing this milestone?', action: 'Cancel editing' }
      : { title: 'Are you sure you want to cancel creating this milestone?', action: 'Discard changes' };
    if (isChanged && !(await confirm({ ...question, cancel: 'Continue editing', danger: true }))) return;
    title.discard();
    text.discard();
    dates.forget();
    props.onClose();
  };
  const description = field('description', text.text, text.setText);
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      {isConflict && (
        <ConflictNotice
          noun="milestone"
          conflict={{
            text: textOf(now),
            onSeen: () => {
              setConflict(false);
              // What was seen may be replaced now.
              see(milestone?.version ?? version);
            },
          }}
          onTake={() => {
            title.setText(now.title);
            text.setText(now.description);
            dates.choose({ startDate: now.start_date, dueDate: now.due_date });
          }}
        />
      )}
      <TextField label="Title" autoFocus={props.autoFocus} required {...field('title', title.text, title.setText)} />
      <MarkdownEditor
        label="Description"
        value={description.value}
        onValueChange={description.onValueChange}
        error={description.error}
        previewPath={writing.previewMarkdownPath}
        uploadsPath={writing.uploadsPath}
        hasCommands={false}
        slot={{ place, field: 'description' }}
        minRows={3}
        onSubmitKey={() => form.props.ref.current?.requestSubmit()}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Start date"
          type="date"
          {...field('startDate', startDate, (value) => dates.choose({ startDate: value }))}
        />
        <TextField
          label="Due date"
          type="date"
          {...field('dueDate', dueDate, (value) => dates.choose({ dueDate: value }))}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={form.busy} disabled={isConflict}>
          {props.submitLabel}
        </Button>
        <Button onClick={() => void cancel()}>Cancel</Button>
      </div>
    </form>
  );
}
