import type { PageBranch } from '@tributary/contract/approvals/page.ts';
import type { RestExternalStatusCheck } from '@tributary/contract/status-checks/rest.ts';
import { useState } from 'react';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

const optionOf = ({ id, name }: PageBranch): ComboboxOption => ({ id: String(id), text: name });

export function statusCheckProblems({ name, url }: { name: string; url: string }): Record<string, string> {
  const isUrl = /^https?:\/\/[^\s/]/.test(url.trim());
  return {
    ...(name.trim() === '' && { name: 'Please provide a name.' }),
    ...(!isUrl && { external_url: 'Please provide a valid URL.' }),
  };
}

/** An external service that merge requests are told to. */
export function StatusCheckDialog({
  check,
  path,
  branches,
  onClose,
  onSaved,
}: {
  /** Null: a new one. */
  check: RestExternalStatusCheck | null;
  path: string;
  branches: readonly PageBranch[];
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const [chosen, setChosen] = useState<ComboboxOption[]>((check?.protected_branches ?? []).map(optionOf));
  const form = useForm({
    initial: {
      name: check?.name ?? '',
      external_url: check?.external_url ?? '',
      shared_secret: '',
      removesSecret: false as boolean,
      protected_branch_ids: '',
    },
    validate: (values) => statusCheckProblems({ name: values.name, url: values.external_url }),
    onSubmit: async (values) => {
      const body = {
        name: values.name.trim(),
        external_url: values.external_url.trim(),
        protected_branch_ids: chosen.map((option) => Number(option.id)),
        // The one that is there cannot be read, and stays unless another one is given.
        ...(values.shared_secret !== '' && { shared_secret: values.shared_secret }),
        ...(values.removesSecret && { shared_secret: null }),
      };
      await (check ? api.put(`${path}/${check.id}`, { body }) : api.post(path, { body }));
      await onSaved();
      onClose();
    },
  });
  return (
    <FormDialog
      title={check ? 'Update status check' : 'Add status check'}
      form={form}
      action={check ? 'Update status check' : 'Add status check'}
      onClose={onClose}
    >
      <TextField label="Service name" hint="Examples: QA, Security." maxLength={255} {...form.text('name')} />
      <TextField
        label="API to check"
        hint="Invoke an external API as part of the pipeline process."
        inputMode="url"
        placeholder="https://api.example.com/"
        {...form.text('external_url')}
      />
      <Combobox
        label="Target branch"
        hint="Apply this status check to all branches or specific protected branches."
        multiple
        value={chosen}
        onValueChange={setChosen}
        load={(query) =>
          Promise.resolve(branches.map(optionOf).filter(({ text }) => text.toLowerCase().includes(query.toLowerCase())))
        }
        placeholder="All branches"
        error={form.errors['protected_branch_ids']}
      />
      <PasswordField
        label="HMAC shared secret"
        hint={check?.hmac ? 'A secret is set. Enter another one to replace it.' : 'Signs each request to the service.'}
        autoComplete="off"
        {...form.text('shared_secret')}
      />
      {check?.hmac && <Checkbox label="Remove the secret" {...form.check('removesSecret')} />}
    </FormDialog>
  );
}
