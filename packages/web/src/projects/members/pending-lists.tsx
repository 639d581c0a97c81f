import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { MailCheck, SearchX, UserCheck } from 'lucide-react';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { ListPages } from '../containers/project-list.tsx';
import { AccessRequestRow, InvitationRow } from './pending-rows.tsx';

/** E-mail addresses that wait for their user. */
export function PendingInvitations({ data }: { data: MembersPageData }) {
  if (data.invitations === null) return null;
  const { entries, paging } = data.invitations;
  return (
    <>
      {entries.length > 0 ? (
        <List label="Pending invitations">
          {entries.map((entry) => (
            <InvitationRow key={entry.email} entry={entry} place={data.place} />
          ))}
        </List>
      ) : paging.page > 1 ? (
        <PageBeyond />
      ) : data.search !== '' ? (
        <EmptyState icon={SearchX} title="No matching invitations" text="Try a different email address." />
      ) : (
        <EmptyState
          icon={MailCheck}
          title="No pending invitations"
          text="Email addresses you invite appear here until their users confirm them."
        />
      )}
      <ListPages paging={paging} />
    </>
  );
}

/** Users who ask for a role. */
export function PendingAccessRequests({ data }: { data: MembersPageData }) {
  if (data.accessRequests === null) return null;
  const { entries, paging } = data.accessRequests;
  return (
    <>
      {entries.length > 0 ? (
        <List label="Pending access requests" className="mt-3">
          {entries.map((entry) => (
            <AccessRequestRow
              key={entry.user.id}
              entry={entry}
              place={data.place}
              grantable={data.grantable}
              isLocked={data.addingRefusal !== null}
            />
          ))}
        </List>
      ) : paging.page > 1 ? (
        <PageBeyond />
      ) : (
        <EmptyState
          icon={UserCheck}
          title="No pending access requests"
          text={`Users who request access to this ${data.place.kind} appear here.`}
        />
      )}
      <ListPages paging={paging} />
    </>
  );
}
