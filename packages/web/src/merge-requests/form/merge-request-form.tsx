import type { MergeRequestFormData } from '@tributary/contract/merge-requests/page.ts';
import type { DescriptionTemplates } from '@tributary/contract/projects/repository-page.ts';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { reloadPage, useNavigate } from '../../app/navigation.tsx';
import { ConflictNotice } from '../../discussions/writing/conflict-notice.tsx';
import { mayBeSent } from '../../discussions/writing/sending/may-be-sent.ts';
import { useFormFailure } from '../../discussions/writing/sending/use-form-failure.ts';
import { DescriptionTemplateField } from '../../discussions/writing/description-template-field.tsx';
import { MarkdownEditor } from '../../discussions/writing/markdown-editor.tsx';
import type { Surface } from '../../discussions/writing/surface.ts';
import { type UsedForm, useSentForm } from '../../app/autosave/use-sent-form.ts';
import { useTextVersion } from '../../discussions/writing/use-text-version.ts';
import { useAutosaveScope, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { isAppError } from '../../lib/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DependenciesField } from './dependencies-field.tsx';
import { MergeAfterField } from './merge-after-field.tsx';
import { withDraft } from './draft-title.ts';
import { changesOf, type MergeRequestFormBody } from './form-body.ts';
import { Choices, useChoices } from './form-choices.tsx';

/** `before` is what others had set when the form last heard of it, `version` that of the texts. */
type Sending = { before: MergeRequestFormData; version: string; headersFor: UsedForm['headersFor'] };

export type MergeRequestFormProps = {
  form: MergeRequestFormData;
  projectId: number;
  /** Names the form: what is typed is kept under it until it is sent. */
  saveKey: string;
  previewPath: string;
  uploadsPath: string | null;
  /** Of a new one. */
  templates?: DescriptionTemplates;
  submitLabel: string;
  /** Of the texts of one that is there already. */
  version?: string;
  /** Stands in for submitting, which cannot be done for this reason. */
  instead?: { action: ReactNode; reason: string } | undefined;
  onSubmit: (body: MergeRequestFormBody, sending: Sending) => Promise<void>;
  cancelHref: string;
  /** Something beside the form was chosen and is not saved. */
  hasMore?: boolean;
  danger?: ReactNode;
};

/** Title, description and everything that can be said before anyone reviews. Text stays until it has arrived. */
export function MergeRequestForm(props: MergeRequestFormProps) {
  const { form, projectId, version: current } = props;
  const isEditing = current !== undefined;
  useAutosaveScope(props.saveKey);
  const { version, see } = useTextVersion(props.saveKey, current ?? '');
  const kept = {
    title: useAutosavedText({ place: props.saveKey, field: 'title' }, form.title, version),
    description: useAutosavedText({ place: props.saveKey, field: 'description' }, form.description, version),
  };
  const { text: title, setText: setTitle } = kept.title;
  const { text: description, setText: setDescription } = kept.description;
  // What is chosen here begins with what was set then.
  const [began] = useState(form);
  const navigate = useNavigate();
  // Of one that is there, others choose too: what was begun there another time would undo it.
  const choices = useChoices(began, isEditing ? null : { place: props.saveKey, field: 'description:choices' });
  const { assignees, reviewers, labels, milestone, removes, collaborates, dependencies, removesHidden, mergeAfter } =
    choices.chosen;
  const squashes = form.squash.isReadOnly ? form.squash.value : choices.chosen.squashes;
  const reasonId = useId();
  const surface = useRef<Surface>(null);
  const [isBusy, setBusy] = useState(false);
  const { headersFor, arrived } = useSentForm(props.saveKey, ['title', 'description']);
  const { form: place, failure, clear, mayTry, tellOf } = useFormFailure();
  const body: MergeRequestFormBody = {
    title,
    description,
    assignee_ids: assignees.map((each) => Number(each.id)),
    reviewer_ids: reviewers.map((each) => Number(each.id)),
    labels: labels.map((each) => each.id),
    milestone_id: Number(milestone[0]?.id ?? 0),
    remove_source_branch: removes,
    squash: squashes,
    ...(form.allowCollaboration !== undefined && { allow_collaboration: collaborates }),
    blocking_merge_request_references: dependencies.map((each) => each.id),
    ...((mergeAfter !== '' || form.mergeAfter !== null) && { merge_after: mergeAfter }),
    ...(removesHidden && { remove_hidden_blocking_merge_requests: true }),
  };
  const before = { ...began, title: form.title, description: form.description };
  const areSame = title === form.title && description === form.description;
  const isConflict = isEditing && version !== current && !areSame;
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (props.instead || isConflict) return undefined;
    if (!mayTry(title, description)) return undefined;
    setBusy(true);
    clear();
    try {
      const question = { texts: [title, description], noun: 'merge request', action: props.submitLabel };
      const texts = isEditing ? [form.title, form.description] : [];
      if (!(await mayBeSent({ ...question, before: texts }))) return setBusy(false);
      await props.onSubmit(body, { before, version, headersFor });
      arrived();
      kept.title.sent();
      kept.description.sent();
      choices.forget();
    } catch (error) {
      // If it was for the texts, theirs are shown now.
      if (isEditing && isAppError(error) && error.status === 409) await reloadPage();
      tellOf(error);
    }
    setBusy(false);
    return undefined;
  };
  const cancel = async () => {
    const question = {
      title: 'Are you sure you want to cancel editing this merge request?',
      action: 'Cancel editing',
      cancel: 'Continue editing',
    };
    const isChanged = props.hasMore === true || Object.keys(changesOf(before, body)).length > 0;
    if (isChanged && !(await confirm(question))) return;
    kept.title.discard();
    kept.description.discard();
    choices.forget();
    await navigate(props.cancelHref);
  };
  const isDraft = withDraft(title, true) === title;
  return (
    <form ref={place} className="flex flex-col gap-5" onSubmit={(event) => void submit(event)} noValidate>
      {!isConflict && <FormError form={failure} />}
      {isConflict && (
        <ConflictNotice
          noun="merge request"
          conflict={{
            text: form.title === title ? form.description : `${form.title}\n\n${form.description}`,
            onSeen: () => {
              clear();
              see(current);
            },
          }}
          onTake={() => {
            setTitle(form.title);
            setDescription(form.description);
          }}
        />
      )}
      <div className="flex flex-col gap-2">
        <TextField
          label="Title"
          required
          value={title}
          onValueChange={setTitle}
          maxLength={255}
          error={failure.title}
        />
        <Checkbox
          label="Mark as draft"
          hint="Drafts cannot be merged until marked ready."
          checked={isDraft}
          onCheckedChange={(draft) => setTitle(withDraft(title, draft))}
        />
      </div>
      {props.templates && (
        <DescriptionTemplateField
          templates={props.templates}
          value={description}
          initial={form.description}
          onValueChange={setDescription}
          surface={surface}
        />
      )}
      <MarkdownEditor
        label="Description"
        surfaceRef={surface}
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
      <MergeAfterField value={mergeAfter} onValueChange={(at) => choices.choose({ mergeAfter: at })} />
      <DependenciesField
        references={dependencies.map((each) => each.id)}
        onReferencesChange={(wanted) => choices.choose({ dependencies: wanted.map((id) => ({ id, text: id })) })}
        hidden={form.dependencies.hidden}
        removesHidden={removesHidden}
        onRemovesHiddenChange={(isWanted) => choices.choose({ removesHidden: isWanted })}
      />
      <div className="flex flex-col gap-1">
        <Checkbox
          label="Delete source branch when merge request is merged"
          checked={removes}
          onCheckedChange={(isWanted) => choices.choose({ removes: isWanted })}
        />
        {form.squash.isShown && (
          <Checkbox
            label="Squash commits when merge request is merged"
            checked={squashes}
            onCheckedChange={(isWanted) => choices.choose({ squashes: isWanted })}
            disabled={form.squash.isReadOnly}
          />
        )}
        {form.allowCollaboration !== undefined && (
          <Checkbox
            label="Allow commits from members who can merge to the target branch"
            checked={collaborates}
            onCheckedChange={(isWanted) => choices.choose({ collaborates: isWanted })}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t pt-4">
        {props.instead?.action}
        <Button
          type="submit"
          variant={props.instead ? 'secondary' : 'primary'}
          busy={isBusy}
          disabled={props.instead !== undefined || isConflict}
          {...(props.instead && { 'aria-describedby': reasonId })}
        >
          {props.submitLabel}
        </Button>
        {isEditing ? (
          <Button variant="ghost" onClick={() => void cancel()}>
            Cancel
          </Button>
        ) : (
          <Button asChild variant="ghost">
            <a href={props.cancelHref}>Cancel</a>
          </Button>
        )}
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
