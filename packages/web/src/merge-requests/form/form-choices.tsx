import type { MergeRequestFormData } from '@tributary/contract/merge-requests/page.ts';
import type { PagePerson } from '@tributary/contract/planning/page.ts';
import { useState } from 'react';
import { findLabels, findMilestones, findPeople } from '../../planning/sidebar/find-options.ts';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';

function people(list: readonly PagePerson[]): ComboboxOption[] {
  return list.map((person) => ({ id: String(person.id), text: person.name, detail: `@${person.username}` }));
}

/** Who and what is chosen; it begins with what is set. */
export function useChoices(form: MergeRequestFormData) {
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

export function Choices({
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
