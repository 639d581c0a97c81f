import { expect, test } from 'vitest';
import { IDLE, type MergeEvent, type MergeFlow, mergeMachine } from './merge.machine.ts';

const failed: MergeFlow = { state: 'failed', error: 'Merge failed.', secondsLeft: 10 };

test.each<[MergeFlow, MergeEvent, MergeFlow]>([
  [IDLE, { type: 'start' }, { state: 'merging' }],
  [{ state: 'merging' }, { type: 'done' }, IDLE],
  [{ state: 'merging' }, { type: 'fail', error: '' }, failed],
  [{ state: 'merging' }, { type: 'fail', error: 'Head moved' }, { ...failed, error: 'Head moved.' }],
  [failed, { type: 'tick' }, { ...failed, secondsLeft: 9 }],
  [{ ...failed, secondsLeft: 1 }, { type: 'tick' }, IDLE],
  [failed, { type: 'refresh' }, IDLE],
  [IDLE, { type: 'tick' }, IDLE],
])('%j on %j becomes %j', (flow, event, expected) => {
  expect(mergeMachine(flow, event)).toEqual(expected);
});
