import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findCompletions } from './find-completions.ts';

const ADDRESS = '/g/p/-/preview_markdown?target_type=Issue&target_id=1';

let names: string[] = [];
const fetched = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const command = (name: string) => ({ name, aliases: [], description: '', params: [] });
  fetched.mockReset().mockImplementation(async () => Response.json(names.map(command)));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.useRealTimers());

async function told(query: string): Promise<string[]> {
  const found = await findCompletions(ADDRESS, { kind: 'command', query, from: 0, to: 1 }, AbortSignal.timeout(9_000));
  return found.map(({ value }) => value);
}

it('asks once while a command is typed, and again for the next one', async () => {
  names = ['close'];
  expect(await told('')).toEqual(['/close']);
  expect(await told('c')).toEqual(['/close']);
  expect(await told('clo')).toEqual(['/close']);
  expect(fetched).toHaveBeenCalledOnce();
  // It was sent; the next is typed at once.
  names = ['reopen'];
  expect(await told('reo')).toEqual(['/reopen']);
  names = ['close'];
  expect(await told('')).toEqual(['/close']);
  names = ['reopen'];
  expect(await told('')).toEqual(['/reopen']);
});

it('asks again after a while, and after a failure', async () => {
  names = ['close'];
  await told('');
  vi.setSystemTime(Date.now() + 11_000);
  names = ['label', 'close'];
  expect(await told('l')).toEqual(['/label']);
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(told('c')).rejects.toThrow('The server cannot be reached.');
  expect(await told('cl')).toEqual(['/close']);
});
