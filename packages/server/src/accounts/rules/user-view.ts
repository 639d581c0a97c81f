import type { UserKind, UserState, UserView } from '@tributary/contract/accounts/user-view.ts';

type UserColumns = {
  id: number;
  username: string;
  name: string;
  state: UserState;
  avatar_name: string | null;
  public_email: string;
  kind: UserKind;
  private_profile: boolean;
};

export function avatarPath(id: number, avatarName: string | null): string | null {
  return avatarName === null ? null : `/uploads/-/system/user/avatar/${id}/${avatarName}`;
}

/** The part of a row that everyone may see. */
export function toUserView(row: UserColumns): UserView {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    state: row.state,
    avatarUrl: avatarPath(row.id, row.avatar_name),
    publicEmail: row.public_email === '' || row.private_profile ? null : row.public_email,
    isBot: row.kind === 'project_bot',
    kind: row.kind,
  };
}
