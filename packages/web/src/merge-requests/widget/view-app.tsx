import type { WidgetDeployment } from '@tributary/contract/environments/page.ts';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Change = WidgetDeployment['changes'][number];

/** The changed pages whose path has the words; a term is trimmed. */
export function matchingChanges(changes: readonly Change[], term: string): Change[] {
  const wanted = term.trim().toLowerCase();
  return changes.filter(({ path }) => path.toLowerCase().includes(wanted));
}

function ChangedPages({ changes }: { changes: readonly Change[] }) {
  const [term, setTerm] = useState('');
  const found = matchingChanges(changes, term);
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label="Search changed pages"
        labelHidden
        type="search"
        placeholder="Search"
        value={term}
        onValueChange={setTerm}
      />
      {found.length === 0 && <p className="p-2 text-fg-muted">No matching pages</p>}
      <ul className="max-h-72 overflow-y-auto">
        {found.map(({ path, external_url: url }) => (
          <li key={path}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="block rounded-sm px-2 py-1 hover:bg-hover"
            >
              <bdi className="wrap-anywhere">{path}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens the deployed app: the page that changed where there is one, and a list of them where there are several. */
export function ViewApp({ url, changes }: { url: string; changes: readonly Change[] }) {
  const [only] = changes;
  const link = (
    <Button asChild size="sm" iconEnd={ExternalLink}>
      <a
        href={changes.length === 1 && only ? only.external_url : url}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        View app
      </a>
    </Button>
  );
  if (changes.length < 2) return link;
  return (
    <ButtonGroup label="View app">
      {link}
      <Popover
        title="Changed pages"
        titleHidden
        padded
        align="end"
        trigger={<IconButton icon={ChevronDown} label="Changed pages" size="sm" />}
      >
        <ChangedPages changes={changes} />
      </Popover>
    </ButtonGroup>
  );
}
