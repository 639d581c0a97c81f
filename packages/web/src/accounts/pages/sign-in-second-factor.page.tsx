import type { SecondFactorPageData } from '@tributary/contract/accounts/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useEffect, useRef, useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { enterAs, enterSecondFactor } from '../commands.ts';
import { OutsidePage } from '../parts/outside-page.tsx';

function atCode(error: unknown): unknown {
  if (!isAppError(error) || error.code !== 'second_factor_failed') return error;
  const { status, code, message } = error;
  return new AppError({ status, code, message, errors: { code: [message] }, cause: error });
}

const asks = {
  app: {
    text: 'Enter the six-digit code from your authenticator app.',
    label: 'Code',
    empty: 'Enter the code from your app.',
    other: 'Use a recovery code instead',
  },
  recovery: {
    text: 'Enter one of your recovery codes. Each code works once.',
    label: 'Recovery code',
    empty: 'Enter a recovery code.',
    other: 'Use a code from the app instead',
  },
} as const;

export default function SignInSecondFactorPage() {
  const { data } = usePage<SecondFactorPageData>();
  const [kind, setKind] = useState<keyof typeof asks>('app');
  const field = useRef<HTMLInputElement>(null);
  const ask = asks[kind];
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => (code.trim() === '' ? { code: ask.empty } : {}),
    onSubmit: async ({ code }) => {
      try {
        const { redirect } = await enterSecondFactor({ code: code.trim(), redirect: data.redirect });
        await enterAs(redirect);
      } catch (error) {
        throw atCode(error);
      }
    },
  });
  useEffect(() => field.current?.focus({ preventScroll: true }), [kind]);
  const change = (): void => {
    form.reset();
    setKind(kind === 'app' ? 'recovery' : 'app');
  };
  return (
    <OutsidePage
      title="Two-factor authentication"
      text={ask.text}
      footer={
        <Link href={`${shellPaths.signIn}?${new URLSearchParams({ redirect: data.redirect }).toString()}`}>
          Back to sign in
        </Link>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormError form={form} />
        <TextField
          ref={field}
          label={ask.label}
          {...form.text('code')}
          autoComplete="one-time-code"
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          inputClassName="font-mono"
        />
        <Button type="submit" variant="primary" size="lg" busy={form.busy}>
          Sign in
        </Button>
        <Button variant="ghost" onClick={change}>
          {ask.other}
        </Button>
      </form>
    </OutsidePage>
  );
}
