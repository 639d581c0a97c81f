import { LEAVE_PATH, type LeaveMailPageData } from '@tributary/contract/notifications/page.ts';
import { useState } from 'react';
import { ActionProblem, useActions } from '../../accounts/parts/action-problem.tsx';
import { OutsidePage } from '../../accounts/parts/outside-page.tsx';
import { usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';

/** For whoever comes with the link of a mail, signed in or not. Opening it must change nothing: mail programs open links too. */
export default function LeaveMailPage() {
  const { token, leaver } = usePage<LeaveMailPageData>().data;
  const [isDone, setDone] = useState(false);
  const actions = useActions();
  if (leaver === null) {
    return (
      <OutsidePage
        title="This link no longer works"
        text="You may have unsubscribed already, the item may have been deleted, or the link is more than a year old."
      />
    );
  }
  const { who, noun, isMember } = leaver;
  if (isDone) {
    return (
      <OutsidePage title="You are unsubscribed" text={who}>
        <p role="status">
          {isMember
            ? `You no longer get emails about this ${noun}, unless someone mentions you.`
            : `This email address no longer gets emails about this ${noun}.`}
        </p>
      </OutsidePage>
    );
  }
  const stop = (): Promise<boolean> =>
    actions.run('stop', async () => {
      await api.post(LEAVE_PATH, { body: { token } });
      setDone(true);
    });
  return (
    <OutsidePage title={`Unsubscribe from this ${noun}?`} text={who}>
      <div className="flex flex-col gap-4">
        <ActionProblem actions={actions} />
        <Button variant="primary" size="lg" busy={actions.busy !== null} onClick={() => void stop()}>
          Unsubscribe
        </Button>
      </div>
    </OutsidePage>
  );
}
