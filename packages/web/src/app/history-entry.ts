/** What the browser keeps with each entry of the history. */
export type HistoryEntry = {
  key: string;
  scroll: number;
  /** Place in the row of entries that this page has made, so that a step can be taken back. */
  index: number;
};

export function readEntry(): HistoryEntry {
  const state: unknown = window.history.state;
  if (typeof state === 'object' && state !== null && 'key' in state && 'scroll' in state) {
    const index = 'index' in state ? Number(state.index) : 0;
    return { key: String(state.key), scroll: Number(state.scroll), index };
  }
  return { key: 'first', scroll: 0, index: 0 };
}

let entryCount = 0;

export function newEntry(index: number): HistoryEntry {
  entryCount += 1;
  return { key: `${Date.now()}-${entryCount}`, scroll: 0, index };
}
