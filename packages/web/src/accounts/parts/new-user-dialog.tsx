import { useNavigate } from '../../app/navigation.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createUser } from '../commands.ts';
import { validateUserFields, usernameProblem, withoutEmpty } from '../model/validate-user-fields.ts';

const empty = { name: '', username: '', email: '', password: '', is_admin: false, is_external: false };

/** An account for someone else; ends on its page. */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: empty,
    validate: (values) => withoutEmpty({ ...validateUserFields(values), username: usernameProblem(values.username) }),
    onSubmit: async ({ password, ...values }) => {
      const { redirect } = await createUser({
        ...values,
        email: values.email.trim(),
        ...(password !== '' && { password }),
      });
      await navigate(redirect);
    },
  });
  return (
    <FormDialog title="New user" form={form} action="Create user" onClose={onClose}>
      <TextField label="Name" {...form.text('name')} autoComplete="off" />
      <TextField
        label="Username"
        {...form.text('username')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField label="Email" type="email" {...form.text('email')} autoComplete="off" />
      <PasswordField
        label="Password"
        {...form.text('password')}
        hint="Leave blank to send the user a link to set a password."
        autoComplete="new-password"
      />
      <Checkbox
        label="Administrator"
        hint="Can see and change everything on this instance."
        {...form.check('is_admin')}
      />
      <Checkbox
        label="External"
        hint="Cannot see internal projects or create projects or groups."
        {...form.check('is_external')}
      />
    </FormDialog>
  );
}
