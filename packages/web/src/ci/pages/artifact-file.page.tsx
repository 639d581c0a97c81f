import type { ArtifactFilePageData } from '@tributary/contract/ci/artifacts-page.ts';
import { Download, FileQuestionMark } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { formatBytes } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { ArtifactsHeader } from '../artifacts/artifacts-header.tsx';

function Contents({ data: { preview, rawHref, name, fileHref } }: { data: ArtifactFilePageData }) {
  if (preview.kind === 'image') {
    return (
      <div className="flex justify-center rounded-md border bg-sunken p-4">
        <img src={rawHref} alt={name} className="max-w-full" />
      </div>
    );
  }
  if (preview.kind === 'none' || preview.text === '') {
    return (
      <EmptyState
        icon={FileQuestionMark}
        title={preview.kind === 'none' ? 'This file cannot be displayed' : 'This file is empty'}
        text={
          preview.kind === 'none' ? 'It is not a text file. Download it to open it.' : 'There is nothing to display.'
        }
        action={
          <Button asChild>
            <a href={fileHref} download>
              Download
            </a>
          </Button>
        }
      />
    );
  }
  return (
    <>
      {preview.isCut && (
        <Banner tone="warning" className="mb-3">
          Only the start of this file is displayed. Open the raw file or download it to get all of it.
        </Banner>
      )}
      <CodeBlock text={preview.text} label={`Contents of ${name}`} />
    </>
  );
}

/** One file in the archive of a job. It is never run as a page of this server. */
export default function ArtifactFilePage() {
  const { data } = usePage<ArtifactFilePageData>();
  const { name, sizeBytes, rawHref, fileHref, preview } = data;
  return (
    <PageBody>
      <ArtifactsHeader
        data={data}
        title={
          <>
            <bdi>{name}</bdi> <span className="text-fg-muted">({formatBytes(sizeBytes)})</span>
          </>
        }
        actions={
          <>
            {preview.kind !== 'none' && (
              <Button asChild>
                <a href={rawHref} target="_blank" rel="noopener">
                  Raw
                </a>
              </Button>
            )}
            <Button asChild icon={Download}>
              <a href={fileHref} download>
                Download
              </a>
            </Button>
          </>
        }
      />
      <Contents data={data} />
    </PageBody>
  );
}
