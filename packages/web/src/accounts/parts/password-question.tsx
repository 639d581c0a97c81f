import { useState } from 'react';
import { isAppError } from '../../lib/app-error.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { confirmPassword } from '../commands.ts';

type Asked = { answer: (isProven: boolean) => void };

export type PasswordQuestion = {
  /**
   * Runs a change that needs a fresh proof of who sits there. When the server asks for it, the question appears, and
   * after a right password the change is run once more. Throws what the change throws; when the question is put away,
   * the server's refusal.
   */
  withPassword: <T>(change: () => Promise<T>) => Promise<T>;
  /** To be placed once on the page, outside of forms. */
  question: React.ReactNode;
};

function QuestionDialog({ answer }: Asked) {
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: 'Enter your password.' } : {}),
    onSubmit: async ({ password }) => {
      await confirmPassword(password);
      answer(true);
    },
  });
  return (
    <FormDialog
      title="Confirm your password"
      text="This change affects the security of your account. You will not be asked again for ten minutes."
      width="sm"
      form={form}
      action="Confirm"
      onClose={() => answer(false)}
    >
      <PasswordField label="Password" {...form.text('password')} />
    </FormDialog>
  );
}

export function usePasswordQuestion(): PasswordQuestion {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsked({
      answer: (isProven) => {
        setAsked(null);
        resolve(isProven);
      },
    });
    return promise;
  };
  return {
    withPassword: async (change) => {
      try {
        return await change();
      } catch (error) {
        if (!isAppError(error) || error.code !== 'reauthentication_required' || !(await ask())) throw error;
        return change();
      }
    },
    question: asked !== null && <QuestionDialog {...asked} />,
  };
}
