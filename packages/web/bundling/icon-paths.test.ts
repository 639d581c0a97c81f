import { describe, expect, it } from 'vitest';
import { onePath } from './icon-paths.ts';

describe('onePath', () => {
  it('joins the shapes of an icon, each from its own place', () => {
    const shapes = [
      ['path', { d: 'm6 9 6 6 6-6', key: 'a' }],
      ['path', { d: 'm.5-.5h3', key: 'b' }],
      ['line', { x1: '1', x2: '2', y1: '3', y2: '4' }],
      ['polyline', { points: '1 2 3 4' }],
    ] as const;
    expect(onePath(shapes)).toBe('M6 9l6 6 6-6M.5 -.5h3M1 3L2 4M1 2 3 4');
  });

  it('draws what is round and what has corners', () => {
    expect(onePath([['circle', { cx: '12', cy: '12', r: '10' }]])).toBe('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z');
    expect(onePath([['rect', { width: '4', height: '2', x: '1', y: '1' }]])).toBe('M1 1h4v2h-4z');
    expect(onePath([['rect', { width: '4', height: '4', x: '1', y: '1', rx: '1' }]])).toBe(
      'M2 1h2a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1z',
    );
  });

  it('leaves alone what one path could not show', () => {
    expect(onePath([['circle', { cx: '13', cy: '7', r: '1', fill: 'currentColor' }]])).toBeNull();
    expect(onePath([['circle', { cx: '13', cy: '7', r: '.5', fill: 'currentColor' }]])).not.toBeNull();
    expect(onePath([['text', {}]])).toBeNull();
  });
});
