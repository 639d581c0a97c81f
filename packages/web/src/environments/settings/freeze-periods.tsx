import type { FreezePeriodCard } from '@tributary/contract/environments/freeze-periods.ts';
import { Pencil, Snowflake } from 'lucide-react';
import { reloadPage } from '../../app/navigation.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ItemList, useItemDialog } from '../../ui/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

const freezesPath = (projectId: number): string => `/api/v4/projects/${projectId}/freeze_periods`;

const ownTimezone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type DialogProps = { projectId: number; freeze: FreezePeriodCard | null; onClose: () => void };

function FreezeDialog({ projectId, freeze, onClose }: DialogProps) {
  const form = useForm({
    initial: {
      freeze_start: freeze?.start ?? '',
      freeze_end: freeze?.end ?? '',
      cron_timezone: freeze?.timezone ?? ownTimezone(),
    },
    onSubmit: async (values) => {
      await (freeze
        ? api.put(`${freezesPath(projectId)}/${freeze.id}`, { body: values })
        : api.post(freezesPath(projectId), { body: values }));
      await reloadPage();
      onClose();
    },
  });
  return (
    <FormDialog
      title={freeze ? 'Edit deploy freeze' : 'Add deploy freeze'}
      form={form}
      action={freeze ? 'Save changes' : 'Add deploy freeze'}
      onClose={onClose}
    >
      <TextField
        label="Freeze start"
        required
        hint="Cron syntax. 0 18 * * 5 is Friday at 18:00."
        {...form.text('freeze_start')}
      />
      <TextField
        label="Freeze end"
        required
        hint="Cron syntax. 0 8 * * 1 is Monday at 8:00."
        {...form.text('freeze_end')}
      />
      <TextField label="Time zone" required hint="For example Europe/Berlin." {...form.text('cron_timezone')} />
    </FormDialog>
  );
}

type RowProps = { projectId: number; freeze: FreezePeriodCard; onEdit: (() => void) | null };

function FreezeRow({ projectId, freeze, onEdit }: RowProps) {
  const { button, error } = useRowRemoval({
    path: onEdit && `${freezesPath(projectId)}/${freeze.id}`,
    name: 'deploy freeze',
    title: 'Delete this deploy freeze?',
    text: 'Jobs no longer get the variable CI_DEPLOY_FREEZE at these times.',
    action: 'Delete deploy freeze',
  });
  return (
    <ListRow
      title={
        <>
          <code>{freeze.start}</code> to <code>{freeze.end}</code>
        </>
      }
      badges={freeze.activeUntil !== null && <Badge tone="warning">Active</Badge>}
      meta={
        <>
          {freeze.timezone}
          {freeze.activeUntil !== null && (
            <>
              {' · Ends '}
              <Time value={freeze.activeUntil} />
            </>
          )}
          {freeze.activeUntil === null && freeze.nextStart !== null && (
            <>
              {' · Starts '}
              <Time value={freeze.nextStart} />
            </>
          )}
          <RowProblem text={error} />
        </>
      }
      trailing={
        onEdit && (
          <span className="flex items-center gap-1">
            <IconButton icon={Pencil} label="Edit deploy freeze" size="sm" onClick={onEdit} />
            {button}
          </span>
        )
      }
    />
  );
}

type Props = { projectId: number; freezes: readonly FreezePeriodCard[]; canManage: boolean };

/** Times in which pipelines are told not to deploy. */
export function FreezePeriods({ projectId, freezes, canManage }: Props) {
  const { add: openNew, edit, dialog } = useItemDialog<FreezePeriodCard>();
  const add = canManage && <Button onClick={openNew}>Add deploy freeze</Button>;
  return (
    <Section
      title="Deploy freezes"
      text={
        <>
          During a deploy freeze jobs get the variable <code>CI_DEPLOY_FREEZE</code>. Use it in the rules of jobs that
          should not deploy then.
        </>
      }
      actions={freezes.length > 0 && add}
    >
      <ItemList
        label="Deploy freezes"
        items={freezes}
        empty={{
          icon: Snowflake,
          title: 'No deploy freezes',
          text: 'Add the times in which nothing should be deployed, such as weekends.',
          action: add,
        }}
      >
        {(freeze) => (
          <FreezeRow
            key={freeze.id}
            projectId={projectId}
            freeze={freeze}
            onEdit={canManage ? () => edit(freeze) : null}
          />
        )}
      </ItemList>
      {dialog((freeze, close) => (
        <FreezeDialog key={freeze?.id ?? 0} projectId={projectId} freeze={freeze} onClose={close} />
      ))}
    </Section>
  );
}
