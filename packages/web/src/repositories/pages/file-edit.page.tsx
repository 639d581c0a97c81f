import type { FileEditPageData } from '@tributary/contract/projects/repository-page.ts';
import { FileLock2 } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FileEditor } from '../editor/file-editor.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { NOT_EDITED } from '../editor/not-edited.ts';

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
          text={data.notice === null ? 'This file cannot be shown as text.' : NOT_EDITED[data.notice]}
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
