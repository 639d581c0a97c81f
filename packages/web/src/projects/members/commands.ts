import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { api } from '../../lib/http.ts';

type Place = Pick<MembersPageData['place'], 'kind' | 'id'>;

function membersApi(place: Place): string {
  return `/api/v4/${place.kind}s/${place.id}/members`;
}

function requestsApi(place: Place): string {
  return `/api/v4/${place.kind}s/${place.id}/access_requests`;
}

export async function requestAccess(place: Place): Promise<void> {
  await api.post(requestsApi(place));
}

/** Denies a request, or withdraws the own one. */
export async function removeAccessRequest(place: Place, userId: number): Promise<void> {
  await api.delete(`${requestsApi(place)}/${userId}`);
}

export async function approveAccessRequest(place: Place, userId: number, level: number): Promise<void> {
  await api.put(`${requestsApi(place)}/${userId}/approve`, { body: { access_level: level } });
}

function invitationsApi(place: Place, email: string): string {
  return `/api/v4/${place.kind}s/${place.id}/invitations${email === '' ? '' : `/${encodeURIComponent(email)}`}`;
}

/** Answers why the address was not invited; null when it was. */
export async function inviteAddress(
  place: Place,
  { email, level, expiresAt }: Omit<Grant, 'userId'> & { email: string },
): Promise<string | null> {
  const { message } = await api.post<{ message?: Record<string, string> }>(invitationsApi(place, ''), {
    body: { email, access_level: level, ...(expiresAt !== '' && { expires_at: expiresAt }) },
  });
  return message?.[email] ?? null;
}

/** What is not given stays as it is. */
export async function changeEmailInvitation(
  place: Place,
  email: string,
  { level, expiresAt }: { level?: number; expiresAt?: string },
): Promise<void> {
  await api.put(invitationsApi(place, email), {
    body: {
      ...(level !== undefined && { access_level: level }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    },
  });
}

export async function cancelEmailInvitation(place: Place, email: string): Promise<void> {
  await api.delete(invitationsApi(place, email));
}

export async function resendEmailInvitation(
  { kind, fullPath }: Pick<MembersPageData['place'], 'kind' | 'fullPath'>,
  email: string,
): Promise<void> {
  const home = kind === 'group' ? `/groups/${fullPath}` : `/${fullPath}`;
  await api.post(`${home}/-/${kind}_members/resend_invitation`, { body: { email } });
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
