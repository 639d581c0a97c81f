const DRAFT = /^\s*(?:draft\s*:|\[draft\]|\(draft\)|draft\s+-\s)\s*/i;
/** A prefix that users type again and again is removed as a whole. */
const DRAFTS = /^(?:\s*(?:draft\s*:|\[draft\]|\(draft\)|draft\s+-\s)\s*)+/i;

/** A request whose title begins with "Draft:", "[Draft]" or "(Draft)" is not to be merged yet. */
export function isDraftTitle(title: string): boolean {
  return DRAFT.test(title);
}

export function withoutDraft(title: string): string {
  return title.replace(DRAFTS, '');
}

/** The title with or without the prefix; a title that is nothing but prefix stays. */
export function setDraft(title: string, isDraft: boolean): string {
  const bare = withoutDraft(title);
  if (bare === '') return title;
  return isDraft ? `Draft: ${bare}` : bare;
}
