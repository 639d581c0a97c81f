import type { PageApprovals } from '@tributary/contract/environments/approvals.ts';
import { plural } from '../lib/format.ts';
import { Time } from '../lib/time.tsx';
import { Badge } from '../ui/badge.tsx';
import { List, ListRow } from '../ui/list-row.tsx';
import { Section } from '../ui/section.tsx';
import { UserLink } from '../ui/user-link.tsx';

/** What approves a deployment, and who has done it. */
export function ApprovalsList({ approvals: { pending, rules, given } }: { approvals: PageApprovals }) {
  return (
    <>
      <Section
        title="Approval rules"
        text={pending > 0 ? `${plural(pending, 'more approval')} needed.` : 'All approvals are given.'}
      >
        <List label="Approval rules">
          {rules.map(({ name, required, approved }) => (
            <ListRow
              key={name}
              title={<bdi>{name}</bdi>}
              trailing={`${Math.min(approved, required)} of ${plural(required, 'approval')}`}
            />
          ))}
        </List>
      </Section>
      {given.length > 0 && (
        <Section title="Approvals">
          <List label="Approvals">
            {given.map(({ user, status, comment, created_at: time }) => (
              <ListRow
                key={`${user?.id ?? 0} ${time}`}
                title={user ? <UserLink user={user} /> : 'Deleted user'}
                badges={
                  <Badge tone={status === 'approved' ? 'success' : 'failed'}>
                    {status === 'approved' ? 'Approved' : 'Rejected'}
                  </Badge>
                }
                meta={comment !== '' && <span className="whitespace-pre-wrap">{comment}</span>}
                trailing={<Time value={time} />}
              />
            ))}
          </List>
        </Section>
      )}
    </>
  );
}
