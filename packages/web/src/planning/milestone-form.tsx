import type { DescriptionPaths, MilestoneEntry } from '@tributary/contract/planning/page.ts';
import { placesIn } from '../discussions/model/upload-places.ts';
import { MarkdownEditor } from '../discussions/writing/markdown-editor.tsx';
import { UPLOADING_TEXT } from '../discussions/writing/uploads/uploading-text.ts';
import { Button } from '../ui/button.tsx';
import { FormError, useForm } from '../ui/form.tsx';
import { TextField } from '../ui/text-field.tsx';

export type MilestoneBody = { title: string; description: string; start_date: string; due_date: string };

export function MilestoneForm(props: {
  milestone: MilestoneEntry | null;
  writing: DescriptionPaths;
  submitLabel: string;
  onSubmit: (body: MilestoneBody) => Promise<void>;
  onCancel: () => void;
}) {
  const { milestone, writing } = props;
  const form = useForm({
    initial: {
      title: milestone?.title ?? '',
      description: milestone?.description ?? '',
      startDate: milestone?.startDate ?? '',
      dueDate: milestone?.dueDate ?? '',
    },
    validate: (values) => ({
      ...(values.title.trim() === '' && { title: 'Enter a title.' }),
      ...(placesIn(values.description).length > 0 && { description: UPLOADING_TEXT }),
      ...(values.startDate !== '' &&
        values.dueDate !== '' &&
        values.dueDate < values.startDate && { dueDate: 'The due date lies before the start date.' }),
    }),
    onSubmit: ({ title, description, startDate, dueDate }) =>
      props.onSubmit({ title, description, start_date: startDate, due_date: dueDate }),
  });
  const description = form.text('description');
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <TextField label="Title" autoFocus required {...form.text('title')} />
      <MarkdownEditor
        label="Description"
        value={description.value}
        onValueChange={description.onValueChange}
        error={description.error}
        previewPath={writing.previewMarkdownPath}
        uploadsPath={writing.uploadsPath}
        hasCommands={false}
        minRows={3}
        onSubmitKey={() => form.props.ref.current?.requestSubmit()}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Start date" type="date" {...form.text('startDate')} />
        <TextField label="Due date" type="date" {...form.text('dueDate')} />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={form.busy}>
          {props.submitLabel}
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
