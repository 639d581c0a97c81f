import { descriptionOf } from '../../discussions/store/note-problems.ts';
import { type WithCommandResults, showCommandResults } from '../../discussions/store/show-command-results.ts';
import type { MergeRequestNewPageData, ProjectChoice } from '@tributary/contract/merge-requests/page.ts';
import { useState } from 'react';
import { useNavigate, usePage, usePageUrl } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { plural } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ChangesView } from '../changes/changes-view.tsx';
import { NO_COMMENTS } from '../changes/no-comments.ts';
import { findBranches } from '../form/find-branches.ts';
import { MergeRequestForm } from '../form/merge-request-form.tsx';
import { MergeRequestCommits } from '../overview/commit-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';

type Data = MergeRequestNewPageData;

function BranchEnd(props: {
  title: string;
  projects: readonly ProjectChoice[];
  projectId: number;
  onProject: (id: number) => void;
  branch: string | null;
  onBranch: (branch: string) => void;
}) {
  const value: ComboboxOption[] = props.branch === null ? [] : [{ id: props.branch, text: props.branch }];
  return (
    <Card>
      <CardHeader title={props.title} />
      <div className="flex flex-col gap-3 p-4">
        <Select
          label="Project"
          value={String(props.projectId)}
          onValueChange={(id) => props.onProject(Number(id))}
          options={props.projects.map((project) => ({ value: String(project.id), label: project.fullPath }))}
        />
        <Combobox
          label="Branch"
          value={value}
          onValueChange={(chosen) => chosen[0] && props.onBranch(chosen[0].id)}
          load={(query, signal) => findBranches(props.projectId, query, signal)}
          placeholder="Select a branch"
        />
      </div>
    </Card>
  );
}

function ChooseBranches({ data }: { data: Data }) {
  const { setSearch } = usePageUrl();
  const [source, setSource] = useState(data.source);
  const [target, setTarget] = useState(data.target);
  const next = () =>
    setSearch({
      'merge_request[source_project_id]': String(source.projectId),
      'merge_request[source_branch]': source.branch,
      'merge_request[target_project_id]': String(target.projectId),
      'merge_request[target_branch]': target.branch,
    });
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <BranchEnd
          title="Source branch"
          projects={data.sourceProjects}
          projectId={source.projectId}
          onProject={(projectId) => setSource({ projectId, branch: null })}
          branch={source.branch}
          onBranch={(branch) => setSource({ ...source, branch })}
        />
        <BranchEnd
          title="Target branch"
          projects={data.targetProjects}
          projectId={target.projectId}
          onProject={(projectId) => setTarget({ projectId, branch: null })}
          branch={target.branch}
          onBranch={(branch) => setTarget({ ...target, branch })}
        />
      </div>
      <div className="pt-4">
        <Button variant="primary" disabled={!source.branch || !target.branch} onClick={() => void next()}>
          Compare branches and continue
        </Button>
      </div>
    </>
  );
}

function Preview({ preview, tab }: { preview: NonNullable<Data['preview']>; tab: Data['tab'] }) {
  const [shown, setShown] = useState<string>(tab);
  return (
    <Tabs
      label="Changes to merge"
      value={shown}
      onValueChange={setShown}
      items={[
        {
          key: 'commits',
          label: 'Commits',
          count: preview.commitsCount,
          content: <MergeRequestCommits commits={preview.commits} total={preview.commitsCount} />,
        },
        {
          key: 'changes',
          label: 'Changes',
          count: preview.filesCount,
          content: <ChangesView mergeRequest={null} addresses={preview.diffs} comments={NO_COMMENTS} />,
        },
      ]}
    />
  );
}

function Describe({ data, form }: { data: Data; form: NonNullable<Data['form']> }) {
  const navigate = useNavigate();
  const { hrefWith } = usePageUrl();
  const { preview } = data;
  return (
    <>
      <p className="pb-4 text-fg-muted">
        From <code>{data.source.branch}</code> into <code>{data.target.branch}</code>.{' '}
        {preview && (
          <>
            {plural(preview.commitsCount, 'commit')}, {plural(preview.filesCount, 'file')}{' '}
            <DiffStat added={preview.addedLines} removed={preview.removedLines} />{' '}
          </>
        )}
        <TextLink href={hrefWith({ 'merge_request[source_branch]': null })}>Change branches</TextLink>
      </p>
      <MergeRequestForm
        form={form}
        templates={data.templates}
        projectId={data.target.projectId}
        saveKey={`new-merge-request:${data.source.projectId}:${encodeURIComponent(data.source.branch ?? '')}`.slice(
          0,
          300,
        )}
        previewPath={data.previewMarkdownPath}
        uploadsPath={data.uploadsPath}
        submitLabel="Create merge request"
        instead={
          data.existing
            ? {
                action: (
                  <Button asChild variant="primary">
                    <a href={data.existing.path}>Open !{data.existing.iid}</a>
                  </Button>
                ),
                reason: `!${data.existing.iid} is already open for these branches. Each pair of branches can have only one open merge request.`,
              }
            : undefined
        }
        cancelHref={hrefWith({ 'merge_request[source_branch]': null })}
        onSubmit={async (body, { headersFor }) => {
          const wish = {
            ...body,
            source_branch: data.source.branch,
            target_branch: data.target.branch,
            target_project_id: data.target.projectId,
          };
          const sent = { body: wish, headers: headersFor(wish) };
          const made = await api.post<{ web_url: string } & WithCommandResults>(data.createPath, sent);
          const path = new URL(made.web_url).pathname;
          showCommandResults(made, descriptionOf(path));
          await navigate(path);
        }}
      />
      {preview && (
        <div className="pt-8">
          <Preview preview={preview} tab={data.tab} />
        </div>
      )}
    </>
  );
}

export default function MergeRequestNewPage() {
  const { data } = usePage<Data>();
  const isForm = data.step === 'form' && data.form !== null && data.problems.length === 0;
  return (
    <PageBody>
      <PageHeader title="New merge request" />
      {data.existing && (
        <Banner tone="warning">
          These branches already have an open merge request:{' '}
          <TextLink href={data.existing.path}>!{data.existing.iid}</TextLink>
        </Banner>
      )}
      {data.problems.map((problem) => (
        <Banner key={problem} tone="danger">
          {problem}
        </Banner>
      ))}
      <div className="pt-3">
        {isForm && data.form ? <Describe data={data} form={data.form} /> : <ChooseBranches data={data} />}
      </div>
    </PageBody>
  );
}
