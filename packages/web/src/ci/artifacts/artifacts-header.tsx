import type { ArtifactsBrowsePageData } from '@tributary/contract/ci/artifacts-page.ts';
import { Download } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { KeepButton } from './keep-button.tsx';

type Data = Pick<
  ArtifactsBrowsePageData,
  'job' | 'projectId' | 'crumbs' | 'downloadHref' | 'archiveBytes' | 'expiresAt' | 'canKeep'
>;

/** Which job the files are of, and where in its archive the page is. */
export function ArtifactsHeader({ data, title, actions }: { data: Data; title: ReactNode; actions?: ReactNode }) {
  const { job, crumbs, downloadHref, archiveBytes, expiresAt, canKeep, projectId } = data;
  const link = 'rounded-sm text-accent-fg hover:underline';
  return (
    <>
      <PageHeader
        title={title}
        meta={
          <>
            Artifacts of the job{' '}
            <a href={job.href} className={link}>
              <bdi className="wrap-anywhere">{job.name}</bdi>
            </a>{' '}
            for{' '}
            <a href={job.commitHref} className={`${link} font-mono`}>
              {job.shortSha}
            </a>{' '}
            on <bdi className="wrap-anywhere">{job.refName}</bdi>
            {expiresAt !== null && (
              <>
                . They will be removed <Time value={expiresAt} />.
              </>
            )}
          </>
        }
        actions={
          <>
            {actions}
            {canKeep && <KeepButton projectId={projectId} jobId={job.id} />}
            <Button asChild icon={Download}>
              <a href={downloadHref} download>
                Download all ({formatBytes(archiveBytes)})
              </a>
            </Button>
          </>
        }
      />
      <nav aria-label="Path in the archive" className="mb-3 wrap-anywhere">
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.href}>
            {index > 0 && <span className="text-fg-faint"> / </span>}
            {index === crumbs.length - 1 ? (
              <bdi className="font-medium">{crumb.text}</bdi>
            ) : (
              <a href={crumb.href} className={link}>
                <bdi>{crumb.text}</bdi>
              </a>
            )}
          </Fragment>
        ))}
      </nav>
    </>
  );
}
