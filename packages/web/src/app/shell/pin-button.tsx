import type { ShellContext } from '@tributary/contract/page/page-data.ts';
import { Pin, PinOff } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { contextHref, usePins } from './pins.ts';

/** Keeps a project or a group at the foot of the sidebar. */
export default function PinButton({ context, viewerId }: { context: ShellContext; viewerId: number | null }) {
  const { isPinned, toggle } = usePins(viewerId);
  const { name, fullPath, id, avatarUrl } = context;
  const href = contextHref(context);
  const pinned = isPinned(href);
  return (
    <IconButton
      icon={pinned ? PinOff : Pin}
      label={pinned ? 'Unpin' : 'Pin'}
      size="sm"
      pressed={pinned}
      onClick={() => toggle({ href, name, fullPath, id, avatarUrl })}
    />
  );
}
