import type { PasswordResetPageData } from '@tributary/contract/accounts/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useEffect, useRef, useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { resetPassword } from '../commands.ts';
import { OutsidePage } from '../parts/outside-page.tsx';
import { useFirstField } from '../parts/use-first-field.ts';

function Done({ redirect }: { redirect: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <OutsidePage title="Your password was changed" text="All your sessions have ended.">
      <p role="status" className="sr-only">
        Your password was changed.
      </p>
      <Button asChild variant="primary" size="lg" className="w-full">
        <a ref={link} href={redirect}>
          Sign in
        </a>
      </Button>
    </OutsidePage>
  );
}

export default function PasswordResetPage() {
  const { data } = usePage<PasswordResetPageData>();
  const [redirect, setRedirect] = useState<string | null>(null);
  const first = useFirstField(data.isValid);
  const { token, minPasswordLength } = data;
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) =>
      [...password].length < minPasswordLength
        ? { password: `Choose a password of at least ${minPasswordLength} characters.` }
        : {},
    onSubmit: async ({ password }) => {
      const answer = await resetPassword({ token, password });
      setRedirect(answer.redirect);
    },
  });
  if (redirect !== null) return <Done redirect={redirect} />;
  const again = <Link href="/users/password/new">Request a new link</Link>;
  if (!data.isValid) {
    return (
      <OutsidePage
        title="This link is no longer valid"
        text="It has expired or was already used."
        footer={<Link href={shellPaths.signIn}>Back to sign in</Link>}
      >
        {again}
      </OutsidePage>
    );
  }
  return (
    <OutsidePage title="Choose a new password" footer={again}>
      <form {...form.props} className="flex flex-col gap-4">
        <FormError form={form} />
        <PasswordField
          ref={first}
          label="New password"
          {...form.text('password')}
          hint={`At least ${minPasswordLength} characters.`}
          autoComplete="new-password"
        />
        <Button type="submit" variant="primary" size="lg" busy={form.busy}>
          Change password
        </Button>
      </form>
    </OutsidePage>
  );
}
