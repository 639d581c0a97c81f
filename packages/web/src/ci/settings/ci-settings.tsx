import type { CiSettingsPageData, VariableCard } from '@tributary/contract/ci/variables.ts';
import { Pencil, Variable } from 'lucide-react';
import { useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ItemList, useItemDialog } from '../../ui/item-list.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Section } from '../../ui/section.tsx';
import { CatalogSetting } from './catalog-setting.tsx';
import { GroupPipelineSettings } from './group-pipeline-settings.tsx';
import { InstanceSettings } from './instance-settings.tsx';
import { JobTokenScope } from './job-token-scope.tsx';
import { PipelineSettings } from './pipeline-settings.tsx';
import { BadgesSection } from './badges-section.tsx';
import { TriggerTokens } from './trigger-tokens.tsx';
import { VariableDialog, variablePath } from './variable-dialog.tsx';

type Place = CiSettingsPageData['place'];

function Badges({ variable }: { variable: VariableCard }) {
  const names = [
    variable.type === 'file' && 'File',
    variable.isProtected && 'Protected',
    variable.isHidden ? 'Hidden' : variable.isMasked && 'Masked',
    !variable.isRaw && 'Expanded',
  ].filter((name) => name !== false);
  return names.map((name) => <Badge key={name}>{name}</Badge>);
}

/** `onEdit` is null for those who may only read. */
type RowProps = { place: Place; variable: VariableCard; onEdit: (() => void) | null };

/** Values are shown when someone asks for them. */
function VariableRow({ place, variable, onEdit }: RowProps) {
  const [isRevealed, setRevealed] = useState(false);
  const { key, value, environmentScope, description } = variable;
  const { button, error } = useRowRemoval({
    path: onEdit && variablePath(place, variable),
    name: key,
    title: `Delete the variable ${key}?`,
    text: 'New jobs do not get it.',
    action: 'Delete variable',
  });
  return (
    <ListRow
      title={<code>{key}</code>}
      badges={<Badges variable={variable} />}
      meta={
        <>
          {place.kind !== 'instance' && (
            <>
              Environments: <bdi>{environmentScope === '*' ? 'All' : environmentScope}</bdi>
            </>
          )}
          {description !== '' && <span className="block wrap-anywhere">{description}</span>}
          {isRevealed && value !== null && <code className="block wrap-anywhere whitespace-pre-wrap">{value}</code>}
          <RowProblem text={error} />
        </>
      }
      trailing={
        <span className="flex items-center gap-1">
          {value !== null && (
            <Button size="sm" aria-expanded={isRevealed} onClick={() => setRevealed(!isRevealed)}>
              {isRevealed ? 'Hide value' : 'Reveal value'}
            </Button>
          )}
          {onEdit && <IconButton icon={Pencil} label={`Edit ${key}`} size="sm" onClick={onEdit} />}
          {button}
        </span>
      }
    />
  );
}

const JOBS_OF = { project: 'this project', group: 'all projects in this group', instance: 'all projects' } as const;

/** What the CI/CD settings of projects, groups and the instance show. */
export function CiSettings() {
  const { data } = usePage<CiSettingsPageData>();
  const { place, variables, inherited, canChange } = data;
  const { add: openNew, edit, dialog } = useItemDialog<VariableCard>();
  const add = canChange && (
    <Button variant="primary" onClick={openNew}>
      Add variable
    </Button>
  );
  return (
    <PageBody>
      <PageHeader title="CI/CD settings" />
      {data.pipelines !== null && <PipelineSettings projectId={place.id} settings={data.pipelines} />}
      {data.group !== null && <GroupPipelineSettings groupId={place.id} settings={data.group} />}
      {data.catalog !== null && <CatalogSetting catalog={data.catalog} />}
      {data.jobTokens !== null && <JobTokenScope projectId={place.id} scope={data.jobTokens} />}
      {data.triggers !== null && <TriggerTokens projectId={place.id} triggers={data.triggers} />}
      {data.instance !== null && <InstanceSettings settings={data.instance} />}
      <Section
        title="Variables"
        text={`Jobs of ${JOBS_OF[place.kind]} get these variables. Values are encrypted when stored.`}
        actions={variables.length > 0 && add}
      >
        <ItemList
          label="Variables"
          items={variables}
          empty={{
            icon: Variable,
            title: 'No variables',
            text: 'Variables hold settings and secrets that jobs need, such as tokens for a deployment.',
            action: add,
          }}
        >
          {(variable) => (
            <VariableRow
              key={`${variable.key} ${variable.environmentScope}`}
              place={place}
              variable={variable}
              onEdit={canChange ? () => edit(variable) : null}
            />
          )}
        </ItemList>
      </Section>
      {inherited.length > 0 && (
        <Section
          title="Inherited variables"
          text="Variables of parent groups. A variable with the same key here overrides them."
        >
          <List label="Inherited variables">
            {inherited.map(({ key, environmentScope, groupPath }) => (
              <ListRow
                key={`${groupPath} ${key} ${environmentScope}`}
                title={<code>{key}</code>}
                meta={
                  <>
                    Group <bdi>{groupPath}</bdi> · Environments:{' '}
                    <bdi>{environmentScope === '*' ? 'All' : environmentScope}</bdi>
                  </>
                }
              />
            ))}
          </List>
        </Section>
      )}
      {data.badges !== null && <BadgesSection data={data.badges} />}
      {dialog((variable, close) => (
        <VariableDialog
          key={variable === null ? '' : `${variable.key} ${variable.environmentScope}`}
          place={place}
          variable={variable}
          onClose={close}
        />
      ))}
    </PageBody>
  );
}
