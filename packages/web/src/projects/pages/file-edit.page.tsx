import type { FileEditPageData } from '@tributary/contract/projects/repository-page.ts';
import { FileLock2 } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FileEditor } from '../repository/file-editor.tsx';
import { MarkedName } from '../repository/marked-name.tsx';

const notices = {
  binary: 'It is no text in UTF-8. Replace it with another file instead.',
  too_large: 'It is too large to be edited in the browser. Edit it with git, or replace it.',
  symlink: 'A symbolic link holds only the path it leads to. Change it with git.',
  submodule: 'A submodule is a commit of another repository. Change it with git.',
  lfs: 'Its content is stored with Git LFS. Change it with git.',
} as const;

export default function FileEditPage() {
  const { data } = usePage<FileEditPageData>();
  const { place, file, content } = data;
  return (
    <PageBody width="full">
      <PageHeader
        title={
          <>
            Edit <MarkedName name={file.name} />
          </>
        }
        meta={
          <>
            on <bdi className="font-mono text-sm text-fg">{place.ref.name}</bdi>
          </>
        }
      />
      {content === null ? (
        <EmptyState
          icon={FileLock2}
          title="This file cannot be edited here"
          text={data.notice === null ? 'It cannot be shown as text.' : notices[data.notice]}
          action={
            <Button asChild>
              <a href={data.cancelHref}>Back to the file</a>
            </Button>
          }
        />
      ) : (
        <FileEditor
          projectPath={place.projectPath}
          directory=""
          original={{ path: file.path, content, lastCommitId: data.lastCommitId }}
          language={data.language}
          form={data.form}
          cancelHref={data.cancelHref}
        />
      )}
    </PageBody>
  );
}
