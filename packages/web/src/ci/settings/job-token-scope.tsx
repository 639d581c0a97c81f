import type { JobTokenScopeData } from '@tributary/contract/projects/job-token-scope.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useForm } from '../../ui/form.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Section } from '../../ui/section.tsx';

type Allowed = JobTokenScopeData['allowed'][number];
type Named = { id: number; name: string; full_path?: string; path_with_namespace?: string };

const scopePath = (projectId: number): string => `/api/v4/projects/${projectId}/job_token_scope`;
const listPath = (projectId: number, kind: Allowed['kind']): string =>
  `${scopePath(projectId)}/${kind === 'group' ? 'groups_allowlist' : 'allowlist'}`;

const CHOICES = [
  {
    value: 'listed',
    label: 'This project and the groups and projects below',
    hint: 'Other projects can access what is public.',
  },
  { value: 'all', label: 'All projects', hint: 'A job has the rights of the user who started it.' },
];

const ALL_QUESTION = {
  title: 'Allow job tokens of all projects?',
  text: 'A job of any project can then access this project with the rights of the user who started it. So can anyone who has its token. The list of groups and projects is kept.',
  action: 'Allow all projects',
  danger: true,
};

/** Groups and projects found by a part of their name; the kind is part of the option's id. */
async function findTargets(search: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = { search: search === '' ? null : search, per_page: 10 };
  const [groups, projects] = await Promise.all([
    api.get<Named[]>('/api/v4/groups', { query, signal }),
    api.get<Named[]>('/api/v4/projects', { query: { ...query, simple: true }, signal }),
  ]);
  return [
    ...groups.map((each) => ({ id: `group ${each.id}`, text: each.full_path ?? each.name, detail: 'Group' })),
    ...projects.map((each) => ({
      id: `project ${each.id}`,
      text: each.path_with_namespace ?? each.name,
      detail: 'Project',
    })),
  ];
}

function AddDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const [target, setTarget] = useState<ComboboxOption[]>([]);
  const form = useForm({
    initial: {},
    onSubmit: async () => {
      const [kind, id] = (target[0]?.id ?? '').split(' ');
      const isGroup = kind === 'group';
      await api.post(listPath(projectId, isGroup ? 'group' : 'project'), {
        body: { [isGroup ? 'target_group_id' : 'target_project_id']: Number(id) },
      });
      await reloadPage();
      onClose();
    },
  });
  return (
    <FormDialog title="Add a group or project" form={form} action="Add" isReady={target.length > 0} onClose={onClose}>
      <Combobox
        label="Group or project"
        required
        clearable={false}
        value={target}
        onValueChange={setTarget}
        load={findTargets}
        placeholder="Name or path"
      />
    </FormDialog>
  );
}

function AllowedRow({ projectId, allowed, canChange }: { projectId: number; allowed: Allowed; canChange: boolean }) {
  const name = allowed.path ?? `${allowed.kind} ${allowed.id}`;
  const { button, error } = useRowRemoval({
    path: canChange ? `${listPath(projectId, allowed.kind)}/${allowed.id}` : null,
    name,
    title: `Remove ${name}?`,
    text: 'Its jobs can no longer access this project with their tokens.',
    action: 'Remove',
  });
  return (
    <ListRow
      title={allowed.path === null ? 'You cannot see this item' : <bdi>{allowed.path}</bdi>}
      badges={<Badge>{allowed.kind === 'group' ? 'Group' : 'Project'}</Badge>}
      meta={<RowProblem text={error} />}
      trailing={button}
      trailingInline
    />
  );
}

/** Which projects reach this one with the tokens of their jobs. */
export function JobTokenScope({ projectId, scope }: { projectId: number; scope: JobTokenScopeData }) {
  const [isAdding, setAdding] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { isLimited, canChange, allowed } = scope;
  const choose = async (value: string) => {
    if (value === 'all' && !(await confirm(ALL_QUESTION))) return;
    setError(null);
    try {
      await api.patch(scopePath(projectId), { body: { enabled: value === 'listed' } });
      await reloadPage();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  const add = canChange && (
    <Button variant={allowed.length === 0 ? 'primary' : 'secondary'} onClick={() => setAdding(true)}>
      Add group or project
    </Button>
  );
  return (
    <Section
      title="Job token permissions"
      text="Jobs of other projects can clone this project and download its artifacts with CI_JOB_TOKEN."
      actions={allowed.length > 0 && add}
      className="border-b"
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          label="Authorized projects"
          name="job_token_scope"
          options={CHOICES.map((choice) => ({ ...choice, disabled: !canChange }))}
          value={isLimited ? 'listed' : 'all'}
          onValueChange={(value) => void choose(value)}
        />
        <RowProblem text={error} />
        {isLimited && allowed.length === 0 && (
          <EmptyState
            icon={KeyRound}
            title="No other projects"
            text="Add the projects whose jobs need this project, or a group with all its projects."
            action={add}
          />
        )}
        {isLimited && allowed.length > 0 && (
          <List label="Authorized groups and projects">
            {allowed.map((each) => (
              <AllowedRow key={`${each.kind} ${each.id}`} projectId={projectId} allowed={each} canChange={canChange} />
            ))}
          </List>
        )}
      </div>
      {isAdding && <AddDialog projectId={projectId} onClose={() => setAdding(false)} />}
    </Section>
  );
}
