import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { Link } from '../../ui/link.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useShell } from '../navigation.tsx';
import { applyTheme } from '../theme.ts';

type StatesModule = { group: string; states: Record<string, ReactNode> };

const modules = import.meta.glob<StatesModule>('../../**/*.states.tsx');

type Group = { title: string; states: Record<string, ReactNode> };

/** Files with the same group stand together, in the order of their names. */
function toGroups(loaded: readonly StatesModule[]): Group[] {
  const byTitle = Map.groupBy(loaded, (item) => item.group);
  return [...byTitle].map(([title, items]) => ({
    title,
    states: Object.assign({}, ...items.map((item) => item.states)) as Group['states'],
  }));
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** `shown` is for this page only: the user's own preference is not touched. */
function ThemeSwitch() {
  const own = useShell().viewer?.preferences.theme ?? 'system';
  const [shown, setShown] = useState(own);
  useEffect(() => {
    applyTheme(shown);
    return () => applyTheme(own);
  }, [shown, own]);
  return (
    <ButtonGroup label="Theme of this page">
      {(['system', 'light', 'dark'] as const).map((theme) => (
        <Button
          key={theme}
          aria-pressed={theme === shown}
          className={theme === shown ? 'bg-pressed!' : ''}
          onClick={() => setShown(theme)}
        >
          {theme.charAt(0).toUpperCase() + theme.slice(1)}
        </Button>
      ))}
    </ButtonGroup>
  );
}

function GroupView({ title, states }: Group) {
  return (
    <section id={slug(title)} className="pb-8">
      <h2 className="mb-3 border-b pb-1 text-h2">{title}</h2>
      <div className="flex flex-col gap-6">
        {Object.entries(states).map(([name, node]) => (
          <div key={name} className="min-w-0">
            <h3 className="mb-2 text-sm font-medium text-fg-faint">{name}</h3>
            {node}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Every named state of every part of the interface. */
export default function GalleryPage() {
  const [groups, setGroups] = useState<Group[] | null>(null);
  useEffect(() => {
    void Promise.all(Object.values(modules).map((load) => load())).then((loaded) => setGroups(toGroups(loaded)));
  }, []);
  return (
    <PageBody>
      <PageHeader title="Gallery" meta="Every part of the interface in its named states." actions={<ThemeSwitch />} />
      {groups === null ? (
        <Spinner label="Loading" />
      ) : (
        <>
          <nav aria-label="Groups" className="mb-6 flex flex-wrap gap-4">
            {groups.map((group) => (
              <Link key={group.title} href={`#${slug(group.title)}`}>
                {group.title}
              </Link>
            ))}
          </nav>
          {groups.map((group) => (
            <GroupView key={group.title} {...group} />
          ))}
        </>
      )}
    </PageBody>
  );
}
