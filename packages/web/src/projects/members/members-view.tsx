import type { MembersPageData, MembersTab } from '@tributary/contract/projects/members-page.ts';
import type { ListPaging } from '@tributary/contract/projects/page.ts';
import { SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { formatCount } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type LinkTab, LinkTabs } from '../../ui/link-tabs.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListPages } from '../containers/project-list.tsx';
import { AddMembers } from './add-members.tsx';
import { GroupRow } from './group-row.tsx';
import { InviteGroup } from './invite-group.tsx';
import { LeaveButton } from './leave-button.tsx';
import { MemberRow } from './member-row.tsx';
import { PendingAccessRequests, PendingInvitations } from './pending-lists.tsx';

function pendingText({ paging, search }: { paging: ListPaging; search: string }, one: string, many: string): string {
  const total = paging.total ?? 0;
  if (total === 0) return search === '' ? `No ${many}.` : `No ${many} found.`;
  return total === 1 ? `1 ${one}.` : `${formatCount(total)} ${many}.`;
}

function countText(data: MembersPageData): string {
  const { tab, groupsPaging, paging, search, invitations, accessRequests } = data;
  if (tab === 'invited' && invitations !== null)
    return pendingText({ ...invitations, search }, 'pending invitation', 'pending invitations');
  if (tab === 'access_requests' && accessRequests !== null)
    return pendingText({ ...accessRequests, search: '' }, 'pending access request', 'pending access requests');
  if (tab === 'groups') {
    const total = groupsPaging.total ?? 0;
    if (total === 0) return search === '' ? 'No invited groups.' : 'No groups found.';
    const count = total === 1 ? '1 group' : `${formatCount(total)} groups`;
    return search === '' ? `${count} invited here or to parent groups.` : `${count} found.`;
  }
  if (paging.total === 0) return 'No members found.';
  const people =
    paging.total === null ? 'Many members' : paging.total === 1 ? '1 member' : `${formatCount(paging.total)} members`;
  return search === '' ? `${people}, including inherited.` : `${people} found.`;
}

function People({ data }: { data: MembersPageData }) {
  return (
    <>
      {data.members.length > 0 ? (
        <List label="Members">
          {data.members.map((member) => (
            <MemberRow key={`${member.user.id} ${member.source?.fullPath ?? ''}`} member={member} place={data.place} />
          ))}
        </List>
      ) : data.paging.page > 1 ? (
        <PageBeyond />
      ) : (
        <EmptyState icon={SearchX} title="No matching members" text="Try a different name." />
      )}
      <ListPages paging={data.paging} />
    </>
  );
}

function Groups({ data }: { data: MembersPageData }) {
  if (data.groups.length > 0) {
    return (
      <>
        <List label="Invited groups">
          {data.groups.map((entry) => (
            <GroupRow key={`${entry.groupId} ${entry.source?.fullPath ?? ''}`} entry={entry} place={data.place} />
          ))}
        </List>
        <ListPages paging={data.groupsPaging} />
      </>
    );
  }
  if (data.groupsPaging.page > 1) {
    return (
      <>
        <PageBeyond />
        <ListPages paging={data.groupsPaging} />
      </>
    );
  }
  if (data.search !== '') return <EmptyState icon={SearchX} title="No matching groups" text="Try a different name." />;
  return (
    <EmptyState
      icon={UsersRound}
      title="No invited groups"
      text={`Invite a group to give its members a role in this ${data.place.kind}.`}
    />
  );
}

const placeholders = {
  people: 'Search members',
  groups: 'Search invited groups',
  invited: 'Search invitations by email',
} as const;

/** The users of a project or group, and the groups that are invited to it. */
export function MembersView() {
  const { data } = usePage<MembersPageData>();
  const { hrefWith } = usePageUrl();
  const [failure, setFailure] = useState<string | null>(null);
  const { tab, invitations, accessRequests } = data;
  const isGroups = tab === 'groups';
  const pendingTab = (key: MembersTab, label: string, pending: { paging: ListPaging } | null): LinkTab[] => {
    if (pending === null || (pending.paging.total === 0 && tab !== key)) return [];
    const href = hrefWith({ tab: key, search: null, page: null });
    return [{ key, label, href, count: pending.paging.total ?? undefined, active: tab === key }];
  };
  const mayInvite = data.grantable.length > 0 && data.sharingRefusal === null;
  return (
    <PageBody>
      <PageHeader
        title="Members"
        meta={countText(data)}
        actions={
          <>
            {data.self?.removalRefusal === null && (
              <LeaveButton self={data.self} place={data.place} onFail={setFailure} />
            )}
            {isGroups && mayInvite && <InviteGroup data={data} />}
            {!isGroups && data.grantable.length > 0 && data.addingRefusal === null && <AddMembers data={data} />}
          </>
        }
      />
      {failure !== null && (
        <Banner tone="danger" live>
          {failure}
        </Banner>
      )}
      <LinkTabs
        label="Members and groups"
        items={[
          {
            key: 'people',
            label: 'Members',
            href: hrefWith({ tab: null, search: null, page: null }),
            active: tab === 'people',
          },
          {
            key: 'groups',
            label: 'Groups',
            href: hrefWith({ tab: 'groups', search: null, page: null }),
            active: isGroups,
          },
          ...pendingTab('invited', 'Pending invitations', invitations),
          ...pendingTab('access_requests', 'Pending access requests', accessRequests),
        ]}
      />
      {isGroups && data.grantable.length > 0 && data.sharingRefusal !== null && (
        <Banner className="mt-3">{data.sharingRefusal}</Banner>
      )}
      {!isGroups && data.grantable.length > 0 && data.addingRefusal !== null && (
        <Banner className="mt-3">{data.addingRefusal}</Banner>
      )}
      {tab !== 'access_requests' && <PageFilterBar fields={[]} placeholder={placeholders[tab]} />}
      {tab === 'people' && <People data={data} />}
      {isGroups && <Groups data={data} />}
      {tab === 'invited' && <PendingInvitations data={data} />}
      {tab === 'access_requests' && <PendingAccessRequests data={data} />}
    </PageBody>
  );
}
