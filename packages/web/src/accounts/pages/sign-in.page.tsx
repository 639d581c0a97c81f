import type { SignInPageData } from '@tributary/contract/accounts/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { usePage } from '../../app/navigation.tsx';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { enterAs, signIn } from '../commands.ts';
import { OutsidePage } from '../parts/outside-page.tsx';
import { useFirstField } from '../parts/use-first-field.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** A refused pair is said at the password: it is what is typed again, and focus goes there. */
function atPassword(error: unknown): unknown {
  if (!isAppError(error) || error.code !== 'sign_in_failed') return error;
  return new AppError({
    status: error.status,
    code: error.code,
    message: error.message,
    errors: { password: [error.message] },
    cause: error,
  });
}

export default function SignInPage() {
  const { data } = usePage<SignInPageData>();
  const first = useFirstField();
  const form = useForm({
    initial: { login: '', password: '' },
    validate: ({ login, password }) => ({
      ...(login.trim() === '' && { login: 'Enter your username or email address.' }),
      ...(password === '' && { password: 'Enter your password.' }),
    }),
    onSubmit: async ({ login, password }) => {
      try {
        const { redirect } = await signIn({ login: login.trim(), password, redirect: data.redirect });
        await enterAs(redirect);
      } catch (error) {
        throw atPassword(error);
      }
    },
  });
  return (
    <OutsidePage
      title="Sign in"
      footer={
        data.signUpEnabled && (
          <span>
            New here? <TextLink href={shellPaths.signUp}>Sign up</TextLink>
          </span>
        )
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormError form={form} />
        <TextField
          ref={first}
          label="Username or email"
          {...form.text('login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="relative">
          <PasswordField label="Password" {...form.text('password')} />
          <Link href="/users/password/new" className="absolute top-0 right-0 text-sm leading-5">
            Forgot your password?
          </Link>
        </div>
        <Button type="submit" variant="primary" size="lg" busy={form.busy}>
          Sign in
        </Button>
      </form>
    </OutsidePage>
  );
}
