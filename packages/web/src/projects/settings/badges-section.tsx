import type { BadgeSettings, RestBadge } from '@tributary/contract/projects/badges.ts';
import { useQuery } from '@tanstack/react-query';
import { Award, Pencil } from 'lucide-react';
import { reloadPage } from '../../app/navigation.tsx';
import { queryClient } from '../../app/query-client.ts';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
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

type Rendered = Pick<RestBadge, 'rendered_link_url' | 'rendered_image_url'>;

const PLACEHOLDERS =
  '%{project_path}, %{project_id}, %{project_title}, %{project_name}, %{project_namespace}, %{group_name}, %{default_branch} and %{commit_sha} are replaced by the values of the project.';
const ADDRESS = /^https?:\/\/\S+$/i;

const NO_ADDRESS = 'Enter a URL that starts with https:// or http://.';

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** As project overviews show it: images of other hosts are not loaded, and placeholders of a group have no value yet. */
function BadgeImage({ name, badge }: { name: string; badge: Rendered }) {
  const { rendered_image_url: image, rendered_link_url: link } = badge;
  const label = name === '' ? hostOf(link) : name;
  const isLoaded = URL.canParse(image) && new URL(image).origin === location.origin && !image.includes('%{');
  return (
    <a href={link} rel="noreferrer" target="_blank" className="inline-flex max-w-full">
      {isLoaded ? <img src={image} alt={label} /> : <Badge>{label}</Badge>}
    </a>
  );
}

function Preview({
  settings,
  name,
  link,
  image,
}: {
  settings: BadgeSettings;
  name: string;
  link: string;
  image: string;
}) {
  const isComplete = ADDRESS.test(link) && ADDRESS.test(image);
  // Of complete URLs alone: what is being typed is not sent.
  const query = useDebounced(
    isComplete ? new URLSearchParams({ link_url: link, image_url: image }).toString() : '',
    300,
  );
  const rendered = useQuery(
    {
      queryKey: ['badge-preview', settings.api, query],
      queryFn: ({ signal }) => api.get<Rendered>(`${settings.api}/render?${query}`, { signal }),
      enabled: isComplete && query !== '',
    },
    queryClient,
  );
  return (
    <div className="flex flex-col gap-1" aria-live="polite">
      <span className="font-medium">Preview</span>
      <div className="flex min-h-6 items-center">
        {!isComplete && <span className="text-sm text-fg-muted">Enter both URLs to see the badge.</span>}
        {isComplete && rendered.data && <BadgeImage name={name.trim()} badge={rendered.data} />}
        {isComplete && rendered.isError && <span className="text-sm text-failed">{messageOf(rendered.error)}</span>}
      </div>
    </div>
  );
}

type DialogProps = { settings: BadgeSettings; badge: RestBadge | null; onClose: () => void };

function BadgeDialog({ settings, badge, onClose }: DialogProps) {
  const form = useForm({
    initial: { name: badge?.name ?? '', link_url: badge?.link_url ?? '', image_url: badge?.image_url ?? '' },
    validate: ({ link_url: link, image_url: image }) => ({
      ...(!ADDRESS.test(link.trim()) && { link_url: NO_ADDRESS }),
      ...(!ADDRESS.test(image.trim()) && { image_url: NO_ADDRESS }),
    }),
    onSubmit: async ({ name, link_url: link, image_url: image }) => {
      const body = { name: name.trim(), link_url: link.trim(), image_url: image.trim() };
      await (badge === null ? api.post(settings.api, { body }) : api.put(`${settings.api}/${badge.id}`, { body }));
      await reloadPage();
      onClose();
    },
  });
  const { name, link_url: link, image_url: image } = form.values;
  return (
    <FormDialog
      title={badge === null ? 'Add badge' : 'Edit badge'}
      form={form}
      action={badge === null ? 'Add badge' : 'Save changes'}
      isReady={badge === null || form.isDirty}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" {...form.text('name')} />
      <TextField label="Link" required autoComplete="off" dir="ltr" {...form.text('link_url')} />
      <TextField
        label="Image URL"
        required
        autoComplete="off"
        dir="ltr"
        hint={`Images of other hosts are not loaded: the name is displayed instead. ${PLACEHOLDERS}`}
        {...form.text('image_url')}
      />
      <Preview settings={settings} name={name} link={link.trim()} image={image.trim()} />
    </FormDialog>
  );
}

function BadgeRow({ badge, settings, onEdit }: { badge: RestBadge; settings: BadgeSettings; onEdit: () => void }) {
  const name = badge.name === '' ? hostOf(badge.rendered_link_url) : badge.name;
  const canChange = settings.canChange && badge.kind === settings.owner;
  const { button, error } = useRowRemoval({
    path: canChange ? `${settings.api}/${badge.id}` : null,
    name,
    title: `Delete the badge ${name}?`,
    text:
      settings.owner === 'group'
        ? 'It is removed from all projects in the group.'
        : 'It is removed from the overview of the project.',
    action: 'Delete badge',
  });
  return (
    <ListRow
      title={<BadgeImage name={badge.name} badge={badge} />}
      badges={badge.kind !== settings.owner && <Badge>Group</Badge>}
      meta={
        <>
          <span className="break-all">
            {badge.name !== '' && (
              <>
                <bdi>{badge.name}</bdi> ·{' '}
              </>
            )}
            <bdi>{badge.link_url}</bdi>
          </span>
          <RowProblem text={error} />
        </>
      }
      trailing={
        canChange && (
          <span className="flex">
            <IconButton icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
            {button}
          </span>
        )
      }
      trailingInline
    />
  );
}

/** Badges on the overview of a project, or of all projects in a group. */
export function BadgesSection({ settings }: { settings: BadgeSettings }) {
  const { add, edit, dialog } = useItemDialog<RestBadge>();
  const isGroup = settings.owner === 'group';
  return (
    <Section
      title="Badges"
      text={`Links with small images on the overview of ${isGroup ? 'all projects in this group' : 'the project'}.`}
    >
      <div className="flex flex-col gap-3">
        <ItemList
          label="Badges"
          items={settings.badges}
          empty={{ icon: Award, title: 'No badges', text: 'Add a badge, such as the status of the latest pipeline.' }}
        >
          {(badge) => <BadgeRow key={badge.id} badge={badge} settings={settings} onEdit={() => edit(badge)} />}
        </ItemList>
        {settings.canChange && (
          <div>
            <Button onClick={add}>Add badge</Button>
          </div>
        )}
      </div>
      {dialog((badge, close) => (
        <BadgeDialog key={badge?.id ?? 0} settings={settings} badge={badge} onClose={close} />
      ))}
    </Section>
  );
}
