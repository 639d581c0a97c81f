import type { DescriptionPaths, MilestoneEntry, PlanningPlace } from '@tributary/contract/planning/page.ts';
import { placesIn } from '../discussions/model/upload-places.ts';
import { MarkdownEditor } from '../discussions/writing/markdown-editor.tsx';
import { UPLOADING_TEXT } from '../discussions/writing/uploads/uploading-text.ts';
import { useSentForm } from '../app/unfinished/use-sent-form.ts';
import { useUnfinishedText } from '../app/unfinished/use-unfinished-text.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';
import { FormError, useForm } from '../ui/form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useKeptChoices } from './use-kept-choices.ts';

export type MilestoneBody = { title: string; description: string; start_date: string; due_date: string };

/** Where what is written of a milestone is kept; of a new one by the place it is made in. */
export function milestonePlace(
  milestone: { id: number } | null,
  { kind, id }: Pick<PlanningPlace, 'kind' | 'id'>,
): string {
  return milestone ? `milestone-${milestone.id}` : `milestone-new-${kind}-${id}`;
}

/** What is written and chosen stays until it has arrived. Above it, `useBegunForm` of its place must have been called. */
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
  const initial = {
    title: milestone?.title ?? '',
    description: milestone?.description ?? '',
    startDate: milestone?.startDate ?? '',
    dueDate: milestone?.dueDate ?? '',
  };
  const title = useUnfinishedText({ place, field: 'title' }, initial.title);
  const text = useUnfinishedText({ place, field: 'description' }, initial.description);
  const { startDate: start, dueDate: due } = initial;
  const dates = useKeptChoices({ place, field: 'description:dates' }, { startDate: start, dueDate: due });
  const { startDate, dueDate } = dates.chosen;
  const { headersFor, arrived } = useSentForm(place, ['title', 'description'], props.onClose);
  const form = useForm({
    initial,
    // What is kept is what counts: it may come back after the form is there.
    validate: () => ({
      ...(title.text.trim() === '' && { title: 'Enter a title.' }),
      ...(placesIn(text.text).length > 0 && { description: UPLOADING_TEXT }),
      ...(startDate !== '' &&
        dueDate !== '' &&
        dueDate < startDate && { dueDate: 'The due date lies before the start date.' }),
    }),
    onSubmit: async () => {
      const body = { title: title.text, description: text.text, start_date: startDate, due_date: dueDate };
      await props.onSubmit(body, headersFor(body));
      arrived();
      title.sent();
      text.sent();
      dates.forget();
      props.onClose();
    },
  });
  const field = (name: keyof typeof initial, value: string, keep: (value: string) => void) => ({
    ...form.text(name),
    value,
    onValueChange: (next: string) => {
      form.set({ [name]: next });
      keep(next);
    },
  });
  const cancel = async () => {
    const isChanged =
      title.text !== initial.title || text.text !== initial.description || startDate !== start || dueDate !== due;
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
        <Button type="submit" variant="primary" busy={form.busy}>
          {props.submitLabel}
        </Button>
        <Button onClick={() => void cancel()}>Cancel</Button>
      </div>
    </form>
  );
}
