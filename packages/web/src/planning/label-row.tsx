import type { LabelEntry, LabelsPageData } from '@tributary/contract/planning/page.ts';
import { Archive, ArchiveRestore, ArrowUpToLine, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusAfterChange } from '../app/next-focus.ts';
import { showSaved } from '../app/show-saved.ts';
import { useRowRemoval } from '../app/use-row-removal.tsx';
import { messageOf } from '../lib/app-error.ts';
import { plural } from '../lib/format.ts';
import { api } from '../lib/http.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Label } from '../ui/label.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { RowProblem } from '../ui/row-problem.tsx';
import { confirmPromotion } from './confirm-promotion.ts';
import { LabelForm } from './label-form.tsx';
import { containerApi } from './labels-api.ts';
import { SubscribeButton } from './subscribe-button.tsx';

type Props = { label: LabelEntry; data: Pick<LabelsPageData, 'place' | 'suggestedColors'> };

function Facts({ label, place, error }: { label: LabelEntry; place: LabelsPageData['place']; error: string | null }) {
  const isInherited = label.owner.id !== place.id || label.owner.kind !== place.kind;
  const facts = [
    label.priority !== null && `priority ${label.priority}`,
    label.openIssuesCount > 0 && plural(label.openIssuesCount, 'open issue'),
    label.openMergeRequestsCount > 0 && plural(label.openMergeRequestsCount, 'open merge request'),
    isInherited && (
      <>
        {'from '}
        <a href={label.owner.href} className="hover:underline">
          {label.owner.fullPath}
        </a>
      </>
    ),
  ].filter((fact) => fact !== false);
  return (
    <>
      {label.description !== '' && <bdi>{label.description}</bdi>}
      {facts.map((fact, index) => (
        <span key={typeof fact === 'string' ? fact : 'owner'}>
          {(index > 0 || label.description !== '') && ' · '}
          {fact}
        </span>
      ))}
      <RowProblem text={error} />
    </>
  );
}

/** A label as it looks, what it means, and its change in place. */
export function LabelRow({ label, data }: Props) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const path = `${containerApi(label.owner)}/labels/${label.id}`;
  // Of one from a group above the project knows the priority alone.
  const changePath = `${containerApi(data.place)}/labels/${label.id}`;
  const [changeError, setChangeError] = useState<string | null>(null);
  const [subscribingError, setSubscribingError] = useState<string | null>(null);
  const change = async (send: () => Promise<unknown>) => {
    setChangeError(null);
    try {
      await send();
      await showSaved();
    } catch (failure) {
      setChangeError(messageOf(failure));
    }
  };
  const archive = () => change(() => api.put(path, { body: { archived: !label.isArchived } }));
  const promote = async (group: string) => {
    if (await confirmPromotion('label', label.name, group)) await change(() => api.put(`${path}/promote`));
  };
  const leaveEditing = () => focusAfterChange(() => setEditing(false), editButton);
  const { button, error } = useRowRemoval({
    path: label.can.delete ? path : null,
    name: label.name,
    size: 'sm',
    title: `Delete label ${label.name}?`,
    text: 'It is removed from all issues and merge requests.',
    action: 'Delete label',
  });
  if (isEditing) {
    return (
      <li data-row className="border-b p-4 last:border-b-0">
        <LabelForm
          label={label}
          hasPriority={label.can.prioritize}
          suggestedColors={data.suggestedColors}
          submitLabel="Save changes"
          onSubmit={async ({ name, ...body }) => {
            const changes = { ...body, ...(name !== undefined && { new_name: name }) };
            if (Object.keys(changes).length > 0) {
              await api.put(changePath, { body: changes });
              await showSaved();
            }
            leaveEditing();
          }}
          onCancel={leaveEditing}
        />
      </li>
    );
  }
  return (
    <ListRow
      trailingInline
      title={
        <Label whole title={label.name} color={label.color} {...(label.filterHref && { href: label.filterHref })} />
      }
      badges={label.isArchived && <Badge>Archived</Badge>}
      meta={<Facts label={label} place={data.place} error={error ?? changeError ?? subscribingError} />}
      trailing={
        <span className="flex gap-1">
          {label.can.subscribe && <SubscribeButton label={label} place={data.place} onProblem={setSubscribingError} />}
          {(label.can.update || label.can.prioritize) && (
            <IconButton
              ref={editButton}
              icon={Pencil}
              size="sm"
              label={`Edit ${label.name}`}
              onClick={() => setEditing(true)}
            />
          )}
          {label.promotesTo !== null && (
            <IconButton
              icon={ArrowUpToLine}
              size="sm"
              label={`Promote ${label.name} to group label`}
              onClick={() => void promote(label.promotesTo ?? '')}
            />
          )}
          {label.can.update && (
            <IconButton
              icon={label.isArchived ? ArchiveRestore : Archive}
              size="sm"
              label={`${label.isArchived ? 'Unarchive' : 'Archive'} ${label.name}`}
              onClick={() => void archive()}
            />
          )}
          {button}
        </span>
      }
    />
  );
}
