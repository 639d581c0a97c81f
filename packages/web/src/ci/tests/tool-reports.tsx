import type { ToolTabs } from '@tributary/contract/ci/pipeline-page.ts';
import { CircleCheck, FileBadge, ShieldCheck } from 'lucide-react';
import { formatList } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { SeverityBadge } from '../../ui/severity-badge.tsx';

const SCANS: Record<string, string> = {
  sast: 'SAST',
  dast: 'DAST',
  dependency_scanning: 'Dependency scanning',
  container_scanning: 'Container scanning',
  coverage_fuzzing: 'Coverage fuzzing',
  api_fuzzing: 'API fuzzing',
  secret_detection: 'Secret detection',
};

const MAX_NAMES = 20;

function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Banner tone="danger" className="mb-3">
      A report could not be read. {text}
    </Banner>
  );
}

function Rest({ listed, total, noun }: { listed: number; total: number; noun: string }) {
  if (total <= listed) return null;
  return (
    <p className="mt-2 text-fg-muted">
      The first {listed} of {total} {noun} are listed.
    </p>
  );
}

/** What the scanners of a pipeline found, the worst first. */
export function SecurityReport({ report }: { report: ToolTabs['security'] }) {
  if (report === null) {
    return (
      <EmptyState
        icon={ShieldCheck}
        title="There are no security reports for this pipeline"
        text="Jobs report findings as files that are named under artifacts:reports, such as sast or secret_detection."
      />
    );
  }
  const { items, total, problem } = report;
  return (
    <>
      <Problem text={problem} />
      {items.length === 0 && problem === null && (
        <EmptyState icon={CircleCheck} title="No security findings" text="The reports list no findings." />
      )}
      {items.length > 0 && (
        <List label="Security findings">
          {items.map(({ name, severity, report_type: type, file, line, href }, at) => {
            const where = file === null ? null : line === null ? file : `${file}:${line}`;
            return (
              <ListRow
                // The order of a report does not change.
                // oxlint-disable-next-line react/no-array-index-key
                key={`${at} ${name}`}
                title={<bdi className="wrap-anywhere">{name}</bdi>}
                badges={<SeverityBadge severity={severity} />}
                meta={
                  <>
                    {SCANS[type] ?? type}
                    {where !== null && ' · '}
                    {where !== null &&
                      (href === null ? (
                        <bdi className="wrap-anywhere">{where}</bdi>
                      ) : (
                        <a href={href} className="rounded-sm text-accent-fg hover:underline">
                          <bdi className="wrap-anywhere">{where}</bdi>
                        </a>
                      ))}
                  </>
                }
              />
            );
          })}
        </List>
      )}
      <Rest listed={items.length} total={total} noun="findings" />
    </>
  );
}

/** Licenses of the dependencies, as a job reported them. */
export function LicenseReport({ report }: { report: ToolTabs['licenses'] }) {
  if (report === null) {
    return (
      <EmptyState
        icon={FileBadge}
        title="There is no license report for this pipeline"
        text="Jobs report licenses as a file that is named under artifacts:reports:license_scanning."
      />
    );
  }
  const { items, total, problem } = report;
  return (
    <>
      <Problem text={problem} />
      {items.length === 0 && problem === null && (
        <EmptyState icon={CircleCheck} title="No licenses" text="The report lists no licenses." />
      )}
      {items.length > 0 && (
        <List label="Licenses">
          {items.map(({ name, url, dependencies }) => {
            const names = dependencies.slice(0, MAX_NAMES).map((each) => each.name);
            const rest = dependencies.length - names.length;
            return (
              <ListRow
                key={name}
                title={
                  url === null ? (
                    <bdi>{name}</bdi>
                  ) : (
                    <a
                      href={url}
                      rel="noopener noreferrer nofollow"
                      className="rounded-sm text-accent-fg hover:underline"
                    >
                      <bdi>{name}</bdi>
                    </a>
                  )
                }
                badges={<Badge>{dependencies.length}</Badge>}
                meta={
                  dependencies.length > 0 && (
                    <span className="wrap-anywhere">
                      Used by {formatList(rest > 0 ? [...names, `${rest} more`] : names)}
                    </span>
                  )
                }
              />
            );
          })}
        </List>
      )}
      <Rest listed={items.length} total={total} noun="licenses" />
    </>
  );
}
