import { descriptionOf } from '../../discussions/store/note-problems.ts';
import { type WithCommandResults, showCommandResults } from '../../discussions/store/show-command-results.ts';
import type { MergeRequestEditPageData } from '@tributary/contract/merge-requests/page.ts';
import { useState } from 'react';
import { useNavigate, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RequestRules } from '../approvals/request-rules.tsx';
import { changesOf } from '../form/form-body.ts';
import { findBranches } from '../form/find-branches.ts';
import { MergeRequestForm } from '../form/merge-request-form.tsx';

export default function MergeRequestEditPage() {
  const { data } = usePage<MergeRequestEditPageData>();
  const navigate = useNavigate();
  const [target, setTarget] = useState([{ id: data.targetBranch, text: data.targetBranch }]);
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete merge request ${data.reference}?`,
      text: 'Its threads and history are deleted too. The branches are kept.',
      action: 'Delete merge request',
      danger: true,
    });
    if (!isSure) return;
    await api.delete(data.api);
    await navigate(data.path.replace(/\/\d+$/, ''));
  };
  return (
    <PageBody>
      <PageHeader
        title={`Edit merge request ${data.reference}`}
        meta={
          <>
            From <code>{data.sourceBranch}</code>
          </>
        }
      />
      {data.canRetarget && (
        <div className="mb-5 max-w-96">
          <Combobox
            label="Target branch"
            value={target}
            clearable={false}
            onValueChange={setTarget}
            load={(query, signal) => findBranches(data.targetProject.id, query, signal)}
          />
        </div>
      )}
      <MergeRequestForm
        form={data.form}
        projectId={data.targetProject.id}
        hasMore={target[0]?.id !== data.targetBranch}
        saveKey={`merge-request-${data.targetProject.id}-${data.iid}`}
        previewPath={data.previewMarkdownPath}
        uploadsPath={data.uploadsPath}
        submitLabel="Save changes"
        version={data.version}
        cancelHref={data.path}
        onSubmit={async (body, { before, version, headersFor }) => {
          const retarget = target[0]?.id === data.targetBranch ? {} : { target_branch: target[0]?.id };
          const changes = { ...changesOf(before, body), ...retarget };
          if (Object.keys(changes).length > 0) {
            const sent = { ...changes, last_known_updated_at: version };
            const answer = await api.put<WithCommandResults>(data.api, { body: sent, headers: headersFor(sent) });
            showCommandResults(answer, descriptionOf(data.path));
          }
          await navigate(data.path);
        }}
        danger={
          data.canDelete && (
            <Button variant="danger" onClick={() => void remove()}>
              Delete
            </Button>
          )
        }
      />
      <RequestRules path={`${data.path}/approval_rules.json`} />
    </PageBody>
  );
}
