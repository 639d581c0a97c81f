import type { SignUpPageData } from '@tributary/contract/accounts/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { enterAs, signUp } from '../commands.ts';
import { validateUserFields, usernameProblem, withoutEmpty } from '../model/validate-user-fields.ts';
import { OutsidePage } from '../parts/outside-page.tsx';
import { useFirstField } from '../parts/use-first-field.ts';
import { TextLink } from '../../ui/text-link.tsx';

const signInInstead = (
  <span>
    Have an account? <TextLink href={shellPaths.signIn}>Sign in</TextLink>
  </span>
);

function SignUpForm({ data, onWaiting }: { data: SignUpPageData; onWaiting: (message: string) => void }) {
  const first = useFirstField();
  const { minPasswordLength } = data;
  const form = useForm({
    initial: { name: '', username: '', email: '', password: '' },
    validate: (values) =>
      withoutEmpty({
        ...validateUserFields(values),
        username: usernameProblem(values.username),
        password:
          [...values.password].length < minPasswordLength
            ? `Choose a password of at least ${minPasswordLength} characters.`
            : null,
      }),
    onSubmit: async (values) => {
      const { redirect, message } = await signUp({ ...values, email: values.email.trim() });
      if (redirect === null) onWaiting(message ?? 'Your account was created.');
      else await enterAs(redirect);
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      {data.needsApproval && <Banner>An administrator must approve your account before you can sign in.</Banner>}
      <FormError form={form} />
      <TextField ref={first} label="Name" {...form.text('name')} autoComplete="name" />
      <TextField
        label="Username"
        {...form.text('username')}
        hint="Used in the URL of your profile and projects."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField label="Email" type="email" {...form.text('email')} autoComplete="email" />
      <PasswordField
        label="Password"
        {...form.text('password')}
        hint={`At least ${minPasswordLength} characters.`}
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="lg" busy={form.busy}>
        Sign up
      </Button>
    </form>
  );
}

export default function SignUpPage() {
  const { data } = usePage<SignUpPageData>();
  const [waiting, setWaiting] = useState<string | null>(null);
  if (!data.enabled) {
    return (
      <OutsidePage
        title="Sign-up is disabled"
        text="Ask an administrator to create an account for you."
        footer={signInInstead}
      />
    );
  }
  if (waiting !== null) {
    return (
      <OutsidePage title="Your account is waiting for approval" footer={<Link href={shellPaths.signIn}>Sign in</Link>}>
        <p role="status">{waiting}</p>
      </OutsidePage>
    );
  }
  return (
    <OutsidePage title="Sign up" footer={signInInstead}>
      <SignUpForm data={data} onWaiting={setWaiting} />
    </OutsidePage>
  );
}
