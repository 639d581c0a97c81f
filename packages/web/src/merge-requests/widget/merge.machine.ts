/** Flow of the merge button. A failed merge counts down and then shows what is true now. */
export type MergeFlow =
  | { state: 'idle' }
  | { state: 'merging' }
  | { state: 'failed'; error: string; secondsLeft: number };

export type MergeEvent =
  | { type: 'start' }
  | { type: 'done' }
  | { type: 'fail'; error: string }
  | { type: 'tick' }
  | { type: 'refresh' };

export const REFRESH_SECONDS = 10;
export const IDLE: MergeFlow = { state: 'idle' };

/** An error as a sentence of its own. */
export function errorSentence(error: string | null | undefined): string {
  const text = (error ?? '').trim();
  if (text === '') return 'Merge failed.';
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function mergeMachine(flow: MergeFlow, event: MergeEvent): MergeFlow {
  switch (event.type) {
    case 'start':
      return { state: 'merging' };
    case 'fail':
      return { state: 'failed', error: errorSentence(event.error), secondsLeft: REFRESH_SECONDS };
    case 'tick':
      if (flow.state !== 'failed') return flow;
      return flow.secondsLeft <= 1 ? IDLE : { ...flow, secondsLeft: flow.secondsLeft - 1 };
    case 'done':
    case 'refresh':
      return IDLE;
  }
}
