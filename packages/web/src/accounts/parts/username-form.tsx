import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { changeUsername } from '../commands.ts';
import { usernameProblem, withoutEmpty } from '../model/validate-user-fields.ts';
import { SavedNote } from '../../ui/saved-note.tsx';

/** A new username moves the addresses of everything below it, so it is asked for once more. */
export function UsernameForm({ username }: { username: string }) {
  const confirm = useConfirm();
  const [isSaved, setIsSaved] = useState(false);
  const form = useForm({
    asksBeforeLeaving: true,
    initial: { username },
    validate: (values) => {
      if (values.username === username) return { username: 'This is already your username.' };
      return withoutEmpty({ username: usernameProblem(values.username) });
    },
    onSubmit: async (values) => {
      const isSure = await confirm({
        title: `Change your username to ${values.username}?`,
        text: `This changes the URLs of your profile and personal projects. Update the remote URL of existing clones.`,
        action: 'Change username',
      });
      if (!isSure) return;
      await changeUsername(values.username);
      setIsSaved(true);
      await reloadPage();
    },
  });
  return (
    <form {...form.props} className="flex max-w-120 flex-col gap-3">
      <FormError form={form} />
      <TextField
        label="Username"
        {...form.text('username')}
        hint="Used in the URL of your profile and projects."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" busy={form.busy}>
          Change username
        </Button>
        <SavedNote shown={isSaved && form.values.username === username} text="Changed" />
      </div>
    </form>
  );
}
