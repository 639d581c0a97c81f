import type { PasswordResetRequestPageData } from '@tributary/contract/accounts/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { requestPasswordReset } from '../commands.ts';
import { OutsidePage } from '../parts/outside-page.tsx';
import { useFirstField } from '../parts/use-first-field.ts';

const keptOnly = 'This instance does not send email. Ask an administrator for the link.';

export default function PasswordResetRequestPage() {
  const { data } = usePage<PasswordResetRequestPageData>();
  const [answer, setAnswer] = useState<string | null>(null);
  const first = useFirstField();
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => (email.trim() === '' ? { email: 'Enter your email address.' } : {}),
    onSubmit: async ({ email }) => {
      const { message } = await requestPasswordReset(email.trim());
      setAnswer(message);
    },
  });
  const back = <Link href={shellPaths.signIn}>Back to sign in</Link>;
  if (answer !== null) {
    return (
      <OutsidePage title="Check your email" footer={back}>
        <div role="status" className="flex flex-col gap-3">
          <p>{answer}</p>
          {!data.mailWorks && <Banner>{keptOnly}</Banner>}
        </div>
      </OutsidePage>
    );
  }
  return (
    <OutsidePage
      title="Forgot your password?"
      text="Enter the email address of your account to receive a password reset link."
      footer={back}
    >
      <form {...form.props} className="flex flex-col gap-4">
        {!data.mailWorks && <Banner>{keptOnly}</Banner>}
        <FormError form={form} />
        <TextField ref={first} label="Email" type="email" {...form.text('email')} autoComplete="email" />
        <Button type="submit" variant="primary" size="lg" busy={form.busy}>
          Send reset link
        </Button>
      </form>
    </OutsidePage>
  );
}
