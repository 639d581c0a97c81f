import type { Visibility } from '@tributary/contract/core/access-levels.ts';
import { AppError, refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { type Actor, tokenScopes } from '../actor.ts';
import { type Ability, type AbilityRow, abilityRow } from './permissions.ts';

/**
 * What a decision needs to know about the thing acted on. Slices make one from their rows. `level` is the actor's
 * effective role there (0 without membership); `relation` says whether the thing is the actor's own.
 */
export type PolicySubject = {
  /** Noun for "404 … Not Found". */
  resource: string;
  visibility: Visibility;
  level: number;
  isArchived?: boolean;
  /** The feature this ability belongs to is off, or for members only. */
  feature?: 'disabled' | 'private' | 'enabled';
  isOwn?: boolean;
  isLocked?: boolean;
  /** Confidential things are for reporters and up and for their own author and assignees. */
  isConfidential?: boolean;
  /** The job or deploy token in use opens only what everyone may see here, whatever its user may do. */
  isOutside?: boolean;
};

/** The instance itself, for abilities that hang on no project or group. */
export const INSTANCE: PolicySubject = { resource: 'Resource', visibility: 'public', level: 0 };

/** May the actor see that this exists at all? */
export function isVisible(actor: Actor, subject: PolicySubject): boolean {
  if (actor.kind === 'system') return true;
  if (actor.kind === 'anonymous') return subject.visibility === 'public' && !subject.isConfidential;
  if (actor.isAdmin && !subject.isOutside) return true;
  if (subject.isConfidential && subject.level < 20 && !subject.isOwn) return false;
  if (subject.level > 0) return true;
  if (subject.visibility === 'public') return true;
  return subject.visibility === 'internal' && !actor.isExternal;
}

function column(actor: Actor, subject: PolicySubject): keyof AbilityRow['cells'] {
  if (actor.kind === 'anonymous') return 'An';
  if (actor.kind === 'system') return 'Ad';
  if (actor.isAdmin && !subject.isOutside) return 'Ad';
  if (subject.level >= 50) return 'O';
  if (subject.level >= 40) return 'M';
  if (subject.level >= 30) return 'D';
  if (subject.level >= 20) return 'R';
  if (subject.level >= 10) return 'G';
  return 'Us';
}

function cellAllows(cell: string, subject: PolicySubject): boolean {
  if (cell === 'Y') return true;
  if (cell === 'o') return subject.isOwn === true;
  if (cell === 'f') return subject.visibility !== 'private';
  return false;
}

/** On public and internal projects a guest has at least what any signed-in user has. */
function roleAllows(actor: Actor, row: AbilityRow, subject: PolicySubject): boolean {
  const own = column(actor, subject);
  if (cellAllows(row.cells[own], subject)) return true;
  return own === 'G' && subject.visibility !== 'private' && cellAllows(row.cells.Us, subject);
}

/**
 * What a bot never does, whatever its role: it has no account to manage, and must not make credentials that outlive its
 * own. Its rights elsewhere are those of its role.
 */
const NOT_FOR_BOTS: ReadonlySet<Ability> = new Set([
  'sign_in',
  'change_account',
  'manage_own_tokens',
  'administer',
  'create_group',
  'create_personal_project',
  'admin_project_access_tokens',
  'admin_deploy_keys',
  'admin_group_access_tokens',
]);

function scopeAllows(actor: Actor, row: AbilityRow): boolean {
  const scopes = tokenScopes(actor);
  if (!scopes) return true;
  return row.scopes.some((scope) => scopes.includes(scope));
}

function stateRefusal(actor: Actor, row: AbilityRow, subject: PolicySubject): Refusal | null {
  if (subject.isArchived && !row.whenArchived)
    return refuse(subject.resource === 'Group' ? 'group_archived' : 'project_archived');
  const isMember = subject.level > 0 || (actor.kind === 'user' && actor.isAdmin && !subject.isOutside);
  if (subject.feature === 'disabled') return refuse('not_found', { resource: subject.resource });
  if (subject.feature === 'private' && !isMember) return refuse('not_found', { resource: subject.resource });
  if (subject.isLocked && !isMember && !row.whenLocked) return refuse('discussion_locked');
  return null;
}

/**
 * The one decision: may the actor use this ability on this subject? Null allows. What may not be seen is `not_found`
 * with the same wording as a thing that does not exist; a missing sign-in is `unauthenticated`.
 */
export function can(actor: Actor, ability: Ability, subject: PolicySubject): Refusal | null {
  const row = abilityRow(ability);
  if (!isVisible(actor, subject)) return refuse('not_found', { resource: subject.resource });
  if (!scopeAllows(actor, row)) return refuse('insufficient_scope');
  if (actor.kind === 'system') return null;
  if (actor.kind === 'user' && actor.isBot && NOT_FOR_BOTS.has(ability)) return refuse('forbidden');
  if (!roleAllows(actor, row, subject)) return lacking(actor, row, subject);
  return stateRefusal(actor, row, subject);
}

function lacking(actor: Actor, row: AbilityRow, subject: PolicySubject): Refusal {
  if (row.hides) return refuse('not_found', { resource: subject.resource });
  return actor.kind === 'anonymous' ? refuse('unauthenticated') : refuse('forbidden');
}

/** Throws unless the actor may. */
export function authorize(actor: Actor, ability: Ability, subject: PolicySubject): void {
  const refusal = can(actor, ability, subject);
  if (refusal) throw new AppError(refusal.code, refusal.params);
}

export function isAllowed(actor: Actor, ability: Ability, subject: PolicySubject): boolean {
  return can(actor, ability, subject) === null;
}
