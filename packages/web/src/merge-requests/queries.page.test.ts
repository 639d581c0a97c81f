import type { DiffsMetadataAnswer } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses } from '@tributary/contract/merge-requests/page.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { buildingPauseMs, diffsMetadata } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

const addresses = { metadataPath: '/diffs_metadata.json' } as DiffsAddresses;
const question = diffsMetadata(addresses, { w: 0 }, null);

/** What is being made, with what the server says of the next time. */
async function ask(said: string | undefined): Promise<DiffsMetadataAnswer> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (said !== undefined) headers['Poll-Interval'] = said;
  vi.stubGlobal('fetch', async () => new Response('{"status":"building"}', { status: 202, headers }));
  return question.ask({ signal: new AbortController().signal, isFirst: false });
}

it('asks for changes that are being made when the server says, and never where it wants no asking', async () => {
  for (const [said, expected] of [
    [undefined, 1_000],
    ['2500', 2_500],
    ['-1', null],
    ['1000', 1_000],
  ] as const) {
    const answer = await ask(said);
    expect([answer.status, question.askAgainMs?.(answer), buildingPauseMs()]).toEqual(['building', expected, expected]);
  }
});
