import type { RequestRulesPart } from '@tributary/contract/approvals/page.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { api } from '../../lib/http.ts';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RuleList } from './rule-list.tsx';

/** The approval rules of one merge request, in the form that edits it; saved one by one. */
export function RequestRules({ path }: { path: string }) {
  const queryKey = ['merge-requests', 'approval-rules', path];
  const query = useQuery(
    { queryKey, queryFn: ({ signal }) => api.get<RequestRulesPart>(path, { signal }) },
    queryClient,
  );
  const { data } = query;
  return (
    <Section
      title="Approval rules"
      text="Changes are saved immediately. A merge request can require more approvals than its project, but not fewer."
      className="border-t"
    >
      {data ? (
        <RuleList
          rules={data.rules}
          projectId={data.projectId}
          rulesPath={data.rulesPath}
          branches={null}
          canChange={data.canChange}
          onSaved={() => queryClient.invalidateQueries({ queryKey })}
        />
      ) : query.isError ? (
        <p role="alert" className="text-danger">
          An error occurred while retrieving approval data for this merge request.
        </p>
      ) : (
        <Skeleton width="40%" />
      )}
    </Section>
  );
}
