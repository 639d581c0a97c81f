import type { ApprovalsPart } from '@tributary/contract/approvals/page.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { showSaved } from '../../app/show-saved.ts';
import { hasNoAnswer, isAppError } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { useRealtime } from '../../lib/realtime.ts';
import { isAbout } from '../widget/widget-polling.ts';

const keyOf = (path: string) => ['merge-requests', 'approvals', path];

/** News of the project that change who has to approve. */
const OF_PROJECT = new Set(['approval_rules_changed', 'protection_changed', 'access_changed']);

/** What did not work and why; a wrong password says itself what it is about. */
function failureOf(error: unknown, failure: string): string {
  if (hasNoAnswer(error) || !isAppError(error)) return failure;
  return error.status === 401 ? error.message : `${failure} ${error.message}`;
}

export type Approvals = {
  data: ApprovalsPart | undefined;
  isFailed: boolean;
  refresh: () => Promise<void>;
  /** Throws the sentence to show. */
  approve: (password?: string) => Promise<void>;
  revoke: () => Promise<void>;
};

export type ApprovalsOf = { path: string; topic: string; projectId: number; headSha: string | null };

/** The approvals of a merge request: from their own address, again after every message that may change them. */
export function useApprovals({ path, topic, projectId, headSha }: ApprovalsOf): Approvals {
  const query = useQuery(
    { queryKey: keyOf(path), queryFn: ({ signal }) => api.get<ApprovalsPart>(path, { signal }) },
    queryClient,
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(path) });
  useRealtime(topic, (message) => {
    if (isAbout('approvals', message)) void refresh();
  });
  useRealtime(`project:${projectId}`, (message) => {
    if (OF_PROJECT.has(message.event)) void refresh();
  });
  const change = async (address: string, body: object, failure: string) => {
    try {
      queryClient.setQueryData(keyOf(path), await api.post<ApprovalsPart>(address, { body, isConfirming: true }));
    } catch (error) {
      throw new Error(failureOf(error, failure), { cause: error });
    }
    await showSaved();
  };
  return {
    data: query.data,
    isFailed: query.isError,
    refresh,
    approve: (password) =>
      change(
        query.data?.approvePath ?? '',
        {
          ...(headSha !== null && { sha: headSha }),
          ...(password !== undefined && { approval_password: password }),
        },
        'An error occurred while submitting your approval.',
      ),
    revoke: () => change(query.data?.unapprovePath ?? '', {}, 'An error occurred while removing your approval.'),
  };
}
