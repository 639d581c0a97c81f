import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { api } from '../../lib/http.ts';

type Place = Pick<MembersPageData['place'], 'kind' | 'id'>;

function membersApi(place: Place): string {
  return `/api/v4/${place.kind}s/${place.id}/members`;
}

function shareApi(place: Place, groupId?: number): string {
  return `/api/v4/${place.kind}s/${place.id}/share${groupId === undefined ? '' : `/${groupId}`}`;
}

/** `expiresAt` is `YYYY-MM-DD`, the first day without access; empty for no end. */
export type Invitation = { groupId: number; level: number; expiresAt: string };

export async function inviteGroup(place: Place, { groupId, level, expiresAt }: Invitation): Promise<void> {
  await api.post(shareApi(place), {
    body: { group_id: groupId, group_access: level, ...(expiresAt !== '' && { expires_at: expiresAt }) },
  });
}

/** An end that is not given stays as it is. */
export async function changeInvitation(
  place: Place,
  { groupId, level, expiresAt }: Omit<Invitation, 'expiresAt'> & Partial<Invitation>,
): Promise<void> {
  await api.put(shareApi(place, groupId), {
    body: { group_access: level, ...(expiresAt !== undefined && { expires_at: expiresAt }) },
  });
}

export async function endInvitation(place: Place, groupId: number): Promise<void> {
  await api.delete(shareApi(place, groupId));
}

/** `expiresAt` is `YYYY-MM-DD`, the first day without access; empty for no end. */
export type Grant = { userId: number; level: number; expiresAt: string };

export async function addMember(place: Place, { userId, level, expiresAt }: Grant): Promise<void> {
  await api.post(membersApi(place), {
    body: { user_id: userId, access_level: level, ...(expiresAt !== '' && { expires_at: expiresAt }) },
  });
}

/** An end that is not given stays as it is. */
export async function changeMember(place: Place, change: Omit<Grant, 'expiresAt'> & Partial<Grant>): Promise<void> {
  const { userId, level, expiresAt } = change;
  await api.put(`${membersApi(place)}/${userId}`, {
    body: { access_level: level, ...(expiresAt !== undefined && { expires_at: expiresAt }) },
  });
}

export async function removeMember(place: Place, userId: number): Promise<void> {
  await api.delete(`${membersApi(place)}/${userId}`);
}
