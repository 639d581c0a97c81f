/* Of what is loaded when someone asks for more than the changes. */

export type RenamedState = 'idle' | 'loading' | 'errored' | 'success';
export type RenamedEvent = 'show' | 'error' | 'success' | 'dismiss';

const RENAMES: Record<RenamedState, Partial<Record<RenamedEvent, RenamedState>>> = {
  idle: { show: 'loading' },
  loading: { error: 'errored', success: 'success' },
  // Two may have asked: what came for one of them is there, whatever became of the other.
  errored: { show: 'loading', success: 'success', dismiss: 'idle' },
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
