import type { GroupEditPageData } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { reloadPage, useNavigate } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { formatList, plural } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { DeleteSection } from './delete-section.tsx';
import { Danger } from './danger-zone.tsx';
import { PathForm } from './path-form.tsx';

/** What goes with the group, in words. */
function contentsText({ projects, subgroups }: GroupEditPageData['contents']): string {
  const parts = [
    projects > 0 ? plural(projects, 'project') : '',
    subgroups > 0 ? plural(subgroups, 'subgroup') : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'The group is empty.';
  return `Also deletes ${formatList(parts)}, including repositories.`;
}

/** The option for a group that comes to lie in no other. */
const TOP = 'top';

function Transfer({ data }: { data: GroupEditPageData }) {
  const { group } = data;
  const navigate = useNavigate();
  const options = [
    ...(data.can.moveToTop ? [{ value: TOP, label: 'No parent group (top level)' }] : []),
    ...data.transferTargets.map((each) => ({ value: String(each.id), label: each.fullPath })),
  ];
  const [target, setTarget] = useState(options[0]?.value ?? '');
  const chosen = options.find((each) => each.value === target);
  if (!chosen) return null;
  const place = target === TOP ? 'the top level' : chosen.label;
  return (
    <Danger
      title="Transfer group"
      hint="Moves the group and everything in it to another parent group. Old URLs redirect to the new ones. Members lose roles inherited from the current parent groups."
      action="Transfer"
      control={
        <Select label="New parent group" labelHidden value={target} onValueChange={setTarget} options={options} />
      }
      question={{ title: `Transfer ${group.fullPath} to ${place}?`, action: 'Transfer', danger: true }}
      run={async () => {
        const body = target === TOP ? {} : { group_id: Number(target) };
        const moved = await api.post<{ full_path: string }>(`/api/v4/groups/${group.id}/transfer`, { body });
        await navigate(`/groups/${moved.full_path}/-/edit`);
      }}
    />
  );
}

/** What changes where the group is, or whether it is. */
export function GroupAdvanced({ data }: { data: GroupEditPageData }) {
  const { group } = data;
  const navigate = useNavigate();
  const path = `/api/v4/groups/${group.id}`;
  const verb = data.isArchived ? 'Unarchive' : 'Archive';
  return (
    <Section title="Advanced">
      {data.can.update && (
        <PathForm
          key={group.path}
          path={group.path}
          prefix={`${data.baseUrl}/${group.fullPath.slice(0, -group.path.length)}`}
          hint="Changes the URLs of everything in the group. Old URLs redirect to the new ones."
          onSave={async (next) => {
            const saved = await api.put<{ full_path: string }>(path, { body: { path: next } });
            await navigate(`/groups/${saved.full_path}/-/edit`, { replace: true });
          }}
        />
      )}
      {data.can.transfer && <Transfer data={data} />}
      {data.can.archive && (
        <Danger
          title={`${verb} group`}
          hint={
            data.isArchived
              ? 'Makes the group and everything in it editable again.'
              : 'Makes the group, its subgroups and its projects read-only.'
          }
          action={verb}
          question={{ title: `${verb} ${group.fullPath}?`, action: verb }}
          run={async () => {
            await api.post(`${path}/${verb.toLowerCase()}`);
            await reloadPage();
          }}
        />
      )}
      {data.can.delete && (
        <DeleteSection
          noun="group"
          fullPath={group.fullPath}
          path={path}
          contents={contentsText(data.contents)}
          periodDays={data.deletionPeriodDays}
          isMarked={data.can.restore}
        />
      )}
    </Section>
  );
}
