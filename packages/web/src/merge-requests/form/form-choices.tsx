import type { MergeRequestFormData } from '@tributary/contract/merge-requests/page.ts';
import { useState } from 'react';
import type { TextSlot } from '../../app/autosave/use-autosaved-text.ts';
import { LabelsField, MilestoneField, UsersField } from '../../planning/choice-fields.tsx';
import { type AutosavedChoices, useAutosavedChoices } from '../../planning/use-autosaved-choices.ts';
import type { ComboboxOption } from '../../ui/combobox.tsx';

const optionOf = ({ id, name }: { id: number; name: string }): ComboboxOption => ({ id: String(id), text: name });

function choicesOf(form: MergeRequestFormData) {
  return {
    assignees: form.assignees.map(optionOf),
    reviewers: form.reviewers.map(optionOf),
    labels: form.labels.map((each): ComboboxOption => ({ id: each.name, text: each.name })),
    milestone: form.milestone
      ? [{ id: String(form.milestone.id), text: form.milestone.title }]
      : ([] as ComboboxOption[]),
    removes: form.removeSourceBranch,
    squashes: form.squash.value,
    collaborates: form.allowCollaboration ?? false,
    dependencies: form.dependencies.references.map((name): ComboboxOption => ({ id: name, text: name })),
    removesHidden: false,
    mergeAfter: form.mergeAfter ?? '',
  };
}

export type FormChoices = AutosavedChoices<ReturnType<typeof choicesOf>>;

/** Who and what is chosen beside the texts; it begins with what is set. */
export function useChoices(form: MergeRequestFormData, slot: TextSlot): FormChoices {
  const [began] = useState(() => choicesOf(form));
  return useAutosavedChoices(slot, began);
}

export function Choices({
  choices: { chosen, choose },
  form,
  projectId,
}: {
  choices: FormChoices;
  form: MergeRequestFormData;
  projectId: number;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <UsersField
        label="Reviewers"
        projectId={projectId}
        value={chosen.reviewers}
        onValueChange={(reviewers) => choose({ reviewers })}
      />
      {form.can.assign && (
        <UsersField
          label="Assignees"
          projectId={projectId}
          value={chosen.assignees}
          onValueChange={(assignees) => choose({ assignees })}
        />
      )}
      {form.can.label && (
        <LabelsField
          mayCreate
          projectId={projectId}
          value={chosen.labels}
          onValueChange={(labels) => choose({ labels })}
        />
      )}
      {form.can.setMilestone && (
        <MilestoneField
          projectId={projectId}
          value={chosen.milestone}
          onValueChange={(milestone) => choose({ milestone })}
        />
      )}
    </div>
  );
}
