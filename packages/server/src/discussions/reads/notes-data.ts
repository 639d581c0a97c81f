import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { helpPaths, notesDocsPaths } from '@tributary/contract/page/help.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { type Context, concurrently } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import type { ContainerKind } from '../../projects/index.ts';
import { canCreateNote, canReadInternal, canResolveAny } from '../abilities.ts';
import { noteableAwards } from '../awards/award-views.ts';
import { internalTopic } from '../internal-topic.ts';
import { commandNamesFor } from '../quick-actions/quick-action-registry.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { toPageAwards } from '../rules/page-awards.ts';
import { noteablePaths } from '../rules/paths.ts';
import { uploadAbility } from '../upload-home.ts';
import { savedActivityFilter } from './activity-filter.ts';
import { noteCounts } from './note-counts.ts';
import { missedCommandResults } from './missed-command-results.ts';
import { pollCursor } from './notes-since.ts';

const MAX_PRERENDERED_NOTES = 10;

const READ_ONLY: Record<ContainerKind, { text: string; docsPath?: string }> = {
  project: {
    text: 'This project is archived and cannot be commented on.',
    docsPath: helpPaths.archivedProjects,
  },
  group: { text: 'This group is archived or will be deleted. It cannot be commented on.' },
};

/** What a page needs to show and write the notes of a thing; `noun` names it in notices ("merge request"). */
export async function notesData(ctx: Context, noteable: Noteable, noun: string): Promise<NotesData> {
  const reactions = concurrently(ctx, () => noteableAwards(ctx, noteable));
  const filter = concurrently(ctx, () => savedActivityFilter(ctx, noteable.type));
  const cursor = concurrently(ctx, () => pollCursor(ctx));
  const counts = concurrently(ctx, () => noteCounts(ctx, noteable.type, [noteable.id]));
  const later = concurrently(ctx, () => missedCommandResults(ctx, noteable));
  const paths = noteablePaths(noteable);
  const { canBeClosed, hasDrafts, isResolvable } = noteableDescriptor(noteable.type);
  const refusal = canCreateNote(ctx.actor, noteable);
  // Whoever signs in to write in an archived project would find that nobody can.
  const reason = refusal && noteable.policy.isArchived ? 'project_archived' : refusal?.code;
  const notices = {
    unauthenticated: { kind: 'signed_out', text: 'Please register or sign in to reply' },
    project_archived: { kind: 'archived', ...READ_ONLY[noteable.place.kind] },
    discussion_locked: { kind: 'locked', text: lockedText(noteable, noun), docsPath: helpPaths.lockedDiscussions },
  } as const;
  const mayUpload = isAllowed(ctx.actor, uploadAbility(noteable.place), noteable.place.policy);
  const { awards, canAward } = await reactions();
  const canResolve = canResolveAny(ctx.actor, noteable) === null;
  return {
    ...notesDocsPaths,
    noteableType: noteable.type,
    noteableId: noteable.id,
    noteableIid: noteable.iid,
    headSha: noteable.headSha,
    noun,
    closePath: canBeClosed === true ? paths.close : null,
    reopenPath: canBeClosed === true ? paths.reopen : null,
    isResolvable,
    topic: noteable.topic,
    internalTopic: canReadInternal(ctx.actor, noteable) ? internalTopic(noteable) : null,
    discussionsPath: paths.discussions,
    lineColoursPath: paths.lineColours,
    begunPicturesPath: paths.begunPictures,
    notesFilter: await filter(),
    prerenderedNotesCount: Math.min((await counts()).get(noteable.id)?.notes ?? 0, MAX_PRERENDERED_NOTES),
    notesPath: paths.notes,
    createNotePath: paths.createNote,
    draftsPath: hasDrafts && refusal === null ? paths.drafts : null,
    previewMarkdownPath: paths.previewMarkdown,
    commandNames: commandNamesFor(noteable.type),
    uploadsPath: mayUpload ? paths.uploads : null,
    lastFetchedAt: await cursor(),
    registerPath: shellPaths.signUp,
    newSessionPath: shellPaths.signIn,
    currentUser: { ...noteRights(ctx, noteable), canResolve },
    awards: { awards: toPageAwards(awards), canAward, path: `${noteable.path}/toggle_award_emoji` },
    followUpPath: canResolve ? (noteableDescriptor(noteable.type).followUpPath?.(ctx, noteable, null) ?? null) : null,
    laterCommands: await later(),
    laterCommandsPath: paths.laterCommands,
    warning: refusal === null ? warningOf(noteable, noun) : null,
    notice: reason === undefined ? null : (Object.entries(notices).find(([code]) => code === reason)?.[1] ?? null),
  };
}

/** Which notes the actor may create on a thing. */
export function noteRights(ctx: Context, noteable: Noteable) {
  const canCreate = canCreateNote(ctx.actor, noteable) === null;
  const allowsInternal = canCreate && noteableDescriptor(noteable.type).allowsInternal;
  return {
    canCreateNote: canCreate,
    canCreateInternalNote: allowsInternal && canCreateNote(ctx.actor, noteable, true) === null,
  };
}

function lockedText({ place }: Noteable, noun: string): string {
  return `This ${noun} is locked. Only ${place.kind} members can comment.`;
}

/** Who will hear of a comment, and who may answer it. */
function warningOf(noteable: Noteable, noun: string): NotesData['warning'] {
  const { isConfidential = false, policy } = noteable;
  const isLocked = policy.isLocked === true;
  const { confidentialIssues, lockedDiscussions } = helpPaths;
  if (isConfidential && isLocked) {
    const text = `This ${noun} is confidential and locked. People without permission will never get a notification and won’t be able to comment.`;
    return { text, docsPath: confidentialIssues };
  }
  if (isConfidential) {
    const text = `This is a confidential ${noun}. People without permission will never get a notification.`;
    return { text, docsPath: confidentialIssues };
  }
  return isLocked ? { text: lockedText(noteable, noun), docsPath: lockedDiscussions } : null;
}
