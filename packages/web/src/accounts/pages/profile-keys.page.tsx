import type { GpgKeyItem, KeysPageData, SshKeyItem } from '@tributary/contract/accounts/keys-page.ts';
import { KeyRound } from 'lucide-react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActionProblem, type Actions, useActions } from '../parts/action-problem.tsx';
import { usePasswordQuestion } from '../parts/password-question.tsx';

const SSH_PATH = '/api/v4/user/keys';
const GPG_PATH = '/api/v4/user/gpg_keys';

const USAGES = [
  { value: 'auth_and_signing', label: 'Authentication and signing' },
  { value: 'auth', label: 'Authentication' },
  { value: 'signing', label: 'Signing' },
];

function SshKeyForm() {
  const { withPassword, question } = usePasswordQuestion();
  const form = useForm({
    initial: { title: '', key: '', usage_type: 'auth_and_signing', expires_at: '' },
    validate: ({ title, key }) => ({
      ...(title.trim() === '' && { title: 'Enter a title.' }),
      ...(key.trim() === '' && { key: 'Paste a public key.' }),
    }),
    onSubmit: async ({ expires_at: expiresAt, ...values }) => {
      const body = { ...values, ...(expiresAt !== '' && { expires_at: expiresAt }) };
      await withPassword(() => api.post(SSH_PATH, { body }));
      await reloadPage();
    },
  });
  return (
    <>
      <form {...form.props} aria-label="Add an SSH key" className="flex max-w-160 flex-col gap-4">
        <FormError form={form} />
        <TextArea
          label="SSH key"
          hint="The content of a .pub file, for example ~/.ssh/id_ed25519.pub. Never paste a private key."
          code
          minRows={3}
          {...form.text('key')}
        />
        <TextField label="Title" className="max-w-80" {...form.text('title')} />
        <Select label="Usage" className="max-w-80" options={USAGES} {...form.text('usage_type')} />
        <TextField
          label="Expiration date"
          type="date"
          className="max-w-80"
          hint="Leave blank for a key that works until you remove it."
          {...form.text('expires_at')}
        />
        <div>
          <SaveButton ready={form.isDirty} busy={form.busy}>
            Add SSH key
          </SaveButton>
        </div>
      </form>
      {question}
    </>
  );
}

function GpgKeyForm() {
  const form = useForm({
    initial: { key: '' },
    validate: ({ key }) => (key.trim() === '' ? { key: 'Paste a public key.' } : {}),
    onSubmit: async (values) => {
      await api.post(GPG_PATH, { body: values });
      await reloadPage();
    },
  });
  return (
    <form {...form.props} aria-label="Add a GPG key" className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <TextArea
        label="GPG key"
        hint="The output of gpg --armor --export, from “BEGIN PGP PUBLIC KEY BLOCK” to the end."
        code
        minRows={3}
        {...form.text('key')}
      />
      <div>
        <SaveButton ready={form.isDirty} busy={form.busy}>
          Add GPG key
        </SaveButton>
      </div>
    </form>
  );
}

function useRemoval(actions: Actions) {
  const confirm = useConfirm();
  return async (path: string, name: string): Promise<void> => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      text: 'It gives no access any more, and commits that were signed with it become unverified.',
      action: 'Remove key',
      danger: true,
    });
    if (!isSure) return;
    await actions.run(path, async () => {
      await api.delete(path);
      await reloadPage();
    });
  };
}

const icon = <KeyRound size={16} className="text-fg-faint" aria-hidden />;

function SshKeyRow({ item, onRemove }: { item: SshKeyItem; onRemove: () => void }) {
  return (
    <ListRow
      leading={icon}
      title={item.title}
      badges={
        <>
          <Badge>{item.type}</Badge>
          <Badge>{USAGES.find(({ value }) => value === item.usage)?.label}</Badge>
          {item.isExpired && <Badge tone="warning">Expired</Badge>}
        </>
      }
      meta={
        <>
          <code className="font-mono break-all">{item.fingerprint}</code> · added <Time value={item.createdAt} />
          {' · '}
          {item.lastUsedAt === null ? (
            'never used over SSH'
          ) : (
            <>
              last used <Time value={item.lastUsedAt} />
            </>
          )}
          {item.expiresAt !== null && (
            <>
              {' · '}
              {item.isExpired ? 'expired ' : 'expires '}
              <Time value={item.expiresAt} />
            </>
          )}
        </>
      }
      trailing={
        <Button size="sm" aria-label={`Remove ${item.title}`} onClick={onRemove}>
          Remove
        </Button>
      }
    />
  );
}

function GpgKeyRow({ item, onRemove }: { item: GpgKeyItem; onRemove: () => void }) {
  return (
    <ListRow
      leading={icon}
      title={<code className="font-mono text-code break-all">{item.fingerprint}</code>}
      badges={item.emails.map(({ email, isConfirmed }) => (
        <Badge key={email} tone={isConfirmed ? 'success' : 'neutral'}>
          {isConfirmed ? `${email} Verified` : `${email} Unverified`}
        </Badge>
      ))}
      meta={
        <>
          added <Time value={item.createdAt} />
        </>
      }
      trailing={
        <Button size="sm" aria-label={`Remove ${item.fingerprint}`} onClick={onRemove}>
          Remove
        </Button>
      }
    />
  );
}

export default function ProfileKeysPage() {
  const { data } = usePage<KeysPageData>();
  const actions = useActions();
  const remove = useRemoval(actions);
  return (
    <PageBody>
      <PageHeader title="SSH and GPG keys" />
      <p className="max-w-160 pb-2 text-fg-muted">
        {data.ssh !== null && (
          <>
            With an SSH key for authentication, git clones and pushes over SSH without a password. The host key of this
            server is <code className="font-mono break-all">{data.ssh.fingerprint}</code>.{' '}
          </>
        )}
        Commits that you sign with one of these keys are shown as verified if the committer email is a confirmed email
        of your account.
      </p>
      <ActionProblem actions={actions} />
      <Section title="SSH keys">
        <div className="flex flex-col gap-4">
          {data.sshKeys.length === 0 ? (
            <EmptyState icon={KeyRound} title="No SSH keys" text="Add a key for git over SSH, or to sign commits." />
          ) : (
            <List label="SSH keys">
              {data.sshKeys.map((item) => (
                <SshKeyRow
                  key={item.id}
                  item={item}
                  onRemove={() => void remove(`${SSH_PATH}/${item.id}`, item.title)}
                />
              ))}
            </List>
          )}
          <SshKeyForm key={data.sshKeys.length} />
        </div>
      </Section>
      <Section title="GPG keys">
        <div className="flex flex-col gap-4">
          {data.gpgKeys.length === 0 ? (
            <EmptyState icon={KeyRound} title="No GPG keys" text="Add the key that git signs your commits with." />
          ) : (
            <List label="GPG keys">
              {data.gpgKeys.map((item) => (
                <GpgKeyRow
                  key={item.id}
                  item={item}
                  onRemove={() => void remove(`${GPG_PATH}/${item.id}`, item.fingerprint)}
                />
              ))}
            </List>
          )}
          <GpgKeyForm key={data.gpgKeys.length} />
        </div>
      </Section>
    </PageBody>
  );
}
