import type { TagRow, TagsPageData } from '@tributary/contract/projects/repository-page.ts';
import { ChevronDown, Download, GitCompare, Rocket, ShieldCheck, Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, updatePageData } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Menu, MenuLinkItem } from '../../ui/menu.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { deleteTag } from '../commands.ts';
import { CommitStatusIcon } from '../../projects/statuses/commit-status.tsx';
import { CommitUserLink } from '../commits/commit-user-link.tsx';

type Props = { tag: TagRow; projectId: number };

function without(name: string): (data: TagsPageData) => TagsPageData {
  return (data) => ({ ...data, tags: data.tags.filter((tag) => tag.name !== name) });
}

function TagMeta({ tag }: { tag: TagRow }) {
  return (
    <>
      {tag.commit !== null && (
        <>
          <a href={tag.commit.href} className="font-mono hover:text-accent-fg hover:underline">
            {tag.commit.shortSha}
          </a>
          {' · '}
          <bdi className="break-words">{tag.commit.title}</bdi>
          {' · '}
        </>
      )}
      {tag.tagger === null ? (
        tag.commit !== null && <Time value={tag.commit.committer.date} />
      ) : (
        <>
          tagged by <CommitUserLink person={tag.tagger} avatar={false} /> <Time value={tag.tagger.date} />
        </>
      )}
      {tag.release !== null && (
        <>
          {' · release '}
          <a href={tag.release.href} className="hover:text-accent-fg hover:underline">
            <bdi>{tag.release.name}</bdi>
          </a>
        </>
      )}
      {tag.message.trim() !== '' && (
        <pre dir="auto" className="mt-1 line-clamp-6 font-mono text-sm break-words whitespace-pre-wrap">
          {tag.message.trim()}
        </pre>
      )}
    </>
  );
}

/** One tag: what it names, who made it, and its archives. */
export function TagListRow({ tag, projectId }: Props) {
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete tag ${tag.name}?`,
      text: `${tag.release === null ? '' : `The release ${tag.release.name} and its notes are deleted, too. `}Its commit is kept, but no branch or tag might contain it.`,
      action: 'Delete tag',
      danger: true,
    });
    if (!isSure) return;
    setProblem(null);
    setGone(true);
    try {
      await deleteTag(projectId, tag.name);
      updatePageData(without(tag.name));
      await reloadPage();
    } catch (error) {
      setGone(false);
      setProblem(messageOf(error));
    }
  };
  if (isGone) return null;
  return (
    <ListRow
      leading={<Tag size={16} aria-hidden className="text-fg-faint" />}
      title={
        <a href={tag.href} className="rounded-sm font-mono text-code break-all text-fg hover:text-accent-fg">
          <bdi>{tag.name}</bdi>
        </a>
      }
      badges={
        <>
          <CommitStatusIcon status={tag.commit?.status ?? null} />
          {tag.isProtected && <Badge icon={ShieldCheck}>Protected</Badge>}
        </>
      }
      meta={
        <>
          <TagMeta tag={tag} />
          <RowProblem text={problem === null ? null : `${tag.name} was not deleted. ${problem}`} />
        </>
      }
      trailing={
        <>
          <Menu
            align="end"
            trigger={
              <Button size="sm" icon={Download} iconEnd={ChevronDown} aria-label={`Download ${tag.name}`}>
                Download
              </Button>
            }
          >
            {tag.archives.map((archive) => (
              <MenuLinkItem key={archive.format} href={archive.href} native>
                {archive.format}
              </MenuLinkItem>
            ))}
          </Menu>
          {tag.newReleaseHref !== null && (
            <Button asChild size="sm" icon={Rocket}>
              <a href={tag.newReleaseHref} aria-label={`Create release for ${tag.name}`}>
                Release
              </a>
            </Button>
          )}
          {tag.compareHref !== null && (
            <Button asChild size="sm" icon={GitCompare}>
              <a href={tag.compareHref} aria-label={`Compare ${tag.name}`}>
                Compare
              </a>
            </Button>
          )}
          {tag.canDelete && (
            <IconButton icon={Trash2} size="sm" label={`Delete ${tag.name}`} onClick={() => void remove()} />
          )}
        </>
      }
    />
  );
}
