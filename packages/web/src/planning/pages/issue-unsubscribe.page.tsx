import { type IssueUnsubscribePageData, LEAVE_PATH } from '@tributary/contract/planning/issue-page.ts';
import { useState } from 'react';
import { ActionProblem, useActions } from '../../accounts/parts/action-problem.tsx';
import { OutsidePage } from '../../accounts/parts/outside-page.tsx';
import { usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';

/** For somebody without an account. Opening a link must change nothing, since mail programs open links too. */
export default function IssueUnsubscribePage() {
  const { data } = usePage<IssueUnsubscribePageData>();
  const [isDone, setDone] = useState(false);
  const actions = useActions();
  if (isDone) {
    return (
      <OutsidePage title="The mails are stopped" text={data.address}>
        <p role="status">Nothing more about this issue is sent to this address.</p>
      </OutsidePage>
    );
  }
  if (data.address === null) {
    return (
      <OutsidePage
        title="This link does not work any more"
        text="The mails were stopped already, or the issue is gone. Nothing more is sent because of it."
      />
    );
  }
  const stop = (): Promise<boolean> =>
    actions.run('stop', async () => {
      await api.post(LEAVE_PATH, { body: { token: data.token } });
      setDone(true);
    });
  return (
    <OutsidePage title="Stop mails about this issue?" text={data.address}>
      <div className="flex flex-col gap-4">
        <ActionProblem actions={actions} />
        <Button variant="primary" size="lg" busy={actions.busy !== null} onClick={() => void stop()}>
          Stop the mails
        </Button>
      </div>
    </OutsidePage>
  );
}
