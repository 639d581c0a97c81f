import { expect, test, vi } from 'vitest';
import { api } from '../../../lib/http.ts';
import type { Changes } from '../changes-context.ts';
import { sendVisit } from './send-visit.ts';

async function told(changes: Changes) {
  vi.stubGlobal('document', { visibilityState: 'visible' });
  const put = vi.spyOn(api, 'put').mockResolvedValue(undefined);
  await sendVisit(changes, new AbortController().signal);
  return put.mock.calls;
}

function shown(params: object, commit: object | null = null): Changes {
  const changes = {
    mergeRequest: { review: { lookPath: '/look' } },
    params,
    metadata: { merge_request_diff: { id: 3 }, commit, context_commits_diff: null },
    files: [],
    settings: { isFileByFile: true },
  };
  return changes as object as Changes;
}

test.each([
  ['a version', {}, { diff_id: 3, start_sha: undefined }],
  ['what came since a commit', { start_sha: 'abc' }, { diff_id: 3, start_sha: 'abc' }],
])('of %s the server hears where it begins and ends', async (_name, params, body) => {
  expect(await told(shown(params))).toEqual([['/look', { body }]]);
});

test('one commit is no look at the version', async () => {
  expect(await told(shown({}, {}))).toEqual([]);
});
