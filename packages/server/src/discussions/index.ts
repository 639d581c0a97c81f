/**
 * Owns what users say: threads, notes, system notes, uploads, and how texts become HTML for one reader.
 * Knows nothing of merge requests or issues: they register a descriptor (noteable.ts) and reference resolvers.
 * Endpoints are composed in `endpoints/index.ts`. Start with `operations/create-note.ts` and `reads/note-views.ts`.
 */

export type { EventBatch, NoteEvent } from './events.ts';
export {
  defineReferenceResolver,
  type GitBudget,
  summarised,
  referencesIn,
  referencesInText,
  type ReferenceResolver,
  type TextScope,
  textScopeOf,
  type WantedReference,
} from './markdown/reference-registry.ts';
export { HTML_VERSION, renderForReader, renderText, showTexts, type StoredHtml } from './markdown/render-text.ts';
export {
  type ChangedNote,
  defineDescription,
  defineNoteable,
  type Noteable,
  type NoteableDescriptor,
  type NoteChange,
  type NoteSuggestion,
  type PositionResolver,
  type ResolvedPosition,
} from './noteable.ts';
export { asSeen, getNoteable, noteableTypesWhere, shortReference } from './noteable.ts';
export { canBackdate, canCreateNote, canReadExternalEmails, canReadInternal } from './abilities.ts';
export { addSystemNote, type SystemNote } from './operations/add-system-note.ts';
export { addDescriptionNote } from './operations/description-versions.ts';
export { nameFor, addCrossReferences } from './mentions/add-cross-references.ts';
export { findCommitNoteable } from './commits/commit-noteable.ts';
export { defineContributors } from './contributors.ts';
export { copyAwardsOf } from './awards/copy-awards.ts';
export { type CarryText, carryingTexts } from './operations/carry-texts.ts';
export { copyNotes, textsToCopy } from './operations/copy-notes.ts';
export { openThreads } from './reads/open-threads.ts';
export { positionOfNote } from './operations/position-of-note.ts';
export { commitLookedAt } from './operations/commit-looked-at.ts';
export {
  type ActionResult,
  defineQuickAction,
  type ExplainAt,
  listQuickActions,
  typesOf,
  type QuickAction,
  textActions,
} from './quick-actions/quick-action-registry.ts';
export type { CommandOutcome } from './tables.ts';
export { forgetCommands, runCommandsOnce, runWritten, writeCommands } from './quick-actions/run-once.ts';
export { checkCommands, noOutcome, readCommands } from './quick-actions/run-quick-actions.ts';
export { writeDescribed } from './operations/write-described.ts';
export { commandResults } from './endpoints/answer-commands.ts';
export { type CompletionRequest, defineCompletionSource } from './completion/completion-registry.ts';
export { markChanges } from './rules/mark-changes.ts';
export { noteHook } from './note-hook.ts';
export { awardHook } from './award-hook.ts';
export { mentionsInText } from './mentions/mentions-in.ts';
export { rankMatches } from './rules/rank-matches.ts';
export type { WrittenCommand } from '@tributary/contract/discussions/split-commands.ts';
export { uploadFile } from './operations/upload-file.ts';
export { writeNote } from './operations/write-note.ts';
export { sentForm } from './endpoints/sent-form.ts';
export { preloadAutosaves } from './autosave/preload-autosaves.ts';
export { restoreAutosave, type SentForm, takeSentText, writeSent } from './autosave/save-autosave.ts';
export { createNote } from './operations/create-note.ts';
export { createNotes, type NoteToWrite } from './operations/create-notes.ts';
export { explainCommandsInText } from './reads/preview-commands.ts';
export { usersNamedIn } from './reads/preview-text.ts';
export { discussionById, discussionPage, findNoteView } from './reads/discussion-page.ts';
export { noteableData } from './reads/noteable-data.ts';
export { lastResolved, type OpenThread, openThreadsByNoteable } from './reads/open-threads-by-noteable.ts';
export { findNoteForNotification, listedNoteable, noteableById } from './reads/noteable-by-ids.ts';
export { uploadsInText, withFullUploadLinks } from './reads/uploads-in-text.ts';
export { noteAuthorIds, noteCounts, commentedNoteableIds } from './reads/note-counts.ts';
export type { DiscussionView, NoteView } from './reads/note-views.ts';
export { addNoteableFields } from './endpoints/graphql/noteable-lists.ts';
export { defineNoteableType } from './endpoints/graphql/noteable-type.ts';
export { notesData } from './reads/notes-data.ts';
export { toPageAuthor } from './render/to-page-author.ts';
export { checkPoint, positionInvalid } from './rules/check-position.ts';
export { checkBody, escapeMarkdown } from './rules/note-text.ts';
export { retryWhileBusy } from '../platform/retry-while-busy.ts';
export { resolveDiscussions } from './operations/resolve-discussion.ts';
export { type ThreadState, threadStates, withdrawNotes } from './operations/withdraw-notes.ts';
export { noteablePaths } from './rules/paths.ts';
export {
  type DiscussionRow,
  findDiscussion,
  listDiscussionsByIds,
  listPositionedDiscussions,
  lockDiscussions,
  type NoteCounts,
  setPosition,
  type TracedPosition,
} from './store/discussions.ts';
export { refreshNote } from './operations/refresh-note.ts';
export { resolveByPush } from './operations/resolve-by-push.ts';
export { deleteNotesOfNoteable, findNoteById, type NoteRow } from './store/notes.ts';
export { listThreadSpeakers, spokeInOpenThread } from './store/thread-comments.ts';
export { findLastSystemAction, listCommentedCommits, listSystemTexts } from './store/commented-commits.ts';
