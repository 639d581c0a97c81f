import type { AccountPageData } from '@tributary/contract/accounts/page.ts';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { updatePageData } from '../../app/navigation.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { cancelEmailChange, requestEmailChange, resendConfirmation } from '../commands.ts';
import { validateUserFields } from '../model/validate-user-fields.ts';
import { ActionProblem, useActions } from './action-problem.tsx';
import type { PasswordQuestion } from './password-question.tsx';
import { SavedNote } from '../../ui/saved-note.tsx';

function setPending(unconfirmedEmail: string | null): void {
  updatePageData<AccountPageData>((data) => ({ ...data, unconfirmedEmail }));
}

/** An address that waits for its link: send the link again, or forget the address. */
function PendingEmail({ email, isChange }: { email: string; isChange: boolean }) {
  const actions = useActions();
  const [isSent, setIsSent] = useState(false);
  const resend = (): Promise<boolean> =>
    actions.run('resend', async () => {
      await resendConfirmation();
      setIsSent(true);
    });
  const cancel = (): Promise<boolean> =>
    actions.run('cancel', async () => {
      await cancelEmailChange();
      setPending(null);
    });
  return (
    <div className="flex flex-col gap-2">
      <ActionProblem actions={actions} />
      <Banner tone="warning">
        <p>
          {isChange ? (
            <>
              <strong className="font-semibold">{email}</strong> is waiting for confirmation. Open the link in the email
              sent there. Until then, the address above stays in use.
            </>
          ) : (
            'This address is not confirmed yet. Open the link in the email sent there.'
          )}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button size="sm" busy={actions.busy === 'resend'} onClick={() => void resend()}>
            Resend link
          </Button>
          {isChange && (
            <Button size="sm" busy={actions.busy === 'cancel'} onClick={() => void cancel()}>
              Cancel change
            </Button>
          )}
          <SavedNote shown={isSent && actions.busy === null} text="Sent" />
        </div>
      </Banner>
    </div>
  );
}

type EmailFormProps = Pick<AccountPageData, 'email' | 'isEmailConfirmed' | 'unconfirmedEmail'> & {
  withPassword: PasswordQuestion['withPassword'];
};

export function EmailForm({ email, isEmailConfirmed, unconfirmedEmail, withPassword }: EmailFormProps) {
  const form = useForm({
    asksBeforeLeaving: true,
    initial: { email: '' },
    validate: (values) => {
      const problem = validateUserFields({ name: 'x', email: values.email }).email;
      return problem === null ? {} : { email: problem };
    },
    onSubmit: async (values) => {
      const next = values.email.trim();
      await withPassword(() => requestEmailChange(next));
      form.set({ email: '' });
      setPending(next);
    },
  });
  const waiting = unconfirmedEmail ?? (isEmailConfirmed ? null : email);
  return (
    <div className="flex max-w-120 flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{email}</bdi>
        {isEmailConfirmed && (
          <Badge tone="success" icon={MailCheck}>
            Confirmed
          </Badge>
        )}
      </p>
      {waiting !== null && <PendingEmail key={waiting} email={waiting} isChange={unconfirmedEmail !== null} />}
      <form {...form.props} className="flex flex-col gap-3">
        <FormError form={form} />
        <TextField label="New email" type="email" {...form.text('email')} autoComplete="off" />
        <div>
          <Button type="submit" busy={form.busy}>
            Change email
          </Button>
        </div>
      </form>
    </div>
  );
}
