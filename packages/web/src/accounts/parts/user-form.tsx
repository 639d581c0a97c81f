import type { AdminUserInput, AdminUserPageData } from '@tributary/contract/accounts/page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { updateUser } from '../commands.ts';
import { validateUserFields, usernameProblem, withoutEmpty } from '../model/validate-user-fields.ts';
import { SavedNote } from '../../ui/saved-note.tsx';

type User = AdminUserPageData['user'];

const limitText = (user: User) => (user.projectsLimit === null ? '' : String(user.projectsLimit));

/** Only what was changed is sent, so that two administrators do not undo each other. */
function changesOf(
  user: User,
  values: { name: string; username: string; email: string; password: string } & {
    is_external: boolean;
    can_create_group: boolean;
    projects_limit: string;
    note: string;
  },
): AdminUserInput {
  const email = values.email.trim();
  return {
    ...(values.name !== user.name && { name: values.name }),
    ...(values.username !== user.username && { username: values.username }),
    ...(email !== user.email && { email }),
    ...(values.password !== '' && { password: values.password }),
    ...(values.is_external !== user.isExternal && { is_external: values.is_external }),
    ...(values.can_create_group !== user.canCreateGroup && { can_create_group: values.can_create_group }),
    ...(values.projects_limit !== limitText(user) && {
      projects_limit: values.projects_limit === '' ? null : Number(values.projects_limit),
    }),
    ...(values.note !== user.note && { note: values.note }),
  };
}

export function UserForm({ user }: { user: User }) {
  const [isSaved, setIsSaved] = useState(false);
  const { name, username, email } = user;
  const form = useForm({
    asksBeforeLeaving: true,
    initial: {
      name,
      username,
      email,
      password: '',
      is_external: user.isExternal,
      can_create_group: user.canCreateGroup,
      projects_limit: limitText(user),
      note: user.note,
    },
    validate: (values) =>
      withoutEmpty({
        ...validateUserFields(values),
        username: usernameProblem(values.username),
        projects_limit: /^\d{0,6}$/.test(values.projects_limit) ? null : 'Enter a number, or leave blank for no limit.',
      }),
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
        hint="Changing it also changes the URLs of the profile and personal projects."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      {!user.isSelf && (
        <>
          <TextField
            label="Email"
            type="email"
            {...form.text('email')}
            hint="A new address is confirmed when you save it."
            autoComplete="off"
          />
          <PasswordField
            label="New password"
            {...form.text('password')}
            hint="Leave blank to keep the current password. A new password ends all sessions."
            autoComplete="new-password"
          />
        </>
      )}
      <Checkbox
        label="External"
        hint="Cannot see internal projects or create projects or groups."
        {...form.check('is_external')}
      />
      <Checkbox
        label="Can create top-level groups"
        hint="Does not affect subgroups."
        {...form.check('can_create_group')}
      />
      <TextField
        label="Personal project limit"
        inputMode="numeric"
        {...form.text('projects_limit')}
        hint="Leave blank for no limit."
        autoComplete="off"
        className="w-60"
      />
      <TextArea label="Note" {...form.text('note')} minRows={2} hint="Visible only to administrators." />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save changes
        </Button>
        <SavedNote shown={isSaved && isUntouched && !form.busy && form.message === null} />
      </div>
    </form>
  );
}
