import { describe, expect, test } from 'vitest';
import {
  type CollapseEvent,
  type CollapseState,
  type LoadEvent,
  type LoadState,
  nextCollapse,
  nextLoad,
} from './file-machines.ts';
import {
  type FullEvent,
  type FullState,
  nextFull,
  nextRenamed,
  type RenamedEvent,
  type RenamedState,
} from './full-file-state.ts';

describe('folding a file', () => {
  test.each<[CollapseState, CollapseEvent, CollapseState]>([
    ['open', 'fold_by_itself', 'automatic'],
    ['open', 'fold', 'manual'],
    ['open', 'open', 'open'],
    ['automatic', 'fold_by_itself', 'automatic'],
    ['automatic', 'fold', 'manual'],
    ['automatic', 'open', 'open'],
    ['manual', 'fold_by_itself', 'manual'],
    ['manual', 'fold', 'manual'],
    ['manual', 'open', 'open'],
  ])('%s, %s → %s', (state, event, next) => {
    expect(nextCollapse(state, event)).toBe(next);
  });
});

describe('loading the lines of a folded file', () => {
  test.each<[LoadState, LoadEvent, LoadState]>([
    ['idle', 'start', 'loading'],
    ['idle', 'error', 'idle'],
    ['idle', 'success', 'idle'],
    ['idle', 'acknowledge', 'idle'],
    ['loading', 'start', 'loading'],
    ['loading', 'error', 'errored'],
    ['loading', 'success', 'idle'],
    ['loading', 'acknowledge', 'loading'],
    ['errored', 'start', 'loading'],
    ['errored', 'error', 'errored'],
    ['errored', 'success', 'errored'],
    ['errored', 'acknowledge', 'idle'],
  ])('%s, %s → %s', (state, event, next) => {
    expect(nextLoad(state, event)).toBe(next);
  });
});

describe('showing the contents of a renamed file', () => {
  test.each<[RenamedState, RenamedEvent, RenamedState]>([
    ['idle', 'show', 'loading'],
    ['idle', 'error', 'idle'],
    ['idle', 'success', 'idle'],
    ['idle', 'dismiss', 'idle'],
    ['loading', 'show', 'loading'],
    ['loading', 'error', 'errored'],
    ['loading', 'success', 'success'],
    ['loading', 'dismiss', 'loading'],
    ['errored', 'show', 'loading'],
    ['errored', 'error', 'errored'],
    ['errored', 'success', 'success'],
    ['errored', 'dismiss', 'idle'],
    ['success', 'show', 'success'],
    ['success', 'error', 'success'],
    ['success', 'success', 'success'],
    ['success', 'dismiss', 'success'],
  ])('%s, %s → %s', (state, event, next) => {
    expect(nextRenamed(state, event)).toBe(next);
  });
});

describe('showing a file in full', () => {
  test.each<[FullState, FullEvent, FullState]>([
    ['changes', 'start', 'loading'],
    ['changes', 'done', 'changes'],
    ['changes', 'error', 'changes'],
    ['changes', 'hide', 'changes'],
    ['loading', 'start', 'loading'],
    ['loading', 'done', 'full'],
    ['loading', 'error', 'changes'],
    ['loading', 'hide', 'changes'],
    ['full', 'start', 'full'],
    ['full', 'done', 'full'],
    ['full', 'error', 'full'],
    ['full', 'hide', 'changes'],
  ])('%s, %s → %s', (state, event, next) => {
    expect(nextFull(state, event)).toBe(next);
  });
});
