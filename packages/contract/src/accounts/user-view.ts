export const USER_STATES = ['active', 'blocked', 'pending_approval', 'deactivated', 'banned'] as const;
export type UserState = (typeof USER_STATES)[number];

/** A bot acts for an access token of a project or group; the ghost is the author of what deleted users wrote. */
export type UserKind = 'human' | 'project_bot' | 'ghost';

/** A user as every page and every list shows them: nothing that only they or an administrator may know. */
export type UserView = {
  id: number;
  username: string;
  name: string;
  state: UserState;
  /** Path of the uploaded image on this server; null means that the browser draws initials. */
  avatarUrl: string | null;
  publicEmail: string | null;
  /** Acts for an access token of a project or group. */
  isBot: boolean;
  kind: UserKind;
};

/** What a user says of themselves now. */
export type UserStatusView = {
  /** Name of an emoji, without colons. */
  emoji: string;
  message: string;
  messageHtml: string;
  availability: 'not_set' | 'busy';
  clearAt: string | null;
};
