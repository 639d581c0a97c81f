import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { parseBoolean, parseList, parseNumber, parseOneOf, parseText, storage, useStored } from './storage.ts';

describe('storage', () => {
  it('keeps values under a versioned key', () => {
    storage.set('width', 240);
    expect(localStorage.getItem('tributary:v1:width')).toBe('240');
    expect(storage.get('width', 100, parseNumber)).toBe(240);
    storage.remove('width');
    expect(storage.get('width', 100, parseNumber)).toBe(100);
  });

  it('falls back for values of another shape or cut-off text', () => {
    localStorage.setItem('tributary:v1:mode', '"sideways"');
    expect(storage.get('mode', 'inline', parseOneOf('inline', 'parallel'))).toBe('inline');
    localStorage.setItem('tributary:v1:mode', '{"a":');
    expect(storage.get('mode', true, parseBoolean)).toBe(true);
    localStorage.setItem('tributary:v1:mode', '["a",1]');
    expect(storage.get('mode', [], parseList(parseText))).toEqual(['a']);
  });

  it('goes on in memory when the browser refuses', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    storage.set('folded', true);
    expect(storage.get('folded', false, parseBoolean)).toBe(true);
    storage.remove('folded');
  });

  it('tells every user of the key', () => {
    const first = renderHook(() => useStored('list', false, parseBoolean));
    const second = renderHook(() => useStored('list', false, parseBoolean));
    act(() => first.result.current[1](true));
    expect(second.result.current[0]).toBe(true);
  });
});
