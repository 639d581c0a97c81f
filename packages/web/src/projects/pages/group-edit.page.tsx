import type { GroupEditPageData } from '@tributary/contract/projects/page.ts';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DescriptionField, useDescription } from '../containers/description-field.tsx';
import { VisibilityField } from '../containers/visibility-field.tsx';
import { ReadOnlyBanner } from '../containers/read-only-banner.tsx';
import { BadgesSection } from '../settings/badges-section.tsx';
import { RestoreButton } from '../settings/restore-button.tsx';
import { GroupAdvanced } from '../settings/group-advanced.tsx';
import { AvatarSection } from '../settings/avatar-section.tsx';

function GeneralForm({ data }: { data: GroupEditPageData }) {
  const { group } = data;
  const description = useDescription(`Group:${group.id}:settings`, group.description);
  const form = useForm({
    asksBeforeLeaving: true,
    initial: {
      name: group.name,
      visibility: group.visibility as string,
      shareLock: group.shareLock || data.shareLockAbove,
      membershipLock: group.membershipLock || data.membershipLockAbove,
      mentions_disabled: group.mentionsDisabled,
      request_access_enabled: group.requestAccessEnabled,
    },
    validate: (values) => (values.name.trim() === '' ? { name: 'Enter a name.' } : {}),
    onSubmit: async ({ shareLock, membershipLock, ...values }) => {
      const lock = {
        ...(!data.shareLockAbove && { share_with_group_lock: shareLock }),
        ...(!data.membershipLockAbove && { membership_lock: membershipLock }),
      };
      await api.put(`/api/v4/groups/${group.id}`, { body: { ...values, description: description.text, ...lock } });
      await reloadPage();
      description.sent();
    },
  });
  return (
    <Section title="General">
      <form {...form.props} className="flex max-w-160 flex-col gap-4">
        <FormError form={form} />
        <TextField label="Name" required {...form.text('name')} />
        <DescriptionField description={description} />
        <VisibilityField choices={data.visibilities} {...form.text('visibility')} />
        <Checkbox
          label="Projects in this group cannot be shared with other groups"
          hint={
            data.shareLockAbove ? 'A parent group enforces this setting.' : 'Also applies to projects in its subgroups.'
          }
          disabled={data.shareLockAbove}
          {...form.check('shareLock')}
        />
        <Checkbox
          label="Users cannot be added to projects in this group"
          hint={
            data.membershipLockAbove
              ? 'A parent group enforces this setting.'
              : 'Also applies to projects in its subgroups. Existing project members keep their roles.'
          }
          disabled={data.membershipLockAbove}
          {...form.check('membershipLock')}
        />
        <Checkbox
          label="Group mentions are disabled"
          hint="Mentioning the group notifies no one. Members are notified only when mentioned directly."
          {...form.check('mentions_disabled')}
        />
        <Checkbox label="Users can request access" {...form.check('request_access_enabled')} />
        <div>
          <SaveButton ready={form.isDirty || description.isKept} busy={form.busy}>
            Save changes
          </SaveButton>
        </div>
      </form>
    </Section>
  );
}

export default function GroupEditPage() {
  const { data } = usePage<GroupEditPageData>();
  return (
    <PageBody>
      <PageHeader title="Group settings" meta={data.group.fullPath} />
      <ReadOnlyBanner
        reason={data.readOnly}
        noun="group"
        action={data.can.restore && <RestoreButton path={`/api/v4/groups/${data.group.id}`} />}
      />
      {data.can.update && (
        <>
          <GeneralForm data={data} />
          <AvatarSection place={data.group} kind="group" />
          <BadgesSection settings={data.badges} />
        </>
      )}
      <GroupAdvanced data={data} />
    </PageBody>
  );
}
