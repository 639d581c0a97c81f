import type { ArtifactEntryItem, ArtifactsBrowsePageData } from '@tributary/contract/ci/artifacts-page.ts';
import { CornerLeftUp, Download, File, Folder, FolderOpen } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { formatBytes } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { ArtifactsHeader } from '../artifacts/artifacts-header.tsx';

function Entry({ entry: { name, href, isDirectory, sizeBytes, downloadHref } }: { entry: ArtifactEntryItem }) {
  const Icon = isDirectory ? Folder : File;
  return (
    <ListRow
      leading={<Icon size={16} aria-hidden className="text-fg-muted" />}
      href={href}
      title={
        <>
          <bdi>{name}</bdi>
          {isDirectory && '/'}
        </>
      }
      trailingInline
      trailing={
        downloadHref !== null && (
          <>
            <span className="tabular-nums">{formatBytes(sizeBytes)}</span>
            <a href={downloadHref} download aria-label={`Download ${name}`} className="rounded-sm p-0.5 hover:text-fg">
              <Download size={14} aria-hidden />
            </a>
          </>
        )
      }
    />
  );
}

/** A folder in the archive of a job. */
export default function ArtifactsBrowsePage() {
  const { data } = usePage<ArtifactsBrowsePageData>();
  const { entries, parentHref, isCut } = data;
  return (
    <PageBody>
      <ArtifactsHeader data={data} title="Artifacts" />
      {isCut && (
        <Banner tone="warning" className="mb-3">
          This folder has more than {entries.length} entries. Download the archive to get all of them.
        </Banner>
      )}
      {entries.length === 0 ? (
        <EmptyState icon={FolderOpen} title="The archive is empty" text="The job stored no files." />
      ) : (
        <List label="Files">
          {parentHref !== null && (
            <ListRow
              leading={<CornerLeftUp size={16} aria-hidden className="text-fg-muted" />}
              href={parentHref}
              title="Parent folder"
            />
          )}
          {entries.map((entry) => (
            <Entry key={entry.href} entry={entry} />
          ))}
        </List>
      )}
    </PageBody>
  );
}
