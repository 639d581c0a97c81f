import type { IssueNewPageData } from '@tributary/contract/planning/issue-page.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { descriptionOf } from '../../discussions/store/note-problems.ts';
import { type WithCommandResults, showCommandResults } from '../../discussions/store/show-command-results.ts';
import { mayBeSent } from '../../discussions/writing/sending/may-be-sent.ts';
import { useFormFailure } from '../../discussions/writing/sending/use-form-failure.ts';
import { DescriptionTemplateField } from '../../discussions/writing/description-template-field.tsx';
import { MarkdownEditor } from '../../discussions/writing/markdown-editor.tsx';
import type { Surface } from '../../discussions/writing/surface.ts';
import { useSentForm } from '../../app/autosave/use-sent-form.ts';
import { useAutosavedChoice, useAutosaveScope, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { FormError } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LabelsField, MilestoneField, UsersField } from '../choice-fields.tsx';
import { FollowUpBanner, followUpDeletedText } from './follow-up-banner.tsx';
import { type AutosavedChoices, useAutosavedChoices } from '../use-autosaved-choices.ts';

const NOTHING_CHOSEN = {
  assignees: [] as ComboboxOption[],
  labels: [] as ComboboxOption[],
  milestone: [] as ComboboxOption[],
  dueDate: '',
  weight: '',
};

function Metadata({
  metadata: { chosen, choose },
  data: { projectId, can },
  weightError,
}: {
  weightError: string | undefined;
  metadata: AutosavedChoices<typeof NOTHING_CHOSEN>;
  data: IssueNewPageData;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <UsersField
        label="Assignees"
        projectId={projectId}
        value={chosen.assignees}
        onValueChange={(assignees) => choose({ assignees })}
      />
      <LabelsField
        mayCreate={can.createLabels}
        projectId={projectId}
        value={chosen.labels}
        onValueChange={(labels) => choose({ labels })}
      />
      <MilestoneField
        projectId={projectId}
        value={chosen.milestone}
        onValueChange={(milestone) => choose({ milestone })}
      />
      <TextField label="Due date" type="date" value={chosen.dueDate} onValueChange={(dueDate) => choose({ dueDate })} />
      <TextField
        label="Weight"
        inputMode="numeric"
        value={chosen.weight}
        onValueChange={(weight) => choose({ weight })}
        error={weightError}
      />
    </div>
  );
}

/** A new issue. What is written and chosen stays until it has arrived. */
export function IssueForm({ data }: { data: IssueNewPageData }) {
  const navigate = useNavigate();
  const { followUp } = data;
  const place = `issue-new-${data.projectId}${followUp ? `-${followUp.mergeRequestIid}-${followUp.discussionId ?? 'all'}` : ''}`;
  useAutosaveScope(place);
  const title = useAutosavedText({ place, field: 'title' }, data.title);
  const description = useAutosavedText({ place, field: 'description' }, data.description);
  const readers = useAutosavedChoice({ place, field: 'description:readers' }, 'all');
  // As the address asks, until its reader says otherwise; a text that is begun so keeps it, whatever page it comes back on.
  const [isAsked, setAsked] = useState(data.confidential);
  const isConfidential = isAsked || readers.chosen === 'confidential';
  const type = (set: (text: string) => void) => (text: string) => {
    if (isAsked) readers.choose('confidential');
    set(text);
  };
  const metadata = useAutosavedChoices({ place, field: 'description:choices' }, NOTHING_CHOSEN);
  const { assignees, labels, milestone, dueDate, weight } = metadata.chosen;
  const surface = useRef<Surface>(null);
  const [isBusy, setBusy] = useState(false);
  // What it was to continue is not there any more; what is written becomes an issue without it.
  const [isAlone, setAlone] = useState(false);
  const { headersFor, arrived } = useSentForm(place, ['title', 'description']);
  const { form, failure, clear, mayTry, tellOf } = useFormFailure();
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!mayTry(title.text, description.text)) return undefined;
    setBusy(true);
    clear();
    try {
      const texts = [title.text, description.text];
      if (!(await mayBeSent({ texts, noun: 'issue', action: 'Create issue' }))) return setBusy(false);
      const body = {
        title: title.text,
        description: description.text,
        confidential: isConfidential,
        ...(data.can.setMetadata && {
          assignee_ids: assignees.map((each) => Number(each.id)),
          labels: labels.map((each) => each.id).join(','),
          milestone_id: Number(milestone[0]?.id ?? 0),
          due_date: dueDate === '' ? null : dueDate,
          weight,
        }),
        ...(followUp &&
          !isAlone && {
            merge_request_to_resolve_discussions_of: followUp.mergeRequestIid,
            ...(followUp.discussionId !== null && { discussion_to_resolve: followUp.discussionId }),
          }),
      };
      const headers = headersFor(body);
      const made = await api.post<{ iid: number } & WithCommandResults>(data.createPath, { body, headers });
      arrived();
      title.sent();
      description.sent();
      readers.forget();
      metadata.forget();
      const path = `${data.listPath}/${made.iid}`;
      showCommandResults(made, descriptionOf(path));
      await navigate(path);
    } catch (error) {
      const isGone = followUp !== null && !isAlone && isAppError(error) && error.status === 404;
      tellOf(isGone ? new AppError({ status: 404, code: error.code, message: followUpDeletedText(followUp) }) : error);
      if (isGone) setAlone(true);
      setBusy(false);
    }
    return undefined;
  };
  return (
    <form ref={form} className="flex flex-col gap-5" onSubmit={(event) => void submit(event)} noValidate>
      <FormError form={failure} />
      {followUp && !isAlone && <FollowUpBanner followUp={followUp} />}
      <TextField
        label="Title"
        required
        value={title.text}
        onValueChange={type(title.setText)}
        maxLength={255}
        error={failure.title}
      />
      <DescriptionTemplateField
        templates={data.templates}
        value={description.text}
        initial={data.description}
        onValueChange={type(description.setText)}
        surface={surface}
      />
      <MarkdownEditor
        label="Description"
        surfaceRef={surface}
        value={description.text}
        onValueChange={type(description.setText)}
        previewPath={data.previewMarkdownPath}
        uploadsPath={data.uploadsPath}
        slot={{ place, field: 'description' }}
        placeholder="Describe what happens, what should happen and how to reproduce it."
        minRows={8}
        onSubmitKey={() => void submit()}
      />
      <Checkbox
        label="This issue is confidential"
        hint="Only you, its assignees and members with at least the Reporter role can see it."
        checked={isConfidential}
        onCheckedChange={(isWanted) => {
          setAsked(false);
          readers.choose(isWanted ? 'confidential' : 'all');
        }}
      />
      {data.can.setMetadata && <Metadata metadata={metadata} data={data} weightError={failure.weight} />}
      <div className="flex flex-wrap items-center gap-2 border-t pt-4">
        <Button type="submit" variant="primary" busy={isBusy}>
          Create issue
        </Button>
        <Button asChild variant="ghost">
          <a href={followUp?.path ?? data.listPath}>Cancel</a>
        </Button>
      </div>
    </form>
  );
}
