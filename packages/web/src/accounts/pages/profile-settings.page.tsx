import type { ProfileInput, ProfilePageData } from '@tributary/contract/accounts/page.ts';
import { updatePageData, updateShell, usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form.tsx';
import { useSettingsForm } from '../../ui/settings-form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveProfile } from '../commands.ts';
import { AvatarForm } from '../parts/avatar-form.tsx';
import { StatusForm } from '../parts/status-form.tsx';
import { SavedNote } from '../../ui/saved-note.tsx';

const longestBio = 255;

function ProfileForm({ profile, confirmedEmails }: { profile: ProfileInput; confirmedEmails: readonly string[] }) {
  const form = useSettingsForm({
    initial: profile,
    validate: ({ name, website_url: url }) => ({
      ...(name.trim() === '' && { name: 'Enter a name.' }),
      ...(url !== '' && !/^https?:\/\/./i.test(url) && { website_url: 'Enter a URL that starts with https://.' }),
    }),
    onSubmit: async (values) => {
      await saveProfile(values);
      const name = values.name.trim();
      updatePageData<ProfilePageData>((data) => ({ ...data, profile: values, user: { ...data.user, name } }));
      updateShell((shell) => (shell.viewer === null ? shell : { ...shell, viewer: { ...shell.viewer, name } }));
    },
  });
  const emails = [...new Set([...confirmedEmails, ...(profile.public_email === '' ? [] : [profile.public_email])])];
  const bioLeft = longestBio - form.values.bio.length;
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <TextField label="Name" {...form.text('name')} autoComplete="name" />
      <TextField label="Pronouns" {...form.text('pronouns')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Job title" {...form.text('job_title')} autoComplete="organization-title" />
        <TextField label="Organization" {...form.text('organization')} autoComplete="organization" />
        <TextField label="Location" {...form.text('location')} />
        <TextField label="Website" type="url" {...form.text('website_url')} placeholder="https://" autoComplete="url" />
      </div>
      <Select
        label="Public email"
        {...form.text('public_email')}
        options={[
          { value: '', label: 'Do not show on profile' },
          ...emails.map((email) => ({ value: email, label: email })),
        ]}
        hint={
          emails.length === 0 ? 'Only a confirmed email can be shown.' : 'Visible to everyone who can see your profile.'
        }
      />
      <TextArea
        label="Bio"
        {...form.text('bio')}
        minRows={3}
        hint={bioLeft < 0 ? `${-bioLeft} characters over the limit.` : `${bioLeft} characters left.`}
      />
      <Checkbox
        label="Private profile"
        hint="Others see only your name and avatar, not your profile details or activity."
        {...form.check('private_profile')}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save profile
        </Button>
        <SavedNote shown={form.isSaved} />
      </div>
    </form>
  );
}

export default function ProfileSettingsPage() {
  const { data } = usePage<ProfilePageData>();
  return (
    <PageBody>
      <PageHeader title="Profile" meta="How other users see you." />
      <AvatarForm user={data.user} limits={data.avatar} />
      <Section title="Status" text="Let people know what you're up to.">
        <StatusForm key={data.status?.clearAt ?? ''} status={data.status} />
      </Section>
      <Section title="About you">
        <ProfileForm profile={data.profile} confirmedEmails={data.confirmedEmails} />
      </Section>
    </PageBody>
  );
}
