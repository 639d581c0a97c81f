import { usePasswordQuestion } from '../../accounts/parts/password-question.tsx';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Props = { path: string; onClose: () => void };

/** Adds a key that this project does not have yet. */
export function DeployKeyDialog({ path, onClose }: Props) {
  const { withPassword, question } = usePasswordQuestion();
  const form = useForm({
    initial: { title: '', key: '', can_push: false, expires_at: '' },
    validate: ({ title, key }) => ({
      ...(title.trim() === '' && { title: 'Enter a title that says where the key is used.' }),
      ...(key.trim() === '' && { key: 'Paste a public key.' }),
    }),
    onSubmit: async (values) => {
      await withPassword(() => api.post(path, { body: values }));
      onClose();
      await reloadPage();
    },
  });
  return (
    <>
      <FormDialog title="New deploy key" form={form} action="Add deploy key" onClose={onClose}>
        <TextField label="Title" required autoComplete="off" {...form.text('title')} />
        <TextArea
          label="Key"
          hint="The content of a .pub file, for example ~/.ssh/id_ed25519.pub. Never paste a private key."
          code
          minRows={3}
          {...form.text('key')}
        />
        <Checkbox
          label="Grant write access"
          hint="Pushes have your rights, also on protected branches, and are attributed to you."
          {...form.check('can_push')}
        />
        <TextField
          label="Expiration date"
          type="date"
          hint="Leave blank for a key that works until you remove it."
          {...form.text('expires_at')}
        />
      </FormDialog>
      {question}
    </>
  );
}
