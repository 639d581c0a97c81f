import type { MergeRequestFormData } from '@tributary/contract/merge-requests/page.ts';
import { useState } from 'react';
import { LabelsField, MilestoneField, PeopleField } from '../../planning/choice-fields.tsx';
import { personOption } from '../../planning/sidebar/side-block.tsx';
import type { ComboboxOption } from '../../ui/combobox.tsx';

/** Who and what is chosen; it begins with what is set. */
export function useChoices(form: MergeRequestFormData) {
  const [assignees, setAssignees] = useState(() => form.assignees.map(personOption));
  const [reviewers, setReviewers] = useState(() => form.reviewers.map(personOption));
  const [labels, setLabels] = useState<ComboboxOption[]>(() =>
    form.labels.map((each) => ({ id: each.name, text: each.name })),
  );
  const [milestone, setMilestone] = useState<ComboboxOption[]>(() =>
    form.milestone ? [{ id: String(form.milestone.id), text: form.milestone.title }] : [],
  );
  return { assignees, setAssignees, reviewers, setReviewers, labels, setLabels, milestone, setMilestone };
}

export function Choices({
  choices,
  form,
  projectId,
}: {
  choices: ReturnType<typeof useChoices>;
  form: MergeRequestFormData;
  projectId: number;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {form.can.assign && (
        <>
          <PeopleField
            label="Reviewers"
            projectId={projectId}
            value={choices.reviewers}
            onValueChange={choices.setReviewers}
          />
          <PeopleField
            label="Assignees"
            projectId={projectId}
            value={choices.assignees}
            onValueChange={choices.setAssignees}
          />
        </>
      )}
      {form.can.label && <LabelsField projectId={projectId} value={choices.labels} onValueChange={choices.setLabels} />}
      {form.can.setMilestone && (
        <MilestoneField projectId={projectId} value={choices.milestone} onValueChange={choices.setMilestone} />
      )}
    </div>
  );
}
