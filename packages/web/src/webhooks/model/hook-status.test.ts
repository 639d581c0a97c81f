import { describe, expect, it } from 'vitest';
import { hookStatus, outcomeText } from './hook-status.ts';

const good = { at: '2026-01-01T00:00:00.000Z', status: 200, error: null };

describe('hookStatus', () => {
  it.each([
    ['Disabled', { status: 'disabled', lastDelivery: good }],
    ['Paused', { status: 'temporarily_disabled', lastDelivery: good }],
    ['Never triggered', { status: 'executable', lastDelivery: null }],
    ['Working', { status: 'executable', lastDelivery: good }],
    ['Last delivery failed', { status: 'executable', lastDelivery: { ...good, status: 500 } }],
    ['Last delivery failed', { status: 'executable', lastDelivery: { ...good, status: null, error: 'timed out' } }],
  ] as const)('says %s', (text, hook) => {
    expect(hookStatus(hook).text).toBe(text);
  });
});

describe('outcomeText', () => {
  it.each([
    ['Response 200 in 12 ms.', { state: 'succeeded', status: 200, durationMs: 12, error: null }],
    ['Response 200 in 10.0 s.', { state: 'succeeded', status: 200, durationMs: 10_004, error: null }],
    ['Response 500.', { state: 'failed', status: 500, durationMs: null, error: 'bad' }],
    ['No route.', { state: 'failed', status: null, durationMs: 3, error: 'No route.' }],
    ['Waiting to be sent.', { state: 'waiting', status: null, durationMs: null, error: null }],
  ] as const)('says %s', (text, delivery) => {
    expect(outcomeText(delivery)).toBe(text);
  });
});
