import type { CiSettingsPageData } from '@tributary/contract/ci/variables.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Link } from '../../ui/link.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';

/** Whether the components of a project are in the catalog. */
export function CatalogSetting({ catalog }: { catalog: NonNullable<CiSettingsPageData['catalog']> }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = async (enabled: boolean) => {
    setBusy(true);
    setError(null);
    try {
      await api.put(catalog.path, { body: { enabled } });
      await reloadPage();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title="CI/CD catalog"
      text="The catalog lists components in the folder templates. Each release with a semantic version is a version of the catalog."
      className="border-b"
    >
      <Switch
        label="CI/CD catalog project"
        checked={catalog.isResource}
        busy={isBusy}
        onCheckedChange={(checked) => void change(checked)}
      />
      {catalog.isResource && (
        <p className="pt-1 text-sm text-fg-muted">
          The project appears in the <Link href="/explore/catalog">catalog</Link> from its first release on.
        </p>
      )}
      <RowProblem text={error} />
    </Section>
  );
}
