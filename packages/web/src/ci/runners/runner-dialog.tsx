import type { RunnerCard, RunnerScope } from '@tributary/contract/ci/runners-page.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { KIND_NAMES, runnerName } from './runner-parts.tsx';

export type NewRunner = { id: number; token: string };

type Props = {
  scope: RunnerScope;
  /** Null for a new one. */
  runner: RunnerCard | null;
  onClose: () => void;
  onCreated: (made: NewRunner) => void;
};

const LEAST_SECONDS = 600;

const ownerOf = ({ kind, id }: RunnerScope) => ({
  runner_type: `${kind}_type`,
  ...(kind === 'project' && { project_id: id }),
  ...(kind === 'group' && { group_id: id }),
});

/** Creates a runner for the scope, or changes one. */
export function RunnerDialog({ scope, runner, onClose, onCreated }: Props) {
  const form = useForm({
    initial: {
      tags: runner?.tags.join(', ') ?? '',
      runUntagged: runner?.runsUntagged ?? true,
      description: runner?.description ?? '',
      maintenanceNote: runner?.maintenanceNote ?? '',
      paused: runner?.isPaused ?? false,
      protectedOnly: runner?.isProtectedOnly ?? false,
      locked: runner?.isLocked ?? scope.kind === 'project',
      maximumTimeout: runner?.maximumTimeout?.toString() ?? '',
    },
    fieldNames: { tag_list: 'tags', tags_list: 'tags', access_level: 'protectedOnly' },
    validate: ({ maximumTimeout }) => {
      const text = maximumTimeout.trim();
      const isFine = text === '' || (/^\d{1,8}$/.test(text) && Number(text) >= LEAST_SECONDS);
      return isFine ? {} : { maximumTimeout: `Enter at least ${LEAST_SECONDS} seconds, or leave blank.` };
    },
    onSubmit: async (values) => {
      const body = {
        tag_list: values.tags
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
        run_untagged: values.runUntagged,
        description: values.description.trim(),
        maintenance_note: values.maintenanceNote.trim(),
        paused: values.paused,
        access_level: values.protectedOnly ? 'ref_protected' : 'not_protected',
        ...((runner?.kind ?? scope.kind) === 'project' && { locked: values.locked }),
        maximum_timeout: values.maximumTimeout.trim() === '' ? null : Number(values.maximumTimeout.trim()),
      };
      if (runner) await api.put(`/api/v4/runners/${runner.id}`, { body });
      else onCreated(await api.post<NewRunner>('/api/v4/user/runners', { body: { ...body, ...ownerOf(scope) } }));
      await reloadPage();
      onClose();
    },
  });
  const kind = runner?.kind ?? scope.kind;
  return (
    <FormDialog
      title={runner ? `Edit ${runnerName(runner)}` : `New ${KIND_NAMES[scope.kind].toLowerCase()} runner`}
      form={form}
      action={runner ? 'Save changes' : 'Create runner'}
      isReady={runner === null || form.isDirty}
      onClose={onClose}
    >
      <TextField
        label="Tags"
        hint="Separate tags with commas. A job with tags runs only on runners that have all of them."
        {...form.text('tags')}
      />
      <Checkbox label="Run untagged jobs" hint="Also take jobs that have no tags." {...form.check('runUntagged')} />
      <TextField label="Description" {...form.text('description')} />
      <TextField label="Maintenance note" hint="For other administrators." {...form.text('maintenanceNote')} />
      <Checkbox label="Paused" hint="Take no new jobs." {...form.check('paused')} />
      <Checkbox
        label="Protected"
        hint="Take jobs of protected branches and tags only."
        {...form.check('protectedOnly')}
      />
      {kind === 'project' && (
        <Checkbox
          label="Lock to current projects"
          hint="The runner cannot be assigned to other projects."
          {...form.check('locked')}
        />
      )}
      <TextField
        label="Maximum job timeout"
        inputMode="numeric"
        hint="In seconds, at least 600. Leave blank to use the timeout of the job."
        {...form.text('maximumTimeout')}
      />
    </FormDialog>
  );
}
