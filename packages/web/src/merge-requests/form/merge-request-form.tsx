import type { MergeRequestFormData } from '@tributary/contract/merge-requests/page.ts';
import type { PagePerson } from '@tributary/contract/planning/page.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { placesIn } from '../../discussions/model/upload-places.ts';
import { UPLOADING_TEXT } from '../../discussions/writing/uploads/uploading-text.ts';
import { mayBeSent } from '../../discussions/writing/sending/may-be-sent.ts';
import { MarkdownEditor } from '../../discussions/writing/markdown-editor.tsx';
import { useUnfinishedPlace, useUnfinishedText } from '../../discussions/writing/use-unfinished-text.ts';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { findLabels, findMilestones, findPeople } from '../../planning/sidebar/find-options.ts';
import { withDraft } from './draft-title.ts';

export type MergeRequestFormBody = {
  title: string;
  description: string;
  assignee_ids: number[];
  reviewer_ids: number[];
  labels: string;
  milestone_id: number;
  remove_source_branch: boolean;
  squash: boolean;
  allow_collaboration?: boolean;
};

export type MergeRequestFormProps = {
  form: MergeRequestFormData;
  projectId: number;
  /** Names the form: what is typed is kept under it until it is sent. */
  saveKey: string;
  previewPath: string;
  uploadsPath: string | null;
  submitLabel: string;
  /** It is there already. */
  isEditing?: boolean;
  /** Stands in for submitting, which cannot be done for this reason. */
  instead?: { action: ReactNode; reason: string } | undefined;
  onSubmit: (body: MergeRequestFormBody) => Promise<void>;
  cancelHref: string;
  danger?: ReactNode;
};

function people(list: readonly PagePerson[]): ComboboxOption[] {
  return list.map((person) => ({ id: String(person.id), text: person.name, detail: `@${person.username}` }));
}

function useChoices(form: MergeRequestFormData) {
  const [assignees, setAssignees] = useState(() => people(form.assignees));
  const [reviewers, setReviewers] = useState(() => people(form.reviewers));
  const [labels, setLabels] = useState<ComboboxOption[]>(() =>
    form.labels.map((each) => ({ id: each.name, text: each.name })),
  );
  const [milestone, setMilestone] = useState<ComboboxOption[]>(() =>
    form.milestone ? [{ id: String(form.milestone.id), text: form.milestone.title }] : [],
  );
  return { assignees, setAssignees, reviewers, setReviewers, labels, setLabels, milestone, setMilestone };
}

function Choices({
  choices,
  form,
  projectId,
}: {
  choices: ReturnType<typeof useChoices>;
  form: MergeRequestFormData;
  projectId: number;
}) {
  const load = (query: string, signal: AbortSignal) => findPeople(projectId, query, signal);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {form.can.assign && (
        <>
          <Combobox
            label="Reviewers"
            multiple
            value={choices.reviewers}
            onValueChange={choices.setReviewers}
            load={load}
            placeholder="Nobody"
          />
          <Combobox
            label="Assignees"
            multiple
            value={choices.assignees}
            onValueChange={choices.setAssignees}
            load={load}
            placeholder="Nobody"
          />
        </>
      )}
      {form.can.label && (
        <Combobox
          label="Labels"
          multiple
          value={choices.labels}
          onValueChange={choices.setLabels}
          load={(query, signal) => findLabels(projectId, query, signal)}
          placeholder="None"
        />
      )}
      {form.can.setMilestone && (
        <Combobox
          label="Milestone"
          value={choices.milestone}
          onValueChange={choices.setMilestone}
          load={(query, signal) => findMilestones(projectId, query, signal)}
          placeholder="None"
        />
      )}
    </div>
  );
}

/** Title, description and everything that can be said before anybody reviews. Text stays until it has arrived. */
export function MergeRequestForm(props: MergeRequestFormProps) {
  const { form, projectId } = props;
  useUnfinishedPlace(props.saveKey);
  const kept = {
    title: useUnfinishedText({ place: props.saveKey, field: 'title' }, form.title),
    description: useUnfinishedText({ place: props.saveKey, field: 'description' }, form.description),
  };
  const { text: title, setText: setTitle } = kept.title;
  const { text: description, setText: setDescription } = kept.description;
  const choices = useChoices(form);
  const [removes, setRemoves] = useState(form.removeSourceBranch);
  const [squashes, setSquashes] = useState(form.squash.value);
  const [collaborates, setCollaborates] = useState(form.allowCollaboration ?? false);
  const reasonId = useId();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ title?: string | undefined; other: string | null }>({ other: null });
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (props.instead) return undefined;
    if (title.trim() === '') return setError({ title: 'Enter a title.', other: null });
    if (placesIn(description).length > 0) return setError({ other: UPLOADING_TEXT });
    setBusy(true);
    setError({ other: null });
    try {
      const question = { texts: [title, description], noun: 'merge request', action: props.submitLabel };
      const before = props.isEditing === true ? [form.title, form.description] : [];
      if (!(await mayBeSent({ ...question, before }))) return setBusy(false);
      await props.onSubmit({
        title,
        description,
        assignee_ids: choices.assignees.map((each) => Number(each.id)),
        reviewer_ids: choices.reviewers.map((each) => Number(each.id)),
        labels: choices.labels.map((each) => each.id).join(','),
        milestone_id: Number(choices.milestone[0]?.id ?? 0),
        remove_source_branch: removes,
        squash: squashes,
        ...(form.allowCollaboration !== undefined && { allow_collaboration: collaborates }),
      });
      kept.title.sent();
      kept.description.sent();
    } catch (failure) {
      const field = isAppError(failure) ? failure.errors['title']?.join(' ') : undefined;
      setError({ title: field && `Title ${field}.`, other: field ? null : messageOf(failure) });
    }
    setBusy(false);
    return undefined;
  };
  const isDraft = withDraft(title, true) === title;
  return (
    <form className="flex flex-col gap-5" onSubmit={(event) => void submit(event)} noValidate>
      {error.other !== null && (
        <Banner tone="danger" live>
          {error.other}
        </Banner>
      )}
      <div className="flex flex-col gap-2">
        <TextField label="Title" required value={title} onValueChange={setTitle} maxLength={255} error={error.title} />
        <Checkbox
          label="Mark as draft"
          hint="Drafts cannot be merged until marked ready."
          checked={isDraft}
          onCheckedChange={(draft) => setTitle(withDraft(title, draft))}
        />
      </div>
      <MarkdownEditor
        label="Description"
        value={description}
        onValueChange={setDescription}
        previewPath={props.previewPath}
        uploadsPath={props.uploadsPath}
        slot={{ place: props.saveKey, field: 'description' }}
        placeholder="Describe the goal of the changes and what reviewers should look at."
        minRows={8}
        onSubmitKey={() => void submit()}
      />
      <Choices choices={choices} form={form} projectId={projectId} />
      <div className="flex flex-col gap-1">
        <Checkbox
          label="Delete source branch when merge request is accepted"
          checked={removes}
          onCheckedChange={setRemoves}
        />
        {form.squash.isShown && (
          <Checkbox
            label="Squash commits when merge request is accepted"
            checked={squashes}
            onCheckedChange={setSquashes}
            disabled={form.squash.isReadOnly}
          />
        )}
        {form.allowCollaboration !== undefined && (
          <Checkbox
            label="Allow commits from members who can merge to the target branch"
            checked={collaborates}
            onCheckedChange={setCollaborates}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t pt-4">
        {props.instead?.action}
        <Button
          type="submit"
          variant={props.instead ? 'secondary' : 'primary'}
          busy={isBusy}
          disabled={props.instead !== undefined}
          {...(props.instead && { 'aria-describedby': reasonId })}
        >
          {props.submitLabel}
        </Button>
        <Button asChild variant="ghost">
          <a href={props.cancelHref}>Cancel</a>
        </Button>
        {props.instead && (
          <span id={reasonId} className="text-sm text-fg-muted">
            {props.instead.reason}
          </span>
        )}
        <span className="ml-auto">{props.danger}</span>
      </div>
    </form>
  );
}
