import type { TwoFactorSecret, TwoFactorSetupPageData } from '@tributary/contract/accounts/page.ts';
import { ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { plural } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsRow } from '../../ui/section.tsx';
import { beginTwoFactor, disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from '../commands.ts';
import { ActionProblem, useActions } from '../parts/action-problem.tsx';
import type { PasswordQuestion } from '../parts/password-question.tsx';
import { usePasswordQuestion } from '../parts/password-question.tsx';
import { RecoveryCodes } from '../parts/recovery-codes.tsx';
import { TwoFactorSteps } from '../parts/two-factor-steps.tsx';

type WhatIsShown = { codes: string[] } | { secret: TwoFactorSecret } | null;

type PartProps = { withPassword: PasswordQuestion['withPassword']; onShow: (shown: WhatIsShown) => void };

function Off({ withPassword, onShow }: PartProps) {
  const actions = useActions();
  const begin = (): Promise<boolean> =>
    actions.run('begin', async () => onShow({ secret: await withPassword(beginTwoFactor) }));
  return (
    <>
      <ActionProblem actions={actions} />
      <EmptyState
        icon={Smartphone}
        title="Two-factor authentication is off"
        text="Require a code from your phone when you sign in. For Git and the API, use access tokens instead of your password."
        action={
          <Button variant="primary" busy={actions.busy !== null} onClick={() => void begin()}>
            Set up
          </Button>
        }
      />
    </>
  );
}

function On({ withPassword, onShow, codesLeft }: PartProps & { codesLeft: number }) {
  const actions = useActions();
  const confirm = useConfirm();
  const renew = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Generate new recovery codes?',
      text: 'Your current codes stop working.',
      action: 'Generate new codes',
    });
    if (!isSure) return;
    await actions.run('renew', async () => {
      const { recoveryCodes } = await withPassword(renewRecoveryCodes);
      onShow({ codes: recoveryCodes });
      await reloadPage();
    });
  };
  const disable = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Disable two-factor authentication?',
      text: 'You can then sign in with only your password. Your other sessions end.',
      action: 'Disable',
      danger: true,
    });
    if (!isSure) return;
    await actions.run('disable', async () => {
      await withPassword(disableTwoFactor);
      await reloadPage();
    });
  };
  return (
    <div className="max-w-200">
      <ActionProblem actions={actions} className="mb-3" />
      <SettingsRow
        title="Authenticator app"
        hint="Signing in requires a code from the app on your phone."
        control={
          <Button busy={actions.busy === 'disable'} onClick={() => void disable()}>
            Disable
          </Button>
        }
      />
      <SettingsRow
        title="Recovery codes"
        hint={
          codesLeft === 0
            ? 'No codes left. Generate new codes so that you can sign in without your phone.'
            : `${plural(codesLeft, 'code')} left. Each code lets you sign in once without your phone.`
        }
        control={
          <Button busy={actions.busy === 'renew'} onClick={() => void renew()}>
            Generate new codes
          </Button>
        }
      />
    </div>
  );
}

export default function TwoFactorSetupPage() {
  const { data } = usePage<TwoFactorSetupPageData>();
  const [shown, setShown] = useState<WhatIsShown>(null);
  const { withPassword, question } = usePasswordQuestion();
  const enable = async (code: string): Promise<void> => {
    const { recoveryCodes } = await withPassword(() => enableTwoFactor(code));
    setShown({ codes: recoveryCodes });
    await reloadPage();
  };
  const part = { withPassword, onShow: setShown };
  return (
    <PageBody>
      <PageHeader
        title="Two-factor authentication"
        badge={
          data.isEnabled && (
            <Badge tone="success" icon={ShieldCheck}>
              On
            </Badge>
          )
        }
      />
      {shown !== null && 'codes' in shown ? (
        <RecoveryCodes codes={shown.codes} onDone={() => setShown(null)} />
      ) : data.isEnabled ? (
        <On {...part} codesLeft={data.recoveryCodesLeft} />
      ) : shown === null ? (
        <Off {...part} />
      ) : (
        <TwoFactorSteps secret={shown.secret} onCode={enable} onCancel={() => setShown(null)} />
      )}
      {question}
    </PageBody>
  );
}
