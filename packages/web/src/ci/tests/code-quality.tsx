import type { CodeQualityItem, CodeQualityTab } from '@tributary/contract/ci/pipeline-page.ts';
import { CircleCheck, Hourglass } from 'lucide-react';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { type Severity, SeverityBadge } from '../../ui/severity-badge.tsx';

const SEVERITIES: Record<CodeQualityItem['severity'], { look: Severity; text: string }> = {
  blocker: { look: 'critical', text: 'Blocker' },
  critical: { look: 'high', text: 'Critical' },
  major: { look: 'medium', text: 'Major' },
  minor: { look: 'low', text: 'Minor' },
  info: { look: 'info', text: 'Info' },
  unknown: { look: 'unknown', text: 'Unknown' },
};

/** Findings on the commit of a pipeline. */
export function CodeQuality({ quality }: { quality: CodeQualityTab }) {
  const { findings, total, problem, isPending } = quality;
  if (problem !== null) return <Banner tone="danger">The code quality report could not be read. {problem}</Banner>;
  if (isPending)
    return <EmptyState icon={Hourglass} title="The report is being read" text="This page updates when it is ready." />;
  if (findings.length === 0) {
    return <EmptyState icon={CircleCheck} title="No code quality findings" text="The report lists no findings." />;
  }
  return (
    <>
      <List label="Code quality findings">
        {findings.map(({ path, line, href, severity, description, engine }) => (
          <ListRow
            key={`${href} ${description}`}
            title={<bdi>{description}</bdi>}
            badges={<SeverityBadge severity={SEVERITIES[severity].look} label={SEVERITIES[severity].text} />}
            meta={
              <>
                <a href={href} className="rounded-sm text-accent-fg hover:underline">
                  <bdi>
                    {path}:{line}
                  </bdi>
                </a>
                {engine !== null && ` · ${engine}`}
              </>
            }
          />
        ))}
      </List>
      {total > findings.length && (
        <p className="mt-2 text-fg-muted">
          The first {findings.length} of {total} findings are listed.
        </p>
      )}
    </>
  );
}
