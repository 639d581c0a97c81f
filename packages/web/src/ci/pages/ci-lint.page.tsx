import type { CiLintPageData, RestLintResult } from '@tributary/contract/ci/lint.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { messageOf } from '../../lib/app-error.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { LintResult } from '../lint-result.tsx';

/** Without typing, before a text is checked. */
const PAUSE_MS = 800;

/** Checks a text as if it were the configuration of the project. */
export default function CiLintPage() {
  const { data } = usePage<CiLintPageData>();
  const [content, setContent] = useState(data.content ?? '');
  const [result, setResult] = useState<{ of: string; found: RestLintResult } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const asked = useRef(0);
  const settled = useDebounced(content, PAUSE_MS);
  const { projectId } = data;
  const check = useCallback(
    async (text: string) => {
      const number = ++asked.current;
      setBusy(true);
      setProblem(null);
      try {
        const body = { content: text, include_jobs: true };
        const found = await api.post<RestLintResult>(`/api/v4/projects/${projectId}/ci/lint`, { body });
        if (number === asked.current) setResult({ of: text, found });
      } catch (error) {
        if (number === asked.current) setProblem(messageOf(error));
      } finally {
        if (number === asked.current) setBusy(false);
      }
    },
    [projectId],
  );
  // What is typed is checked as soon as there is a pause.
  useEffect(() => {
    if (settled.trim() !== '') void check(settled);
  }, [settled, check]);
  return (
    <PageBody>
      <PageHeader
        title="Check CI configuration"
        meta={
          data.content === null
            ? 'Check a text before you save it as .gitlab-ci.yml.'
            : `Starts with .gitlab-ci.yml of ${data.ref ?? 'the default branch'}. Changes here are not saved.`
        }
      />
      <TextArea
        label="Contents of .gitlab-ci.yml"
        code
        minRows={16}
        maxRows={32}
        value={content}
        onValueChange={setContent}
      />
      <div className="my-3 flex items-center gap-2">
        <Button
          variant="primary"
          busy={isBusy}
          disabled={content.trim() === ''}
          onClick={() => {
            void check(content);
          }}
        >
          Validate
        </Button>
        {result !== null && result.of !== content && (
          <span className="text-fg-muted">The text has changed since it was checked.</span>
        )}
      </div>
      {problem !== null && (
        <Banner tone="danger" live>
          {problem}
        </Banner>
      )}
      {result !== null && <LintResult result={result.found} />}
    </PageBody>
  );
}
