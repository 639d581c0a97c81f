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

export type RenamedState = 'idle' | 'loading' | 'errored' | 'success';
export type RenamedEvent = 'show' | 'error' | 'success' | 'dismiss';

const RENAMES: Record<RenamedState, Partial<Record<RenamedEvent, RenamedState>>> = {
  idle: { show: 'loading' },
  loading: { error: 'errored', success: 'success' },
  errored: { show: 'loading', dismiss: 'idle' },
  success: {},
};

/** Showing the contents of a file that was renamed and not changed. */
export function nextRenamed(state: RenamedState, event: RenamedEvent): RenamedState {
  return RENAMES[state][event] ?? state;
}

/** Whether the whole file is shown, or only its changes with the lines around them. */
export type FullState = 'changes' | 'loading' | 'full';
export type FullEvent = 'start' | 'done' | 'error' | 'hide';

const FULL: Record<FullState, Partial<Record<FullEvent, FullState>>> = {
  changes: { start: 'loading' },
  loading: { done: 'full', error: 'changes', hide: 'changes' },
  full: { hide: 'changes' },
};

export function nextFull(state: FullState, event: FullEvent): FullState {
  return FULL[state][event] ?? state;
}
