import type { SessionItem, SessionsPageData } from '@tributary/contract/accounts/page.ts';
import { Monitor, Smartphone } from 'lucide-react';
import { updatePageData, usePage } from '../../app/navigation.tsx';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { endOtherSessions, endSession } from '../commands.ts';
import { ActionProblem, useActions } from '../parts/action-problem.tsx';

function keepOnly(isKept: (session: SessionItem) => boolean): void {
  updatePageData<SessionsPageData>((data) => ({ sessions: data.sessions.filter(isKept) }));
}

function isHandheld(device: string): boolean {
  return /iphone|ipad|android/i.test(device);
}

function SessionRow({ session, busy, onEnd }: { session: SessionItem; busy: boolean; onEnd: () => void }) {
  const Icon = isHandheld(session.device) ? Smartphone : Monitor;
  return (
    <ListRow
      leading={<Icon size={16} className="text-fg-faint" aria-hidden />}
      title={session.device}
      badges={session.isCurrent && <Badge tone="accent">This session</Badge>}
      meta={
        <>
          {session.ip !== null && <span className="[overflow-wrap:anywhere]">{`${session.ip} · `}</span>}
          signed in <Time value={session.signedInAt} />
          {!session.isCurrent && (
            <>
              {' · last used '}
              <Time value={session.lastUsedAt} />
            </>
          )}
        </>
      }
      {...(!session.isCurrent && {
        trailing: (
          <Button size="sm" busy={busy} aria-label={`Revoke session on ${session.device}`} onClick={onEnd}>
            Revoke
          </Button>
        ),
      })}
    />
  );
}

export default function SessionsPage() {
  const { data } = usePage<SessionsPageData>();
  const actions = useActions();
  const confirm = useConfirm();
  const others = data.sessions.filter((session) => !session.isCurrent).length;
  const endOne = (session: SessionItem): Promise<boolean> =>
    actions.run(`end ${session.id}`, async () => {
      await endSession(session.id);
      keepOnly((other) => other.id !== session.id);
    });
  const endOthers = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke ${plural(others, 'other session')}?`,
      text: 'All other browsers are signed out immediately. This one stays signed in.',
      action: 'Revoke all others',
      danger: true,
    });
    if (!isSure) return;
    await actions.run('others', async () => {
      await endOtherSessions();
      keepOnly((session) => session.isCurrent);
    });
  };
  return (
    <PageBody>
      <PageHeader
        title="Active sessions"
        meta="Devices where you are signed in. Revoke any session you do not recognize, and change your password."
        actions={
          others > 0 && (
            <Button busy={actions.busy === 'others'} onClick={() => void endOthers()}>
              Revoke all others
            </Button>
          )
        }
      />
      <ActionProblem actions={actions} className="mb-3" />
      <List label="Active sessions">
        {data.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={actions.busy === `end ${session.id}`}
            onEnd={() => void endOne(session)}
          />
        ))}
      </List>
    </PageBody>
  );
}
