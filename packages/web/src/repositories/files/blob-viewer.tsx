import type { BlobPageData } from '@tributary/contract/projects/repository-page.ts';
import { Box, FileQuestion, FileSymlink, FileText, FolderGit2 } from 'lucide-react';
import { Suspense } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Prose } from '../../ui/prose.tsx';
import { CodeView } from './code-view.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const PdfView = lazyPart(() => import('../../ui/pdf/pdf-view.tsx'));

const reasons = {
  binary: { title: 'Binary file', text: 'Binary files cannot be shown here.' },
  too_large: { title: 'Large file', text: 'This file is too large to show here.' },
} as const;

function DownloadLink({ data }: { data: BlobPageData }) {
  return (
    <Button asChild variant="primary">
      <a href={data.downloadHref} data-native>
        {`Download (${formatBytes(data.file.sizeBytes)})`}
      </a>
    </Button>
  );
}

function Submodule({ viewer }: { viewer: Extract<BlobPageData['viewer'], { type: 'submodule' }> }) {
  return (
    <EmptyState
      icon={FolderGit2}
      title="Submodule"
      text={
        <>
          This submodule points to another repository at commit{' '}
          <code className="font-mono text-sm">{viewer.sha.slice(0, 8)}</code>
          <CopyButton text={viewer.sha} label="Copy commit SHA" size="sm" />.{' '}
          {viewer.url === null ? 'Its URL is not set in .gitmodules.' : <MarkedName name={viewer.url} />}
        </>
      }
      action={
        viewer.href !== null && (
          <Button asChild>
            <a href={viewer.href}>Open repository</a>
          </Button>
        )
      }
    />
  );
}

function Symlink({ viewer }: { viewer: Extract<BlobPageData['viewer'], { type: 'symlink' }> }) {
  return (
    <EmptyState
      icon={FileSymlink}
      title="Symbolic link"
      text={
        <>
          Points to{' '}
          {viewer.targetHref === null ? (
            <>
              <code className="font-mono text-sm break-all">
                <MarkedName name={viewer.target} />
              </code>
              , which is outside the repository.
            </>
          ) : (
            <TextLink href={viewer.targetHref} className="font-mono text-sm break-all">
              <MarkedName name={viewer.target} />
            </TextLink>
          )}
        </>
      }
    />
  );
}

/** The file itself, or in words why it can't be shown. */
export function BlobViewerView({ data, isWrapped }: { data: BlobPageData; isWrapped: boolean }) {
  const { viewer, file } = data;
  switch (viewer.type) {
    case 'code':
      return <CodeView lines={viewer.lines} label={`Text of ${file.name}`} isWrapped={isWrapped} />;
    case 'markdown':
      return (
        <div className="mx-auto max-w-reading px-4 py-4 sm:px-8 sm:py-6">
          <Prose html={viewer.html} />
        </div>
      );
    case 'image':
      return (
        <div className="flex justify-center p-4">
          <img src={viewer.src} alt={file.name} className="checkered max-w-full rounded-sm border" />
        </div>
      );
    case 'symlink':
      return <Symlink viewer={viewer} />;
    case 'submodule':
      return <Submodule viewer={viewer} />;
    case 'lfs':
      return (
        <EmptyState
          icon={Box}
          title="Stored with Git LFS"
          text={
            <>
              {`The repository contains only a pointer. The file size is ${formatBytes(viewer.sizeBytes)}.`}
              <code className="mt-1 block font-mono text-sm break-all">{viewer.oid}</code>
            </>
          }
        />
      );
    case 'empty':
      return <EmptyState icon={FileText} title="Empty file" text="This file has no content." />;
    case 'download':
      if (viewer.reason === 'pdf') {
        return (
          <div className="flex flex-col gap-2 p-4">
            <div className="flex justify-end">
              <DownloadLink data={data} />
            </div>
            <Suspense fallback={<div className="h-40" />}>
              <PdfView src={data.downloadHref} sizeBytes={file.sizeBytes} label={file.name} />
            </Suspense>
          </div>
        );
      }
      return <EmptyState icon={FileQuestion} {...reasons[viewer.reason]} action={<DownloadLink data={data} />} />;
  }
}
