import type { ReleaseFormPageData } from '@tributary/contract/ci/releases-page.ts';
import { useState } from 'react';
import { useSentForm } from '../../app/autosave/use-sent-form.ts';
import { useAutosavedText, useAutosaveScope } from '../../app/autosave/use-autosaved-text.ts';
import { useNavigate, usePage } from '../../app/navigation.tsx';
import { findUploadPlaceholders } from '../../discussions/model/upload-placeholders.ts';
import { MarkdownEditor } from '../../discussions/writing/markdown-editor.tsx';
import { UPLOADING_TEXT } from '../../discussions/writing/uploads/uploading-text.ts';
import { api } from '../../lib/http.ts';
import { refOption, refOptions } from '../../repositories/refs/ref-options.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption, loadFrom } from '../../ui/combobox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type LinkRow, ReleaseLinks } from '../releases/release-links.tsx';

const option = (title: string): ComboboxOption => ({ id: title, text: title });

/** `YYYY-MM-DD` in the time zone of the reader, as a date field wants it. */
function dayOf(time: string): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const hrefOf = (listHref: string, tag: string) => `${listHref}/${tag.split('/').map(encodeURIComponent).join('/')}`;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const linkBody = ({ name, url, filepath, linkType }: LinkRow) => ({
  name: name.trim(),
  url: url.trim(),
  ...(filepath !== null && { filepath }),
  link_type: linkType,
});

function useReleaseForm(data: ReleaseFormPageData) {
  const { release } = data;
  const navigate = useNavigate();
  const place = release ? `release-${release.id}` : `release-new-${data.projectId}`;
  useAutosaveScope(place);
  const notes = useAutosavedText({ place, field: 'description' }, release?.description ?? '');
  const [ref, setRef] = useState(data.defaultBranch);
  const [links, setLinks] = useState<LinkRow[]>(release?.links ?? []);
  const [milestones, setMilestones] = useState(release?.milestones ?? []);
  const { headersFor, arrived } = useSentForm(place, ['description']);
  const day = release ? dayOf(release.releasedAt) : '';
  const form = useForm({
    initial: { tag: data.tag, tagMessage: '', name: release?.name ?? '', day, description: '', links: '' },
    asksBeforeLeaving: true,
    fieldNames: { tag_name: 'tag', tag_message: 'tagMessage', released_at: 'day', url: 'links' },
    validate: (values) => ({
      ...(values.tag.trim() === '' && { tag: 'Enter the name of a tag.' }),
      ...(findUploadPlaceholders(notes.text).length > 0 && { description: UPLOADING_TEXT }),
      ...(links.some(({ name, url }) => (name.trim() === '') !== (url.trim() === '')) && {
        links: 'Enter a URL and a title for each link.',
      }),
    }),
    onSubmit: async (values) => {
      // What is not changed here stays as others, and jobs, have changed it meanwhile; an unchanged day keeps its time.
      const shared = {
        ...(values.name !== release?.name && { name: values.name.trim() }),
        ...(notes.text !== release?.description && { description: notes.text }),
        ...(!isSame(milestones, release?.milestones) && { milestones }),
        ...(!isSame(links, release?.links) && {
          assets: { links: links.filter(({ url }) => url.trim() !== '').map(linkBody) },
        }),
        ...(values.day !== '' && values.day !== day && { released_at: new Date(`${values.day}T00:00`).toISOString() }),
      };
      const base = `/api/v4/projects/${data.projectId}/releases`;
      const tag = values.tag.trim();
      if (release) {
        await api.put(`${base}/${encodeURIComponent(release.tag)}`, { body: shared, headers: headersFor(shared) });
      } else {
        const message = values.tagMessage.trim();
        const body = { tag_name: tag, ref, ...(message !== '' && { tag_message: message }), ...shared };
        await api.post(base, { body, headers: headersFor(body) });
      }
      arrived();
      notes.sent();
      await navigate(hrefOf(data.listHref, release?.tag ?? tag));
    },
  });
  const changeLinks = (rows: LinkRow[]): void => {
    setLinks(rows);
    // So that the form knows of them before it is left.
    form.set({ links: JSON.stringify(rows) });
  };
  return { form, place, notes, ref, setRef, links, changeLinks, milestones, setMilestones };
}

/** Describes a tag as a release, or changes what a release says. */
export default function ReleaseFormPage() {
  const { data } = usePage<ReleaseFormPageData>();
  const { release } = data;
  const { form, place, notes, ref, setRef, links, changeLinks, milestones, setMilestones } = useReleaseForm(data);
  const offered = [...new Set([...milestones, ...data.milestones])].map(option);
  return (
    <PageBody>
      <PageHeader title={release ? `Edit release ${release.name}` : 'New release'} />
      <form {...form.props} className="flex max-w-180 flex-col gap-4 pb-6">
        <FormError form={form} />
        {release ? (
          <p>
            Tag <code>{release.tag}</code>
          </p>
        ) : (
          <>
            <TextField
              label="Tag name"
              required
              autoFocus={data.tag === ''}
              hint="Creates the tag if it does not exist."
              {...form.text('tag')}
            />
            <Combobox
              label="Create from"
              hint="Used only for a new tag."
              clearable={false}
              value={refOption(ref)}
              load={refOptions(data.refsPath)}
              onValueChange={([chosen]) => chosen && setRef(chosen.text)}
            />
            <TextField
              label="Tag message"
              hint="Optional. A new tag with a message is an annotated tag."
              {...form.text('tagMessage')}
            />
          </>
        )}
        <TextField label="Release title" hint="The tag name by default." {...form.text('name')} />
        {offered.length > 0 && (
          <Combobox
            label="Milestones"
            multiple
            value={milestones.map(option)}
            load={loadFrom(offered)}
            onValueChange={(chosen) => setMilestones(chosen.map(({ text }) => text))}
          />
        )}
        <TextField
          label="Release date"
          type="date"
          className="max-w-60"
          hint="Today by default. A future date makes it an upcoming release."
          {...form.text('day')}
        />
        <div>
          <p aria-hidden className="font-medium">
            Release notes
          </p>
          <MarkdownEditor
            label="Release notes"
            value={notes.text}
            onValueChange={notes.setText}
            error={form.errors['description']}
            previewPath={data.previewPath}
            uploadsPath={data.uploadsPath}
            hasCommands={false}
            slot={{ place, field: 'description' }}
            minRows={6}
            onSubmitKey={() => form.props.ref.current?.requestSubmit()}
          />
        </div>
        <ReleaseLinks rows={links} onChange={changeLinks} />
        {form.errors['links'] !== undefined && (
          <p role="alert" className="text-failed">
            {form.errors['links']}
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            {release ? 'Save changes' : 'Create release'}
          </Button>
          <Button asChild>
            <a href={release ? hrefOf(data.listHref, release.tag) : data.listHref}>Cancel</a>
          </Button>
        </div>
      </form>
    </PageBody>
  );
}
