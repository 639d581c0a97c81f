import type { UserId } from '@tributary/contract/core/ids.ts';

/** How the actor proved who they are; limits what they may do, never widens it. */
export type Credential =
  | { kind: 'session'; sessionId: number; csrfToken: string }
  | {
      kind: 'token';
      tokenId: number;
      scopes: string[];
      /** The administrator who acts as this user. */
      impersonatorId?: number;
    }
  | { kind: 'password' }
  /** Of a running job: reads its own project, with the rights of the user whose job it is. */
  | { kind: 'job_token'; jobId: number; projectId: number }
  /** Of no user: reads one project, or all projects in a group. */
  | { kind: 'deploy_token'; tokenId: number; scopes: string[]; projectId: number | null; groupId: number | null }
  /** A key of the user, over SSH. */
  | { kind: 'ssh_key'; keyId: number }
  /**
   * Of a server: reads the projects where the key is enabled, as nobody in particular. With `canPush` it stands for whoever
   * created the key, in those projects where it may push.
   */
  | { kind: 'deploy_key'; keyId: number; canPush: boolean }
  /** Reads Atom feeds and nothing else. */
  | { kind: 'feed_token' };

export type UserActor = {
  kind: 'user';
  id: UserId;
  username: string;
  name: string;
  email: string;
  isAdmin: boolean;
  isExternal: boolean;
  /** Acts for an access token of a project or group: no account of its own to manage. */
  isBot: boolean;
  credential: Credential;
  /** The administrator whose token acts as this user. */
  impersonator?: { id: UserId; username: string };
};

/** Nobody signed in. */
export type AnonymousActor = { kind: 'anonymous' };

/** The product itself, in jobs and at start; checks do not apply to it, so only jobs and the command line make one. */
export type SystemActor = { kind: 'system' };

export type Actor = UserActor | AnonymousActor | SystemActor;

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' };
export const SYSTEM: SystemActor = { kind: 'system' };

export function actorId(actor: Actor): UserId | undefined {
  return actor.kind === 'user' ? actor.id : undefined;
}

/** Do both act for the same user (or for nobody) with the same rights? */
export function hasSameRights(one: Actor, other: Actor): boolean {
  if (one.kind !== 'user' || other.kind !== 'user') return one.kind === other.kind;
  return (
    one.id === other.id &&
    one.isAdmin === other.isAdmin &&
    one.isExternal === other.isExternal &&
    one.impersonator?.id === other.impersonator?.id &&
    jobProject(one) === jobProject(other) &&
    deployTokenId(one) === deployTokenId(other) &&
    deployKeyId(one) === deployKeyId(other) &&
    tokenScopes(one)?.join(' ') === tokenScopes(other)?.join(' ')
  );
}

/** Scopes of the token in use; undefined when the credential is not limited by scopes. */
export function tokenScopes(actor: Actor): string[] | undefined {
  if (actor.kind !== 'user') return undefined;
  if (actor.credential.kind === 'feed_token') return ['read_api'];
  if (actor.credential.kind === 'job_token') return ['ci_job'];
  const { credential } = actor;
  if (credential.kind === 'deploy_key') {
    return credential.canPush ? ['read_repository', 'write_repository'] : ['read_repository'];
  }
  return credential.kind === 'token' || credential.kind === 'deploy_token' ? credential.scopes : undefined;
}

/** The one project that a job token opens; undefined for other credentials. */
export function jobProject(actor: Actor): number | undefined {
  return actor.kind === 'user' && actor.credential.kind === 'job_token' ? actor.credential.projectId : undefined;
}

const deployKeyId = ({ credential }: UserActor): number | undefined =>
  credential.kind === 'deploy_key' ? credential.keyId : undefined;

const deployTokenId = ({ credential }: UserActor): number | undefined =>
  credential.kind === 'deploy_token' ? credential.tokenId : undefined;

/** The administrator who acts as this user: by `sudo`, or with an impersonation token. */
export function impersonatorOf(actor: Actor): number | undefined {
  if (actor.kind !== 'user') return undefined;
  const { credential, impersonator } = actor;
  return impersonator?.id ?? (credential.kind === 'token' ? credential.impersonatorId : undefined);
}
