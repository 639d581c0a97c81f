import type { EmailConfirmationPageData } from '@tributary/contract/accounts/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { confirmEmail } from '../commands.ts';
import { ActionProblem, useActions } from '../parts/action-problem.tsx';
import { OutsidePage } from '../parts/outside-page.tsx';

/** Opening a link must change nothing, since mail programs open links too: the button does. */
export default function EmailConfirmationPage() {
  const { data, shell } = usePage<EmailConfirmationPageData>();
  const [redirect, setRedirect] = useState<string | null>(null);
  const actions = useActions();
  const onward = shell.viewer === null ? shellPaths.signIn : '/-/profile/account';
  if (redirect !== null) {
    return (
      <OutsidePage title="Email address confirmed" text={data.email}>
        <p role="status" className="sr-only">
          Email address confirmed.
        </p>
        <Button asChild variant="primary" size="lg" className="w-full">
          <a href={redirect}>{shell.viewer === null ? 'Sign in' : 'Go to your account'}</a>
        </Button>
      </OutsidePage>
    );
  }
  if (!data.isValid) {
    return (
      <OutsidePage
        title="This link is no longer valid"
        text="It has expired, was already used, or the address has changed since. Request a new link on your account page."
        footer={<Link href={onward}>{shell.viewer === null ? 'Sign in' : 'Go to your account'}</Link>}
      />
    );
  }
  const confirm = (): Promise<boolean> =>
    actions.run('confirm', async () => {
      const answer = await confirmEmail(data.token);
      setRedirect(answer.redirect);
    });
  return (
    <OutsidePage title="Confirm your email address" text={data.email}>
      <div className="flex flex-col gap-4">
        <ActionProblem actions={actions} />
        <Button variant="primary" size="lg" busy={actions.busy !== null} onClick={() => void confirm()}>
          Confirm address
        </Button>
      </div>
    </OutsidePage>
  );
}
