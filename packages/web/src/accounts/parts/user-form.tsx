import type { AdminUserInput, AdminUserPageData } from '@tributary/contract/accounts/page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { updateUser } from '../commands.ts';
import { personProblems, usernameProblem, withoutEmpty } from '../model/person-problems.ts';
import { SavedNote } from './saved-note.tsx';

type User = AdminUserPageData['user'];

/** Only what was changed is sent, so that two administrators do not undo each other. */
function changesOf(
  user: User,
  values: { name: string; username: string; email: string; password: string } & {
    is_external: boolean;
  },
): AdminUserInput {
  const email = values.email.trim();
  return {
    ...(values.name !== user.name && { name: values.name }),
    ...(values.username !== user.username && { username: values.username }),
    ...(email !== user.email && { email }),
    ...(values.password !== '' && { password: values.password }),
    ...(values.is_external !== user.isExternal && { is_external: values.is_external }),
  };
}

export function UserForm({ user }: { user: User }) {
  const [isSaved, setIsSaved] = useState(false);
  const { name, username, email } = user;
  const form = useForm({
    initial: { name, username, email, password: '', is_external: user.isExternal },
    validate: (values) => withoutEmpty({ ...personProblems(values), username: usernameProblem(values.username) }),
    onSubmit: async (values) => {
      const changes = changesOf(user, values);
      if (Object.keys(changes).length > 0) await updateUser(user.id, changes);
      form.set({ password: '' });
      setIsSaved(true);
      await reloadPage();
    },
  });
  const isUntouched = form.values.password === '' && Object.keys(changesOf(user, form.values)).length === 0;
  return (
    <form {...form.props} className="flex max-w-120 flex-col gap-4">
      <FormError form={form} />
      <TextField label="Name" {...form.text('name')} autoComplete="off" />
      <TextField
        label="Username"
        {...form.text('username')}
        hint="A new one changes the addresses of everything below it."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      {!user.isSelf && (
        <>
          <TextField
            label="E-mail"
            type="email"
            {...form.text('email')}
            hint="Counts as confirmed once you save it."
            autoComplete="off"
          />
          <PasswordField
            label="New password"
            {...form.text('password')}
            hint="Left empty, it stays. A new one ends all sessions of this person."
            autoComplete="new-password"
          />
        </>
      )}
      <Checkbox
        label="External"
        hint="Does not see internal projects and cannot make projects or groups."
        {...form.check('is_external')}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save changes
        </Button>
        <SavedNote shown={isSaved && isUntouched && !form.busy && form.message === null} />
      </div>
    </form>
  );
}
