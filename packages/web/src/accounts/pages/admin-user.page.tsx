import { type AccessTokenItem, accountPaths, type AdminUserPageData } from '@tributary/contract/accounts/page.ts';
import { updatePageData, useNavigate, usePage } from '../../app/navigation.tsx';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Link } from '../../ui/link.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { deleteUser, revokeToken } from '../commands.ts';
import { actionTexts } from '../model/user-actions.ts';
import { ActionProblem, type Actions } from '../parts/action-problem.tsx';
import { AuditList } from '../parts/audit-list.tsx';
import { Day } from '../parts/day.tsx';
import { Facts } from '../parts/facts.tsx';
import { TokenList } from '../parts/token-list.tsx';
import { UserBadges } from '../parts/user-badges.tsx';
import { UserForm } from '../parts/user-form.tsx';
import { useUserAction } from '../parts/use-user-action.ts';

function UserFacts({ data }: { data: AdminUserPageData }) {
  const { user } = data;
  const email = (
    <>
      <bdi>{user.email}</bdi> {!user.isEmailConfirmed && <Badge tone="warning">Not confirmed</Badge>}
      {user.unconfirmedEmail !== null && (
        <div className="text-sm text-fg-muted">
          <bdi>{user.unconfirmedEmail}</bdi> is waiting for confirmation
        </div>
      )}
    </>
  );
  return (
    <Facts
      label="User details"
      facts={[
        { label: 'Email', value: email },
        { label: 'Created', value: <Time value={user.createdAt} /> },
        {
          label: 'Last sign-in',
          value: user.lastSignInAt === null ? 'Never' : <Time value={user.lastSignInAt} />,
        },
        { label: 'Last activity', value: user.lastActivityOn === null ? 'Never' : <Day value={user.lastActivityOn} /> },
        { label: 'Password', value: user.hasPassword ? 'Set' : 'Not set' },
        { label: 'Sessions', value: plural(data.sessionCount, 'active session') },
      ]}
    />
  );
}

function Tokens({ tokens, actions }: { tokens: readonly AccessTokenItem[]; actions: Actions }) {
  const confirm = useConfirm();
  const revoke = async (token: AccessTokenItem): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke ${token.name}?`,
      text: 'Anything that uses this token loses access immediately. This cannot be undone.',
      action: 'Revoke token',
      danger: true,
    });
    if (!isSure) return;
    await actions.run(`revoke ${token.id}`, async () => {
      await revokeToken(token.id);
      updatePageData<AdminUserPageData>((data) => ({
        ...data,
        tokens: data.tokens.map((other) => (other.id === token.id ? { ...other, state: 'revoked' } : other)),
      }));
    });
  };
  return (
    <TokenList label="Access tokens" tokens={tokens} busy={actions.busy} onRevoke={(token) => void revoke(token)} />
  );
}

function DeleteUser({ data, actions }: { data: AdminUserPageData; actions: Actions }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { user, canDelete } = data;
  if (user.isSelf) return null;
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${user.name}?`,
      text: 'The account is permanently deleted and its username becomes available. Their content can no longer be attributed to them.',
      action: 'Delete user',
      danger: true,
      typeToConfirm: user.username,
    });
    if (!isSure) return;
    await actions.run('delete', async () => {
      await deleteUser(user.id);
      await navigate(accountPaths.adminUsers, { replace: true });
    });
  };
  return (
    <Section
      title="Delete"
      text={
        canDelete
          ? 'Their content is kept and attributed to the ghost user. Their tokens, roles, drafts and subscriptions are deleted.'
          : 'This account owns projects, or is the last owner of a group or the last administrator. Transfer ownership first, or block the account.'
      }
    >
      {canDelete && (
        <Button variant="danger" busy={actions.busy === 'delete'} onClick={() => void remove()}>
          Delete user
        </Button>
      )}
    </Section>
  );
}

export default function AdminUserPage() {
  const { data } = usePage<AdminUserPageData>();
  const { actions, done, act } = useUserAction();
  const { user } = data;
  return (
    <PageBody>
      <PageHeader
        leading={<Avatar name={user.name} id={user.id} src={user.avatarUrl} size={48} />}
        title={<bdi className="[overflow-wrap:anywhere]">{user.name}</bdi>}
        meta={
          <span className="flex flex-wrap items-center gap-2">
            <Link href={`/${user.username}`}>{`@${user.username}`}</Link>
            <UserBadges user={user} isSelf={user.isSelf} />
          </span>
        }
      />
      <ActionProblem actions={actions} className="mb-3" />
      {done !== null && (
        <Banner tone="success" live className="mb-3">
          {done}
        </Banner>
      )}
      {data.actions.length > 0 && (
        <div role="group" aria-label="Actions" className="flex flex-wrap gap-2 pb-4">
          {data.actions.map((action) => (
            <Button
              key={action}
              variant={action === 'approve' ? 'primary' : 'secondary'}
              busy={actions.busy === `${action} ${user.id}`}
              onClick={() => void act(user, action)}
            >
              {actionTexts[action].label}
            </Button>
          ))}
        </div>
      )}
      <UserFacts data={data} />
      <Section title="Edit" className="mt-4">
        <UserForm user={user} />
      </Section>
      {data.tokens.length > 0 && (
        <Section title="Access tokens">
          <Tokens tokens={data.tokens} actions={actions} />
        </Section>
      )}
      {data.audit.length > 0 && (
        <Section
          title="Audit events"
          actions={
            <Link href={`/admin/audit_events?${new URLSearchParams({ user: user.username }).toString()}`}>
              Show all
            </Link>
          }
        >
          <AuditList events={data.audit} label="Audit events" />
        </Section>
      )}
      <DeleteUser data={data} actions={actions} />
    </PageBody>
  );
}
