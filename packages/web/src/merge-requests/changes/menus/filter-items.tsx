import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { MenuCheckboxItem, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu.tsx';
import { useChanges } from '../changes-context.ts';
import { countExtensions } from '../model/tree-rows.ts';
import { extensionKey, type TreeFilters } from '../tree-filters.tsx';

/** How many files it would keep. */
function Count({ of }: { of: number }) {
  return (
    <span className="pl-3 text-sm text-fg-faint">
      {formatCount(of)}
      <span className="sr-only">{of === 1 ? ' file' : ' files'}</span>
    </span>
  );
}

export function FilterItems({ filters }: { filters: TreeFilters }) {
  const { files } = useChanges();
  const { offered, chosen, toggle, clear } = filters;
  const extensions = useMemo(() => countExtensions(files), [files]);
  return (
    <>
      {offered.map((each) => (
        <MenuCheckboxItem
          key={each.key}
          keepOpen
          checked={chosen.has(each.key)}
          onCheckedChange={() => toggle(each.key)}
        >
          <span className="min-w-0 flex-1">{each.label}</span>
          <Count of={files.filter(each.keeps).length} />
        </MenuCheckboxItem>
      ))}
      {extensions.length > 1 && (
        <>
          <MenuSeparator />
          <MenuLabel>File types</MenuLabel>
          {extensions.map(({ extension, count }) => (
            <MenuCheckboxItem
              key={extension}
              keepOpen
              checked={chosen.has(extensionKey(extension))}
              onCheckedChange={() => toggle(extensionKey(extension))}
            >
              <span className="min-w-0 flex-1 truncate font-mono text-code">{extension}</span>
              <Count of={count} />
            </MenuCheckboxItem>
          ))}
        </>
      )}
      {chosen.size > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={clear}>Show all files</MenuItem>
        </>
      )}
    </>
  );
}
