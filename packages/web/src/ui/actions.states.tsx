import { GitMerge, Plus, Search, Settings, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonGroup } from './button-group.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';
import { Kbd } from './kbd.tsx';
import { Link } from './link.tsx';
import { MenuItem } from './menu.tsx';
import { SplitButton } from './split-button.tsx';
import { toast } from './toast.tsx';

export const group = 'Actions';

const say = (text: string) => (): void => toast({ text });

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

export const states: Record<string, ReactNode> = {
  Buttons: (
    <Row>
      <Button variant="primary" onClick={say('Merged.')}>
        Merge
      </Button>
      <Button onClick={say('Edited.')}>Edit</Button>
      <Button variant="ghost" onClick={say('Cancelled.')}>
        Cancel
      </Button>
      <Button variant="danger" onClick={say('Deleted.')}>
        Delete branch
      </Button>
    </Row>
  ),
  'With icons': (
    <Row>
      <Button variant="primary" icon={GitMerge} onClick={say('Merged.')}>
        Merge
      </Button>
      <Button icon={Plus} onClick={say('Made.')}>
        New project
      </Button>
      <Button variant="danger" icon={Trash2} onClick={say('Deleted.')}>
        Delete
      </Button>
      <Button asChild icon={Search}>
        <a href="/-/gallery">A link</a>
      </Button>
    </Row>
  ),
  Sizes: (
    <Row>
      <Button size="sm" onClick={say('Small.')}>
        Small
      </Button>
      <Button onClick={say('Medium.')}>Medium</Button>
      <Button size="lg" onClick={say('Large.')}>
        Large
      </Button>
    </Row>
  ),
  'Busy and disabled': (
    <Row>
      <Button variant="primary" busy>
        Merging
      </Button>
      <Button busy>Saving</Button>
      <Button disabled>Disabled</Button>
      <Button variant="primary" disabled>
        Disabled
      </Button>
    </Row>
  ),
  'Icon buttons': (
    <Row>
      <IconButton icon={Search} label="Search" hotkey="shell.palette" onClick={say('Search.')} />
      <IconButton icon={Settings} label="Settings" variant="secondary" onClick={say('Settings.')} />
      <IconButton icon={Settings} label="Settings, chosen" pressed onClick={say('Settings.')} />
      <IconButton icon={Settings} label="Settings, busy" busy />
      <CopyButton text="feature/confluence" label="Copy branch name" />
      <CopyButton text="git clone" label="Copy" showLabel size="sm" />
    </Row>
  ),
  'Groups and split buttons': (
    <Row>
      <ButtonGroup label="View">
        <Button aria-pressed onClick={say('Inline.')}>
          Inline
        </Button>
        <Button onClick={say('Side by side.')}>Side by side</Button>
      </ButtonGroup>
      <SplitButton
        label="Merge"
        menuLabel="Merge options"
        onClick={say('Merged.')}
        menu={<MenuItem onSelect={say('When it passes.')}>Merge when the pipeline passes</MenuItem>}
      />
      <SplitButton
        variant="secondary"
        label="Comment"
        menuLabel="Comment options"
        onClick={say('Commented.')}
        menu={<MenuItem onSelect={say('Thread.')}>Start a thread</MenuItem>}
      />
    </Row>
  ),
  'Links and keys': (
    <Row>
      <Link href="/-/gallery">A link</Link>
      <Link href="/-/gallery" quiet>
        A quiet link
      </Link>
      <Kbd keys="mod+k" />
      <Kbd keys="g i" />
      <Kbd keys="shift+d" />
    </Row>
  ),
};
