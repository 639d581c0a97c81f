import type {
  AccessRequestEntry,
  InvitationEntry,
  MembersPageData,
} from '@tributary/contract/projects/members-page.ts';
import { CalendarClock, Mail, MailX, MoreHorizontal, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { focusAfterRow } from '../../app/next-focus.ts';
import { messageOf } from '../../lib/app-error.ts';
import { formatDay } from '../../lib/calendar-day.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Select } from '../../ui/select.tsx';
import { AccessEndDialog } from './access-end-dialog.tsx';
import {
  approveAccessRequest,
  cancelEmailInvitation,
  changeEmailInvitation,
  removeAccessRequest,
  resendEmailInvitation,
} from './commands.ts';
import { firstLevel } from './first-level.ts';
import { RoleSelect } from './role-select.tsx';

type Place = MembersPageData['place'];
type RequestProps = {
  entry: AccessRequestEntry;
  place: Place;
  grantable: MembersPageData['grantable'];
  /** Nobody can be added now; a request can be denied nevertheless. */
  isLocked: boolean;
};

/** One user who asks for a role, which those who may give it give or deny. */
export function AccessRequestRow({ entry: { user, requestedAt }, place, grantable, isLocked }: RequestProps) {
  const [level, setLevel] = useState(() => firstLevel(grantable));
  const [busy, setBusy] = useState<'approve' | 'deny' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const approveButton = useRef<HTMLButtonElement>(null);
  const denyButton = useRef<HTMLButtonElement>(null);
  const answer = async (how: 'approve' | 'deny') => {
    const button = how === 'approve' ? approveButton.current : denyButton.current;
    if (how === 'deny') {
      const isSure = await confirm({
        title: `Deny access request from ${user.name}?`,
        text: `They get no role in ${place.name}. They can request access again.`,
        action: 'Deny',
        danger: true,
      });
      if (!isSure) return button?.focus();
    }
    setBusy(how);
    setError(null);
    const focusNext = focusAfterRow(button);
    try {
      await (how === 'approve'
        ? approveAccessRequest(place, user.id, Number(level))
        : removeAccessRequest(place, user.id));
      await reloadPage();
      return focusNext();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(null);
      return button?.focus();
    }
  };
  return (
    <ListRow
      leading={<Avatar name={user.name} id={user.id} src={user.avatarUrl} size={32} />}
      title={<bdi>{user.name}</bdi>}
      href={user.href}
      meta={
        <>
          @{user.username}
          {' · requested access '}
          <Time value={requestedAt} />
          <RowProblem text={error} />
        </>
      }
      trailing={
        grantable.length > 0 && (
          <span className="flex flex-wrap items-center gap-2">
            {!isLocked && (
              <>
                <Select
                  label={`Role for ${user.name}`}
                  labelHidden
                  className="w-32"
                  value={level}
                  onValueChange={setLevel}
                  options={grantable.map((each) => ({ value: String(each.value), label: each.name }))}
                />
                <Button
                  ref={approveButton}
                  variant="primary"
                  aria-label={`Approve ${user.name}`}
                  busy={busy === 'approve'}
                  disabled={busy !== null}
                  onClick={() => void answer('approve')}
                >
                  Approve
                </Button>
              </>
            )}
            <Button
              ref={denyButton}
              aria-label={`Deny ${user.name}`}
              busy={busy === 'deny'}
              disabled={busy !== null}
              onClick={() => void answer('deny')}
            >
              Deny
            </Button>
          </span>
        )
      }
    />
  );
}

type InvitationProps = { entry: InvitationEntry; place: Place };
type MenuProps = InvitationProps & { onFail: (message: string | null) => void; onSent: () => void };

function InvitationMenu({ entry: { email, expiresAt }, place, onFail, onSent }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isEnding, setEnding] = useState(false);
  const resend = async () => {
    onFail(null);
    try {
      await resendEmailInvitation(place, email);
      onSent();
    } catch (failure) {
      onFail(messageOf(failure));
    }
  };
  const cancel = async () => {
    const isSure = await confirm({
      title: `Cancel the invitation for ${email}?`,
      text: 'The invitation can no longer be accepted.',
      action: 'Cancel invitation',
      danger: true,
    });
    if (!isSure) return button.current?.focus();
    onFail(null);
    const focusNext = focusAfterRow(button.current);
    try {
      await cancelEmailInvitation(place, email);
      await reloadPage();
      return focusNext();
    } catch (failure) {
      onFail(messageOf(failure));
      return button.current?.focus();
    }
  };
  return (
    <>
      <Menu align="end" trigger={<IconButton ref={button} icon={MoreHorizontal} label={`More actions for ${email}`} />}>
        <MenuItem icon={Send} onSelect={() => void resend()}>
          Resend invitation
        </MenuItem>
        <MenuItem icon={CalendarClock} onSelect={() => setEnding(true)}>
          Change expiration date
        </MenuItem>
        <MenuItem icon={MailX} danger onSelect={() => void cancel()}>
          Cancel invitation
        </MenuItem>
      </Menu>
      {isEnding && (
        <AccessEndDialog
          name={email}
          expiresAt={expiresAt}
          save={(day) => changeEmailInvitation(place, email, { expiresAt: day })}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}

/** One e-mail address that is invited: its role is given to the user who confirms it. */
export function InvitationRow({ entry, place }: InvitationProps) {
  const [error, setError] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const { email, expiresAt, invitedAt, invitedBy, levels, level, levelName } = entry;
  return (
    <ListRow
      leading={<Mail size={16} aria-hidden className="mx-2 text-fg-muted" />}
      title={<bdi>{email}</bdi>}
      badges={
        <>
          {expiresAt !== null && <Badge>{`Expires ${formatDay(expiresAt)}`}</Badge>}
          <span role="status">{isSent && <Badge tone="success">Resent</Badge>}</span>
        </>
      }
      meta={
        <>
          {'invited '}
          <Time value={invitedAt} />
          {invitedBy !== null && (
            <>
              {' by '}
              <bdi>{invitedBy}</bdi>
            </>
          )}
          <RowProblem text={error} />
        </>
      }
      trailing={
        <span className="flex min-h-8 items-center gap-1">
          {levels.length > 0 ? (
            <>
              <RoleSelect
                label={`Role of ${email}`}
                level={level}
                levels={levels}
                save={(wanted) => changeEmailInvitation(place, email, { level: wanted })}
                onFail={setError}
              />
              <InvitationMenu entry={entry} place={place} onFail={setError} onSent={() => setSent(true)} />
            </>
          ) : (
            <>
              <span className="w-32 sm:px-2.25">{levelName}</span>
              <span className="w-7" />
            </>
          )}
        </span>
      }
    />
  );
}
