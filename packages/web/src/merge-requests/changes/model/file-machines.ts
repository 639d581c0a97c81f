/** A file is folded by itself (too large, generated, over the budget) or by its reader; opening it undoes both. */
export type CollapseState = 'open' | 'automatic' | 'manual';
export type CollapseEvent = 'fold_by_itself' | 'fold' | 'open';

export function nextCollapse(state: CollapseState, event: CollapseEvent): CollapseState {
  if (event === 'open') return 'open';
  if (event === 'fold') return 'manual';
  return state === 'manual' ? 'manual' : 'automatic';
}

export type LoadState = 'idle' | 'loading' | 'errored';
export type LoadEvent = 'start' | 'error' | 'success' | 'acknowledge';

const LOADS: Record<LoadState, Partial<Record<LoadEvent, LoadState>>> = {
  idle: { start: 'loading' },
  loading: { error: 'errored', success: 'idle' },
  errored: { start: 'loading', acknowledge: 'idle' },
};

/** Loading the lines of one folded file. What a state does not know leaves it as it is. */
export function nextLoad(state: LoadState, event: LoadEvent): LoadState {
  return LOADS[state][event] ?? state;
}
