import type { ProjectEditPageData } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { reloadPage, useNavigate, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { ReadOnlyBanner } from '../containers/read-only-banner.tsx';
import { BadgesSection } from '../settings/badges-section.tsx';
import { DeleteSection } from '../settings/delete-section.tsx';
import { RestoreButton } from '../settings/restore-button.tsx';
import { Danger } from '../settings/danger-zone.tsx';
import { AvatarSection } from '../settings/avatar-section.tsx';
import { PathForm } from '../settings/path-form.tsx';
import { FeaturesForm, GeneralForm, TemplatesForm } from '../settings/project-general-form.tsx';

type Data = ProjectEditPageData;

function RenameForm({ data }: { data: Data }) {
  const { project } = data;
  const navigate = useNavigate();
  return (
    <PathForm
      key={project.path}
      path={project.path}
      prefix={`${data.baseUrl}/${project.fullPath.slice(0, -project.path.length)}`}
      hint="Old URLs redirect to the new one."
      onSave={async (path) => {
        const saved = await api.put<{ path_with_namespace: string }>(`/api/v4/projects/${project.id}`, {
          body: { path },
        });
        await navigate(`/${saved.path_with_namespace}/-/edit`, { replace: true });
      }}
    />
  );
}

function Transfer({ data }: { data: Data }) {
  const { project } = data;
  const navigate = useNavigate();
  const [target, setTarget] = useState(String(data.transferTargets[0]?.id ?? ''));
  const chosen = data.transferTargets.find((each) => String(each.id) === target);
  if (!chosen) return null;
  return (
    <Danger
      title="Transfer project"
      hint="Moves the project to another namespace. Old URLs redirect to the new one."
      action="Transfer"
      control={
        <Select
          label="New namespace"
          labelHidden
          value={target}
          onValueChange={setTarget}
          options={data.transferTargets.map((each) => ({ value: String(each.id), label: each.fullPath }))}
        />
      }
      question={{ title: `Transfer ${project.fullPath} to ${chosen.fullPath}?`, action: 'Transfer', danger: true }}
      run={async () => {
        const moved = await api.put<{ path_with_namespace: string }>(`/api/v4/projects/${project.id}/transfer`, {
          body: { namespace: chosen.id },
        });
        await navigate(`/${moved.path_with_namespace}/-/edit`);
      }}
    />
  );
}

function Lifecycle({ data }: { data: Data }) {
  const { project, can } = data;
  const path = `/api/v4/projects/${project.id}`;
  const verb = project.isArchived ? 'Unarchive' : 'Archive';
  if (!can.rename && !can.archive && !can.transfer && !can.delete) return null;
  return (
    <Section title="Advanced">
      {can.rename && <RenameForm data={data} />}
      {can.archive && (
        <Danger
          title={`${verb} project`}
          hint={project.isArchived ? 'Makes the project editable again.' : 'Makes the project read-only.'}
          action={verb}
          question={{ title: `${verb} ${project.fullPath}?`, action: verb }}
          run={async () => {
            await api.post(`${path}/${verb.toLowerCase()}`);
            await reloadPage();
          }}
        />
      )}
      {can.transfer && <Transfer data={data} />}
      {can.delete && (
        <DeleteSection
          noun="project"
          fullPath={project.fullPath}
          path={path}
          contents="Deletes the project, its repository, issues, merge requests and all comments."
          periodDays={data.deletionPeriodDays}
          isMarked={can.restore}
        />
      )}
    </Section>
  );
}

export default function ProjectEditPage() {
  const { data } = usePage<Data>();
  const { project, can } = data;
  return (
    <PageBody>
      <PageHeader title="General settings" meta={project.fullPath} />
      <ReadOnlyBanner
        reason={data.readOnly}
        noun="project"
        action={can.restore && <RestoreButton path={`/api/v4/projects/${project.id}`} />}
      />
      {can.update && (
        <>
          <GeneralForm data={data} />
          <AvatarSection place={project} kind="project" />
          <FeaturesForm data={data} />
          <TemplatesForm data={data} />
          <BadgesSection settings={data.badges} />
        </>
      )}
      <Lifecycle data={data} />
    </PageBody>
  );
}
