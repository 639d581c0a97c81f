import type { CodeOwnersPart } from '@tributary/contract/approvals/page.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';

type Props = { projectPath: string; gitRef: string; path: string };

/** Errors of a file of code owners, above the file; nothing where another file is the one that counts. */
export default function CodeOwnersProblems({ projectPath, gitRef, path }: Props) {
  const address = `/${projectPath}/-/code_owners.json`;
  const { data } = useQuery(
    {
      queryKey: ['projects', 'code-owners', address, gitRef],
      queryFn: ({ signal }) => api.get<CodeOwnersPart>(address, { query: { ref: gitRef }, signal }),
    },
    queryClient,
  );
  if (!data) return null;
  if (data.path !== path) {
    return (
      <Banner className="mb-3">{`Code owners are read from ${data.path ?? 'another file'}, not from this file.`}</Banner>
    );
  }
  if (data.problems.length === 0) return null;
  return (
    <Banner tone="warning" className="mb-3">
      <p className="font-medium">Errors in this file of code owners:</p>
      <ul className="list-disc pl-5">
        {data.problems.map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            <a href={`#L${line}`} className="underline">{`Line ${line}`}</a>: {text}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
