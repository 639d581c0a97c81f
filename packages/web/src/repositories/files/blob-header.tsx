import type { BlobPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import {
  Download,
  Code,
  Ellipsis,
  FileOutput,
  GitFork,
  Link2,
  Pencil,
  Replace,
  TextWrap,
  Trash2,
  UserPen,
} from 'lucide-react';
import { formatBytes, plural } from '../../lib/format.ts';
import { useNavigate } from '../../app/navigation.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/menu.tsx';
import { CopyContents } from './copy-contents.tsx';

export type BlobHeaderProps = {
  data: BlobPageData;
  isWrapped: boolean;
  onWrap: (isWrapped: boolean) => void;
  onDialog: (dialog: 'replace' | 'delete') => void;
};

const endings = {
  crlf: 'CRLF line endings',
  cr: 'CR line endings',
  mixed: 'Mixed line endings',
  lf: null,
  none: null,
} as const;

function facts({ viewer, file }: BlobPageData): string[] {
  const lines = viewer.type === 'code' ? [plural(viewer.lines.length, 'line')] : [];
  const language = viewer.type === 'code' && viewer.language !== null ? [viewer.language] : [];
  const size = viewer.type === 'submodule' ? [] : [formatBytes(file.sizeBytes)];
  const ending = viewer.type === 'code' ? endings[viewer.lineEndings] : null;
  return [...lines, ...size, ...language, ...(ending === null ? [] : [ending])];
}

function ViewSwitch({ views }: { views: NonNullable<BlobPageData['views']> }) {
  const item = (current: 'rendered' | 'source', href: string, label: string) => (
    <Button asChild size="sm" className={views.current === current ? 'bg-pressed!' : undefined}>
      <a href={href} aria-current={views.current === current ? 'true' : undefined}>
        {label}
      </a>
    </Button>
  );
  return (
    <ButtonGroup label="File view">
      {item('rendered', views.renderedHref, 'Rendered')}
      {item('source', views.sourceHref, 'Source')}
    </ButtonGroup>
  );
}

function MoreMenu({ data, onDialog }: Pick<BlobHeaderProps, 'data' | 'onDialog'>) {
  const navigate = useNavigate();
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions for this file" size="sm" />}>
      <MenuItem
        icon={Link2}
        hotkey="repository.permalink"
        onSelect={() => void navigate(data.permalinkHref + window.location.hash, { replace: true, keepScroll: true })}
      >
        Go to permalink
      </MenuItem>
      {data.editHref !== null && (
        <MenuLinkItem
          icon={Code}
          href={repositoryPaths.ide(data.place.projectPath, data.place.ref.name, data.place.path)}
        >
          Open in web IDE
        </MenuLinkItem>
      )}
      <MenuLinkItem icon={Download} href={data.downloadHref} native>
        Download
      </MenuLinkItem>
      {data.canDelete && (
        <>
          <MenuSeparator />
          <MenuItem icon={Replace} onSelect={() => onDialog('replace')}>
            Replace
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => onDialog('delete')}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Facts and actions of a file; stays in view while its lines scroll. */
export function BlobHeader({ data, isWrapped, onWrap, onDialog }: BlobHeaderProps) {
  const { viewer, file } = data;
  const isFile = viewer.type !== 'submodule';
  return (
    <header className="sticky top-(--bar) z-10 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-t-md border-b bg-raised px-3 py-1.5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-fg-muted max-sm:basis-full">
        {facts(data).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {file.isExecutable && <Badge>Executable</Badge>}
        {viewer.type === 'symlink' && <Badge>Symbolic link</Badge>}
        {viewer.type === 'submodule' && <Badge>Submodule</Badge>}
        {viewer.type === 'lfs' && <Badge>LFS</Badge>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {data.views !== null && <ViewSwitch views={data.views} />}
        {viewer.type === 'code' && (
          <>
            <IconButton
              icon={TextWrap}
              label="Wrap long lines"
              size="sm"
              pressed={isWrapped}
              onClick={() => onWrap(!isWrapped)}
            />
            <CopyContents href={data.rawHref} />
          </>
        )}
        {isFile && (
          <Button asChild size="sm" icon={FileOutput}>
            <a href={data.rawHref} data-native>
              Raw
            </a>
          </Button>
        )}
        {data.blameHref !== null && (
          <Button asChild size="sm" icon={UserPen}>
            <a href={data.blameHref}>Blame</a>
          </Button>
        )}
        {data.editHref !== null && (
          <Button asChild size="sm" variant="primary" icon={Pencil}>
            <a href={data.editHref}>Edit</a>
          </Button>
        )}
        {data.editHref === null && data.blameHref !== null && data.place.can.fork && (
          <Button asChild size="sm" icon={GitFork}>
            <a href={repositoryPaths.newFork(data.place.projectPath)}>Fork to edit</a>
          </Button>
        )}
        {isFile && <MoreMenu data={data} onDialog={onDialog} />}
      </div>
    </header>
  );
}
