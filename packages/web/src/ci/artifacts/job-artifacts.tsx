import type { JobPageData } from '@tributary/contract/ci/job-page.ts';
import { Download, FolderOpen } from 'lucide-react';
import { formatBytes } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { KeepButton } from './keep-button.tsx';

/** Files of a job in the sidebar of its page. */
export function JobArtifacts({ data: { artifacts, job, projectId } }: { data: JobPageData }) {
  if (artifacts === null) return null;
  const { browseHref, downloadHref, sizeBytes, files, expiresAt, hasExpired, canKeep } = artifacts;
  return (
    <section aria-label="Job artifacts" className="border-t pt-3">
      <h2 className="mb-1 text-h3">Job artifacts</h2>
      {hasExpired ? (
        <p className="text-fg-muted">
          The artifacts were removed <Time value={expiresAt ?? ''} />.
        </p>
      ) : (
        <>
          {expiresAt !== null && (
            <p className="mb-2 text-fg-muted">
              The artifacts will be removed <Time value={expiresAt} />.
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {canKeep && <KeepButton projectId={projectId} jobId={job.id} size="sm" />}
            {downloadHref !== null && (
              <Button asChild size="sm" icon={Download}>
                <a href={downloadHref} download>
                  Download{sizeBytes !== null && ` (${formatBytes(sizeBytes)})`}
                </a>
              </Button>
            )}
            {browseHref !== null && (
              <Button asChild size="sm" icon={FolderOpen}>
                <a href={browseHref}>Browse</a>
              </Button>
            )}
          </div>
          {files.length > 0 && (
            <ul aria-label="Reports" className="mt-2 flex flex-col gap-1">
              {files.map(({ type, name, href, sizeBytes: bytes }) => (
                <li key={type} className="text-sm text-fg-muted">
                  <a href={href} download className="rounded-sm text-accent-fg hover:underline">
                    <bdi className="wrap-anywhere">{name}</bdi>
                  </a>{' '}
                  {type} · {formatBytes(bytes)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
