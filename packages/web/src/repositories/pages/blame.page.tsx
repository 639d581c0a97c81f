import type { BlamePageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { FileOutput, FileQuestion, FileText, History } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { formatBytes, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { BlameView } from '../files/blame-view.tsx';
import { PathCrumbs } from '../files/path-crumbs.tsx';
import { RepositoryBar } from '../files/repository-bar.tsx';

const notices = {
  binary: 'Blame is not available for binary files.',
  too_large: 'This file is too large to show line by line.',
} as const;

export default function BlamePage() {
  const { data } = usePage<BlamePageData>();
  const { place, notice } = data;
  const hrefFor = (ref: string): string => repositoryPaths.blame(place.projectPath, ref, place.path);
  return (
    <PageBody width="full">
      <RepositoryBar place={place} hrefFor={hrefFor}>
        <PathCrumbs crumbs={place.crumbs} path={place.path} prefix="Blame" />
      </RepositoryBar>
      <section aria-label={data.file.name} className="rounded-md border bg-raised">
        <header className="sticky top-(--bar) z-10 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-t-md border-b bg-raised px-3 py-1.5">
          <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 text-sm text-fg-muted">
            <span>{plural(data.totalLines, 'line')}</span>
            <span>{formatBytes(data.file.sizeBytes)}</span>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button asChild size="sm" icon={FileText}>
              <a href={data.blobHref}>File</a>
            </Button>
            <Button asChild size="sm" icon={FileOutput}>
              <a href={data.rawHref} data-native>
                Raw
              </a>
            </Button>
            <Button asChild size="sm" icon={History}>
              <a href={data.historyHref}>History</a>
            </Button>
          </div>
        </header>
        {notice !== null && <EmptyState icon={FileQuestion} title="No blame for this file" text={notices[notice]} />}
        {notice === null && data.totalLines === 0 && (
          <EmptyState icon={FileText} title="Empty file" text="This file has no content." />
        )}
        {notice === null && data.totalLines > 0 && <BlameView data={data} />}
      </section>
    </PageBody>
  );
}
