import type { BranchProtectionData } from '@tributary/contract/projects/repository-page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox, type ComboboxOption, loadFrom } from '../../ui/combobox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { AccessField } from './access-field.tsx';
import { protectBranch } from '../commands.ts';
import { type AccessChoice, toChanges } from '../model/access-choice.ts';
import { orTyped, refOptions } from '../refs/ref-options.tsx';

/** A new rule for a branch or all that match a name. */
export function ProtectBranchForm({ data }: { data: BranchProtectionData }) {
  const [name, setName] = useState<ComboboxOption[]>([]);
  const [push, setPush] = useState<AccessChoice[]>(['level:40']);
  const [merge, setMerge] = useState<AccessChoice[]>(['level:40']);
  const form = useForm({
    initial: { allowForcePush: false, needsCodeOwners: false, name: '' },
    onSubmit: async (values) => {
      await protectBranch(data.api, {
        name: name[0]?.text ?? '',
        allowed_to_push: toChanges(push),
        allowed_to_merge: toChanges(merge),
        allow_force_push: values.allowForcePush,
        code_owner_approval_required: values.needsCodeOwners,
      });
      await reloadPage();
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormError form={form} />
      <Combobox
        label="Branch"
        value={name}
        onValueChange={setName}
        load={data.project ? orTyped(refOptions(data.project.refsPath, 'branches')) : orTyped(loadFrom([]), 'branch')}
        placeholder={data.project ? 'Select a branch or enter a name with *' : 'Enter a name, with * to match many'}
        error={form.errors['name']}
        className="max-w-100"
        clearable={false}
        required
      />
      <div className="flex flex-wrap gap-4">
        <AccessField label="Allowed to merge" data={data} entries={[]} value={merge} onValueChange={setMerge} />
        <AccessField label="Allowed to push" data={data} entries={[]} value={push} onValueChange={setPush} />
      </div>
      <Checkbox
        label="Allow force push"
        hint="Everyone who can push can also force push."
        {...form.check('allowForcePush')}
      />
      <Checkbox
        label="Require approval from code owners"
        hint="Merge requests need the approval of the owners of the files they change."
        {...form.check('needsCodeOwners')}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          disabled={name.length === 0 || push.length === 0 || merge.length === 0}
        >
          Protect
        </Button>
      </div>
    </form>
  );
}
