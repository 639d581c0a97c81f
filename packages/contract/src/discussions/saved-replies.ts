/** Texts that a user keeps to write with again; on pages they are called comment templates. */

/** The page, kind `saved_replies`. POST {name, content} → SavedReplyItem */
export const savedRepliesPath = '/-/profile/comment_templates';

/** Of all unfinished templates of a user. */
export const savedRepliesAutosaveScope = 'comment-templates';

/** PUT {name, content} → SavedReplyItem; DELETE → 204 */
export const savedReplyPath = (id: number): string => `${savedRepliesPath}/${id}`;

/** GET ?search= → FoundSavedReplies, for who is writing */
export const foundSavedRepliesPath = `${savedRepliesPath}.json`;

/** POST {text}: one as it looks. It belongs to no project, so that what it names there is only text. */
export const savedReplyPreviewPath = '/-/profile/preview_markdown';

export const SAVED_REPLY_MAX_NAME_CHARS = 255;
export const SAVED_REPLY_MAX_CONTENT_CHARS = 10_000;
/** Of one user. */
export const SAVED_REPLIES_MAX = 500;

export type SavedReplyItem = { id: number; name: string; content: string };

/** By name; `total` of those that hold the words that are searched for, `room` for how many more there is. */
export type SavedRepliesPageData = {
  replies: SavedReplyItem[];
  search: string;
  page: number;
  perPage: number;
  total: number;
  room: number;
};

/** The first of them; those whose names match stand before those whose texts do. `total`: how many match. */
export type FoundSavedReplies = { replies: SavedReplyItem[]; total: number };
