import type { Slice } from '../endpoints/slice.ts';
import { discussionEndpoints } from './endpoints/index.ts';
import { markdownReferencesInFiles } from './markdown/references-in-files.ts';
import { markdownUserReferences } from './markdown/user-references.ts';
import { discussionsInstanceStatistics } from './instance-statistics.ts';
import { discussionsStoredUploads } from './stored-uploads.ts';
import { discussionsSweepUploads } from './sweep-uploads.ts';
import { completionGeneralSources } from './completion/general-sources.ts';
import { customEmojiEmojiImage } from './custom-emoji/emoji-image.ts';
import { discussionsInternalTopic } from './internal-topic.ts';
import { commitsRecordCommitComments } from './commits/record-commit-comments.ts';
import { commitsCommitNoteable } from './commits/commit-noteable.ts';
import { quickActionsQuickActionRegistry } from './quick-actions/quick-action-registry.ts';
import { commitsCommitNotesData } from './commits/commit-notes-data.ts';
import { awardsQuickAction } from './awards/quick-action.ts';
import { mentionsOnNote } from './mentions/on-note.ts';
import { quickActionsRunOnce } from './quick-actions/run-once.ts';
import { autosaveExpireAutosaves } from './autosave/expire-autosaves.ts';
import { discussionsEventNotes } from './endpoints/event-notes.ts';
import { discussionsSearchScope } from './endpoints/search-scope.ts';
import { customEmojiResolveEmoji } from './custom-emoji/resolve-emoji.ts';
import { customEmojiPage } from './custom-emoji/endpoints/page.ts';
import { discussionsSavedReplies } from './saved-replies/store.ts';
import { discussionsDeleteNote } from './operations/delete-note.ts';

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const discussionSlice: Slice = {
  endpoints: discussionEndpoints,
  extensions: [
    ...markdownReferencesInFiles,
    ...markdownUserReferences,
    ...discussionsInstanceStatistics,
    ...discussionsStoredUploads,
    ...discussionsSweepUploads,
    ...completionGeneralSources,
    ...customEmojiEmojiImage,
    ...discussionsInternalTopic,
    ...commitsRecordCommitComments,
    ...commitsCommitNoteable,
    ...quickActionsQuickActionRegistry,
    ...commitsCommitNotesData,
    ...awardsQuickAction,
    ...mentionsOnNote,
    ...quickActionsRunOnce,
    ...autosaveExpireAutosaves,
    ...discussionsEventNotes,
    ...discussionsSearchScope,
    ...customEmojiResolveEmoji,
    ...customEmojiPage,
    ...discussionsSavedReplies,
    ...discussionsDeleteNote,
  ],
};
