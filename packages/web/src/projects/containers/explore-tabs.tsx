import { LinkTabs } from '../../ui/link-tabs.tsx';

/** What can be explored without knowing where it is. */
export function ExploreTabs({ active }: { active: 'projects' | 'catalog' }) {
  return (
    <LinkTabs
      label="Explore"
      items={[
        { key: 'projects', label: 'Projects', active: active === 'projects', href: '/explore' },
        { key: 'catalog', label: 'CI/CD catalog', active: active === 'catalog', href: '/explore/catalog' },
      ]}
    />
  );
}
