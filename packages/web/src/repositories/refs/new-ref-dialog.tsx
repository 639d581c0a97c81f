import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useMemo, useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { useAutosaveScope, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { WithHistory } from '../../app/autosave/with-history.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createBranch, createTag } from '../commands.ts';
import { refOption, refOptions } from './ref-options.tsx';

export type NewRefDialogProps = {
  kind: 'branch' | 'tag';
  projectId: number;
  projectPath: string;
  refsPath: string;
  /** What it starts from unless changed: a branch, tag or commit id. */
  from: string;
  onClose: () => void;
};

/** Makes a branch or tag and goes there. */
export function NewRefDialog({ kind, projectId, projectPath, refsPath, from, onClose }: NewRefDialogProps) {
  const navigate = useNavigate();
  const [ref, setRef] = useState<ComboboxOption[]>(refOption(from));
  const start = ref[0]?.text ?? '';
  const slot = useMemo(() => ({ place: `Project:${projectId}:new-tag`, field: 'message' }), [projectId]);
  useAutosaveScope(slot.place);
  const message = useAutosavedText(slot);
  const form = useForm({
    initial: { name: '' },
    fieldNames: { branch: 'name', tag_name: 'name' },
    validate: (values) => (values.name.trim() === '' ? { name: `Enter a name for the ${kind}.` } : {}),
    onSubmit: async (values) => {
      const name = values.name.trim();
      if (kind === 'branch') await createBranch(projectId, name, start);
      else {
        await createTag(projectId, { name, ref: start, message: message.text });
        message.sent();
      }
      onClose();
      await navigate(kind === 'branch' ? repositoryPaths.tree(projectPath, name) : repositoryPaths.tags(projectPath));
    },
  });
  return (
    <FormDialog
      title={kind === 'branch' ? 'New branch' : 'New tag'}
      form={form}
      action={kind === 'branch' ? 'Create branch' : 'Create tag'}
      isReady={start !== ''}
      onClose={onClose}
    >
      <TextField
        label="Name"
        {...form.text('name')}
        required
        autoComplete="off"
        placeholder={kind === 'branch' ? 'feature/short-name' : 'v1.0.0'}
      />
      <Combobox label="From" value={ref} onValueChange={setRef} load={refOptions(refsPath)} clearable={false} />
      {kind === 'tag' && (
        <WithHistory slot={slot} of="message" onRestore={message.setText}>
          <TextArea
            label="Message"
            value={message.text}
            onValueChange={message.setText}
            hint="Add a message to create an annotated tag. Leave blank for a lightweight tag."
          />
        </WithHistory>
      )}
    </FormDialog>
  );
}
