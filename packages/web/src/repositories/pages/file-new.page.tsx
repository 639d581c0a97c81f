import type { FileNewPageData } from '@tributary/contract/projects/repository-page.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FileEditor } from '../editor/file-editor.tsx';

export default function FileNewPage() {
  const { data } = usePage<FileNewPageData>();
  return (
    <PageBody width="full">
      <PageHeader
        title="New file"
        meta={
          <>
            on <bdi className="font-mono text-sm text-fg">{data.form.branch}</bdi>
          </>
        }
      />
      <FileEditor
        projectPath={data.projectPath}
        directory={data.directory}
        fileName={data.fileName}
        original={null}
        language={null}
        form={data.form}
        cancelHref={data.cancelHref}
      />
    </PageBody>
  );
}
