import { expect, test, vi } from 'vitest';
import { fetchFullFile } from './context-lines.ts';

const line = (number: number) => ({ type: null, new_line: number, meta_data: null });
const gap = (number: number) => ({ type: 'match', new_line: null, meta_data: { old_pos: number, new_pos: number } });

test('a file of very many lines is asked for part by part, and its lines come without the gaps between', async () => {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://test');
    asked.push(url.searchParams.get('from_line'));
    const from = Number(url.searchParams.get('from_line') ?? 1);
    const part = [line(from), line(from + 1), ...(from < 5 ? [gap(from + 2)] : [])];
    return Response.json(part);
  });
  try {
    const lines = await fetchFullFile('/lines?sha=1');
    expect(lines.map(({ new_line: number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked).toEqual([null, '3', '5']);
  } finally {
    vi.unstubAllGlobals();
  }
});
