import type { ProtectedBranchesPageData, ProtectedTagView } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { focusAfterRow } from '../../app/next-focus.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { AccessField } from './access-field.tsx';
import { protectTag, unprotectTag } from '../commands.ts';
import { type AccessChoice, toChanges } from '../model/access-choice.ts';
import { orTyped, refOptions } from '../refs/ref-options.tsx';

type Data = ProtectedBranchesPageData;

function TagRule({ rule, data }: { rule: ProtectedTagView; data: Data }) {
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const remove = async (button: HTMLElement): Promise<void> => {
    const isSure = await confirm({
      title: `Remove protection from ${rule.name}?`,
      text: 'Everyone with the Developer role can then create, move and delete it.',
      action: 'Remove protection',
      danger: true,
    });
    if (!isSure) return;
    setBusy(true);
    setProblem(null);
    const focus = focusAfterRow(button);
    try {
      await unprotectTag(data.projectId, rule.name);
      await reloadPage();
      focus();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <li data-row className="flex flex-col gap-1 border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {rule.isWildcard || rule.matchingTags === 0 ? (
            <bdi className="font-mono text-code font-medium break-all">{rule.name}</bdi>
          ) : (
            <a
              href={repositoryPaths.tree(data.projectPath, rule.name)}
              className="font-mono text-code font-medium break-all hover:text-accent-fg hover:underline"
            >
              <bdi>{rule.name}</bdi>
            </a>
          )}
          <span className="text-sm text-fg-muted">
            {rule.isWildcard ? plural(rule.matchingTags, 'matching tag') : rule.matchingTags === 0 && 'does not exist'}
          </span>
        </div>
        {data.can.manage && (
          <Button
            size="sm"
            busy={isBusy}
            aria-label={`Unprotect ${rule.name}`}
            onClick={(event) => void remove(event.currentTarget)}
          >
            Unprotect
          </Button>
        )}
      </div>
      <p className="text-sm text-fg-muted">
        Allowed to create:{' '}
        {rule.createLevels.map((entry, index) => (
          <span key={entry.id}>
            {index > 0 && ', '}
            <bdi>{entry.description}</bdi>
          </span>
        ))}
      </p>
      {problem !== null && (
        <p role="alert" className="text-sm text-failed">
          {problem}
        </p>
      )}
    </li>
  );
}

function ProtectTagForm({ data }: { data: Data }) {
  const [name, setName] = useState<ComboboxOption[]>([]);
  const [create, setCreate] = useState<AccessChoice[]>(['level:40']);
  const form = useForm({
    initial: { name: '' },
    onSubmit: async () => {
      await protectTag(data.projectId, name[0]?.text ?? '', toChanges(create));
      await reloadPage();
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormError form={form} />
      <div className="flex flex-wrap items-start gap-4">
        <Combobox
          label="Tag"
          value={name}
          onValueChange={setName}
          load={orTyped(refOptions(data.refsPath, 'tags'))}
          placeholder="Select a tag or enter a name with *"
          error={form.errors['name']}
          className="min-w-56 flex-1"
          clearable={false}
          required
        />
        <AccessField label="Allowed to create" data={data} entries={[]} value={create} onValueChange={setCreate} />
      </div>
      <div>
        <Button type="submit" variant="primary" busy={form.busy} disabled={name.length === 0 || create.length === 0}>
          Protect tag
        </Button>
      </div>
    </form>
  );
}

/** Tags that only chosen users create, and nobody moves. */
export function ProtectedTags({ data }: { data: Data }) {
  return (
    <>
      <Section
        title="Protected tags"
        text="Protected tags cannot be moved. Only selected roles and users can create them, and only maintainers can delete them. Use * to protect all matching tags."
      >
        {data.tagRules.length === 0 ? (
          <EmptyState
            icon={ShieldOff}
            title="No protected tags"
            text="Everyone with the Developer role can create, move and delete all tags."
          />
        ) : (
          <ul aria-label="Protected tags" className="rounded-md border bg-raised">
            {data.tagRules.map((rule) => (
              <TagRule key={rule.id} rule={rule} data={data} />
            ))}
          </ul>
        )}
      </Section>
      {data.can.manage && (
        <Section title="Protect a tag">
          <ProtectTagForm key={data.tagRules.length} data={data} />
        </Section>
      )}
    </>
  );
}
