import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { resetFeedToken } from '../commands.ts';
import { ActionProblem, useActions } from './action-problem.tsx';
import { usePasswordQuestion } from './password-question.tsx';
import { SecretOnce } from './secret-once.tsx';

/** The token for feed readers: made or replaced, and shown once. */
export function FeedToken({ isPresent }: { isPresent: boolean }) {
  const actions = useActions();
  const confirm = useConfirm();
  const { withPassword, question } = usePasswordQuestion();
  const [hasToken, setHasToken] = useState(isPresent);
  const [made, setMade] = useState<string | null>(null);
  const reset = async (): Promise<void> => {
    const isSure =
      !hasToken ||
      (await confirm({
        title: 'Reset the feed token?',
        text: 'Feed readers that use the present token lose access immediately.',
        action: 'Reset feed token',
        danger: true,
      }));
    if (!isSure) return;
    await actions.run('feed token', async () => {
      setMade((await withPassword(resetFeedToken)).token);
      setHasToken(true);
    });
  };
  return (
    <section aria-labelledby="feed-token" className="flex flex-col items-start gap-2">
      <h2 id="feed-token" className="text-h2">
        Feed token
      </h2>
      <p className="text-sm text-muted">
        Lets feed readers open Atom feeds of private projects. Add it to the address of a feed as{' '}
        <code>feed_token</code>.
      </p>
      <ActionProblem actions={actions} />
      {made !== null && (
        <SecretOnce
          title="Feed token created"
          text="Copy it now. It is not shown again."
          secret={made}
          label="Feed token"
          onDismiss={() => setMade(null)}
        />
      )}
      <Button busy={actions.busy !== null} onClick={() => void reset()}>
        {hasToken ? 'Reset feed token' : 'Create feed token'}
      </Button>
      {question}
    </section>
  );
}
