import type {
  EnvironmentSettingsPageData,
  ProtectedEnvironmentView,
} from '@tributary/contract/environments/protection.ts';
import { Pencil, ShieldOff } from 'lucide-react';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ItemList, useItemDialog } from '../../ui/item-list.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Section } from '../../ui/section.tsx';
import { ProtectionDialog, protectionPath } from './protection-dialog.tsx';

type Data = EnvironmentSettingsPageData;

function Rules({ protection: { deploy, approvals, requiredApprovals } }: { protection: ProtectedEnvironmentView }) {
  const needed = approvals.map(({ description, required }) => `${description} (${required})`);
  if (approvals.length === 0 && requiredApprovals > 0) {
    needed.push(`${plural(requiredApprovals, 'approval')} from users who can deploy`);
  }
  return (
    <>
      <span className="block">
        Allowed to deploy: <bdi>{deploy.map(({ description }) => description).join(', ')}</bdi>
      </span>
      <span className="block">
        Required approvals: <bdi>{needed.length === 0 ? 'None' : needed.join(', ')}</bdi>
      </span>
    </>
  );
}

type RowProps = { owner: Data['owner']; protection: ProtectedEnvironmentView; onEdit: (() => void) | null };

function ProtectionRow({ owner, protection, onEdit }: RowProps) {
  const { name } = protection;
  const { button, error } = useRowRemoval({
    path: onEdit && protectionPath(owner, name),
    name,
    title: `Remove the protection of ${name}?`,
    text: 'All developers can then deploy to it. Deployments do not need approval.',
    action: 'Remove protection',
  });
  return (
    <ListRow
      title={<bdi>{name}</bdi>}
      meta={
        <>
          <Rules protection={protection} />
          <RowProblem text={error} />
        </>
      }
      trailing={
        onEdit && (
          <span className="flex items-center gap-1">
            <IconButton icon={Pencil} label={`Edit ${name}`} size="sm" onClick={onEdit} />
            {button}
          </span>
        )
      }
    />
  );
}

/** Protected environments of a project by name, of a group by tier. */
export function ProtectedEnvironments({ data }: { data: Data }) {
  const { add: openNew, edit, dialog } = useItemDialog<ProtectedEnvironmentView>();
  const isProject = data.owner.kind === 'project';
  const add = data.can.manage && (
    <Button variant="primary" onClick={openNew}>
      {isProject ? 'Protect an environment' : 'Protect a tier'}
    </Button>
  );
  return (
    <>
      <Section
        title="Protected environments"
        text={
          isProject
            ? 'Only selected roles, groups and users deploy to a protected environment. Deployments can wait for approval.'
            : 'Protects the environments of a tier in all projects of this group. Roles are those in this group.'
        }
        actions={data.protections.length > 0 && add}
      >
        <ItemList
          label="Protected environments"
          items={data.protections}
          empty={{
            icon: ShieldOff,
            title: 'No protected environments',
            text: 'All developers can deploy to all environments.',
            action: add,
          }}
        >
          {(protection) => (
            <ProtectionRow
              key={protection.name}
              owner={data.owner}
              protection={protection}
              onEdit={data.can.manage ? () => edit(protection) : null}
            />
          )}
        </ItemList>
      </Section>
      {data.inherited.length > 0 && (
        <Section title="Protection by groups" text="Tiers that parent groups protect. Users must be allowed there too.">
          <List label="Protection by groups">
            {data.inherited.map((protection) => (
              <ListRow
                key={`${protection.groupPath} ${protection.name}`}
                title={
                  <>
                    <bdi>{protection.name}</bdi>{' '}
                    <span className="font-normal text-fg-muted">{protection.groupPath}</span>
                  </>
                }
                meta={<Rules protection={protection} />}
              />
            ))}
          </List>
        </Section>
      )}
      {dialog((protection, close) => (
        <ProtectionDialog key={protection?.name ?? ''} data={data} protection={protection} onClose={close} />
      ))}
    </>
  );
}
