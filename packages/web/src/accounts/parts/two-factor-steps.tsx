import type { TwoFactorSecret } from '@tributary/contract/accounts/page.ts';
import { useFirstField } from './use-first-field.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { groupedSecret } from '../model/recovery-codes-file.ts';

export type TwoFactorStepsProps = {
  secret: TwoFactorSecret;
  /** Throws an `AppError` with a message for `code` when it is not right. */
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
};

/** The secret for the app, as an image and as text, and the first code as the proof that the app has it. */
export function TwoFactorSteps({ secret, onCode, onCancel }: TwoFactorStepsProps) {
  const first = useFirstField();
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) =>
      /^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? {} : { code: 'Enter the six-digit code from the app.' },
    onSubmit: ({ code }) => onCode(code.trim()),
  });
  const number =
    'flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent-fg';
  return (
    <ol className="flex max-w-130 flex-col gap-6">
      <li className="flex gap-3">
        <span className={number} aria-hidden>
          1
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-medium">Scan this code with your authenticator app.</p>
          <img
            src={secret.image}
            alt="QR code for your authenticator app. The secret is shown as text below."
            width={196}
            height={196}
            className="mt-2 rounded-md border"
          />
          <p className="mt-3 text-fg-muted">Or enter this secret manually:</p>
          <div className="flex flex-wrap items-center gap-1">
            <code className="font-mono text-code [overflow-wrap:anywhere]">{groupedSecret(secret.secret)}</code>
            <CopyButton text={secret.secret} label="Copy secret" size="sm" />
          </div>
        </div>
      </li>
      <li className="flex gap-3">
        <span className={number} aria-hidden>
          2
        </span>
        <form {...form.props} className="flex min-w-0 flex-1 flex-col gap-3">
          <p className="font-medium">Enter the code from the app.</p>
          <FormError form={form} />
          <TextField
            ref={first}
            label="Code"
            {...form.text('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-48"
            inputClassName="font-mono"
          />
          <div className="flex gap-2">
            <Button type="submit" variant="primary" busy={form.busy}>
              Enable
            </Button>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </form>
      </li>
    </ol>
  );
}
