import type { AccountPageData } from '@tributary/contract/accounts/page.ts';
import { ShieldCheck } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { EmailForm } from '../parts/email-form.tsx';
import { PasswordForm } from '../parts/password-form.tsx';
import { usePasswordQuestion } from '../parts/password-question.tsx';
import { UsernameForm } from '../parts/username-form.tsx';

function TwoFactorStatus({ twoFactor }: { twoFactor: AccountPageData['twoFactor'] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {twoFactor.isEnabled ? (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          <Badge tone="success" icon={ShieldCheck}>
            On
          </Badge>
          <span className="text-fg-muted">
            {twoFactor.enabledAt !== null && (
              <>
                since <Time value={twoFactor.enabledAt} />,{' '}
              </>
            )}
            {`${plural(twoFactor.recoveryCodesLeft, 'recovery code')} left`}
          </span>
        </div>
      ) : (
        <p className="min-w-48 flex-1 text-fg-muted">
          Off. Set it up to require a code from your phone when you sign in.
        </p>
      )}
      <Button asChild variant={twoFactor.isEnabled ? 'secondary' : 'primary'}>
        <a href="/-/profile/two_factor_auth">{twoFactor.isEnabled ? 'Manage' : 'Set up'}</a>
      </Button>
    </div>
  );
}

export default function ProfileAccountPage() {
  const { data } = usePage<AccountPageData>();
  const { withPassword, question } = usePasswordQuestion();
  return (
    <PageBody>
      <PageHeader title="Account" meta="Username, email, password and two-factor authentication." />
      <Section title="Two-factor authentication" className="border-b">
        <div className="max-w-160">
          <TwoFactorStatus twoFactor={data.twoFactor} />
        </div>
      </Section>
      <Section title="Password" className="border-b">
        <PasswordForm minLength={data.minPasswordLength} hasPassword={data.hasPassword} />
      </Section>
      <Section title="Email" className="border-b">
        <EmailForm
          email={data.email}
          isEmailConfirmed={data.isEmailConfirmed}
          unconfirmedEmail={data.unconfirmedEmail}
          withPassword={withPassword}
        />
      </Section>
      <Section title="Username">
        <UsernameForm key={data.username} username={data.username} />
      </Section>
      {question}
    </PageBody>
  );
}
