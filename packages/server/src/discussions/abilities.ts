import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import { type Actor, actorId } from '../platform/actor.ts';
import { can } from '../platform/policy/policy.ts';
import type { Container } from '../projects/index.ts';
import { type Noteable, noteableDescriptor } from './noteable.ts';
import type { DiscussionRow } from './store/discussions.ts';
import type { NoteRow } from './store/notes.ts';

const REPORTER = 20;
const OWNER = 50;

/** Internal notes are for reporters and up, whoever wrote them. */
export function canReadInternal(actor: Actor, noteable: Noteable): boolean {
  return readsInternalOf(actor, noteable.place);
}

/** The same for all things of a place at once. */
export function readsInternalOf(actor: Actor, { level }: Pick<Container, 'level'>): boolean {
  if (actor.kind === 'system') return true;
  if (actor.kind === 'anonymous') return false;
  return actor.isAdmin || level >= REPORTER;
}

/** Addresses of users outside in full, for reporters and up; others have them masked. */
export function canReadExternalEmails(actor: Actor, noteable: Pick<Noteable, 'policy'>): boolean {
  return can(actor, 'read_external_emails', noteable.policy) === null;
}

export function canCreateNote(actor: Actor, noteable: Noteable, isInternal = false): Refusal | null {
  const refusal = can(actor, 'create_note', noteable.policy);
  if (refusal || !isInternal) return refusal;
  if (!noteableDescriptor(noteable.type).allowsInternal) return refuse('internal_note_unsupported');
  return canReadInternal(actor, noteable) ? null : refuse('forbidden');
}

/** Saying when something was written, instead of now: owners, who bring whole projects from elsewhere. */
export function canBackdate(actor: Actor, { level }: Pick<Container, 'level'>): boolean {
  return actor.kind === 'user' && (actor.isAdmin || level >= OWNER);
}

/** Editing and deleting: one's own, or everyone's for those who moderate. */
export function canEditNote(
  actor: Actor,
  noteable: Noteable,
  note: Pick<NoteRow, 'author_id' | 'is_system' | 'is_internal'>,
): Refusal | null {
  if (note.is_internal && !canReadInternal(actor, noteable)) return refuse('not_found', { resource: 'Note' });
  const isOwn = note.author_id !== null && note.author_id === actorId(actor);
  const refusal = can(actor, 'edit_note', { ...noteable.policy, isOwn });
  return refusal ?? (note.is_system ? refuse('note_is_system') : null);
}

/** Reacting to a thing, or to one of its notes; what the product itself noted down takes no reactions. */
export function canAward(
  actor: Actor,
  noteable: Noteable,
  note: Pick<NoteRow, 'is_system' | 'is_internal'> | null,
): Refusal | null {
  if (note?.is_internal && !canReadInternal(actor, noteable)) return refuse('not_found', { resource: 'Note' });
  if (!note && !noteableDescriptor(noteable.type).takesAwards) return refuse('not_found', { resource: 'Awardable' });
  return can(actor, 'award_emoji', noteable.policy) ?? (note?.is_system ? refuse('note_is_system') : null);
}

/** Every thread of the thing, whoever began it: its author and developers. */
export function canResolveAny(actor: Actor, noteable: Noteable): Refusal | null {
  const id = actorId(actor);
  return can(actor, 'resolve_thread', { ...noteable.policy, isOwn: id !== undefined && noteable.authorId === id });
}

/** Own thread, a thread on one's own thing, or any thread for developers. */
export function canResolve(
  actor: Actor,
  noteable: Noteable,
  discussion: Pick<DiscussionRow, 'is_resolvable' | 'is_internal'>,
  starterId: number | null,
): Refusal | null {
  if (discussion.is_internal && !canReadInternal(actor, noteable))
    return refuse('not_found', { resource: 'Discussion' });
  const id = actorId(actor);
  const isOwn = id !== undefined && starterId === id;
  const refusal = isOwn ? can(actor, 'resolve_thread', { ...noteable.policy, isOwn }) : canResolveAny(actor, noteable);
  return refusal ?? (discussion.is_resolvable ? null : refuse('note_not_resolvable'));
}
