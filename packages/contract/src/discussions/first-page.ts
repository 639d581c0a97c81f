/** What a page asks of the threads first: everything, whatever part is shown, for another part may be chosen a moment later. */
export const FIRST_DISCUSSIONS = { per_page: 20, notes_filter: 0, persist_filter: false } as const;
