import { useState } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { changePassword } from '../commands.ts';
import { SavedNote } from '../../ui/saved-note.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const empty = { current_password: '', password: '' };

export function PasswordForm({ minLength, hasPassword }: { minLength: number; hasPassword: boolean }) {
  const [isSaved, setIsSaved] = useState(false);
  const username = useShell().viewer?.username ?? '';
  const form = useForm({
    initial: empty,
    validate: (values) => ({
      ...(values.current_password === '' && { current_password: 'Enter your current password.' }),
      ...([...values.password].length < minLength && {
        password: `Choose a password of at least ${minLength} characters.`,
      }),
    }),
    onSubmit: async (values) => {
      await changePassword(values.current_password, values.password);
      form.set(empty);
      setIsSaved(true);
    },
  });
  if (!hasPassword) {
    return (
      <p className="max-w-120">
        Your account has no password yet. <TextLink href="/users/password/new">Request a link to set one</TextLink>
      </p>
    );
  }
  const isEmpty = form.values.current_password === '' && form.values.password === '';
  return (
    <form {...form.props} className="flex max-w-120 flex-col gap-3">
      <FormError form={form} />
      {/* Password managers want to know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label="Current password" {...form.text('current_password')} />
      <PasswordField
        label="New password"
        {...form.text('password')}
        hint={`At least ${minLength} characters. Changing your password ends your other sessions.`}
        autoComplete="new-password"
      />
      <div className="flex items-center gap-3">
        <Button type="submit" busy={form.busy}>
          Change password
        </Button>
        <SavedNote shown={isSaved && isEmpty && form.message === null} text="Changed" />
      </div>
    </form>
  );
}
