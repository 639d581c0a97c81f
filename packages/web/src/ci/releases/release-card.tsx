import type { ReleaseView } from '@tributary/contract/ci/releases-page.ts';
import { Download, ExternalLink, GitCommitHorizontal, Milestone, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Prose } from '../../ui/prose.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { UserLink } from '../../ui/user-link.tsx';

const LINK_TYPES = [
  ['package', 'Packages'],
  ['image', 'Images'],
  ['runbook', 'Runbooks'],
  ['other', 'Other'],
] as const;

/** When, by whom and on what: one line that wraps. */
function ReleaseFacts({ release }: { release: ReleaseView }) {
  const { author, commit, isUpcoming, milestones } = release;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-3 text-sm text-fg-muted">
      <span className="inline-flex min-w-0 items-center gap-1">
        <Tag size={14} aria-hidden className="shrink-0" />
        <a href={release.tagHref} className="font-mono break-all hover:text-accent-fg hover:underline">
          <bdi>{release.tag}</bdi>
        </a>
      </span>
      {commit !== null && (
        <span className="inline-flex min-w-0 items-center gap-1">
          <GitCommitHorizontal size={14} aria-hidden className="shrink-0" />
          <a href={commit.href} title={commit.title} className="font-mono hover:text-accent-fg hover:underline">
            {commit.shortSha}
          </a>
        </span>
      )}
      {milestones.map(({ id, title, href, isClosed }) => (
        <span key={id} className="inline-flex min-w-0 items-center gap-1">
          <Milestone size={14} aria-hidden className="shrink-0" />
          <a href={href} className="truncate hover:text-accent-fg hover:underline">
            <bdi>{title}</bdi>
          </a>
          {isClosed && <span className="sr-only">closed</span>}
        </span>
      ))}
      <span>
        {isUpcoming ? 'Will be released ' : 'Released '}
        <Time value={release.releasedAt} />
        {author !== null && (
          <>
            {' by '}
            <UserLink user={author} />
          </>
        )}
      </span>
    </div>
  );
}

function AssetList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="text-sm font-medium text-fg-muted">{title}</h4>
      <ul className="flex flex-col gap-1 pt-1">{children}</ul>
    </div>
  );
}

function ReleaseAssets({ release }: { release: ReleaseView }) {
  const { links, sources } = release;
  return (
    <div className="border-t px-4 py-3">
      <h3 className="pb-2 text-h3">
        Assets <span className="font-normal text-fg-muted">{formatCount(links.length + sources.length)}</span>
      </h3>
      <div className="flex flex-wrap gap-x-10 gap-y-3">
        {LINK_TYPES.map(([type, title]) => {
          const found = links.filter(({ linkType }) => linkType === type);
          return (
            found.length > 0 && (
              <AssetList key={type} title={title}>
                {found.map(({ id, name, url }) => (
                  <li key={id} className="flex min-w-0 items-center gap-1.5">
                    <ExternalLink size={14} aria-hidden className="shrink-0 text-fg-faint" />
                    <a href={url} rel="noreferrer nofollow" className="break-all hover:text-accent-fg hover:underline">
                      <bdi>{name}</bdi>
                    </a>
                  </li>
                ))}
              </AssetList>
            )
          );
        })}
        <AssetList title="Source code">
          {sources.map(({ format, href }) => (
            <li key={format} className="flex items-center gap-1.5">
              <Download size={14} aria-hidden className="shrink-0 text-fg-faint" />
              <a href={href} download className="hover:text-accent-fg hover:underline">
                {format}
              </a>
            </li>
          ))}
        </AssetList>
      </div>
    </div>
  );
}

function ReleaseEvidences({ evidences }: Pick<ReleaseView, 'evidences'>) {
  return (
    <div className="border-t px-4 py-3">
      <h3 className="pb-2 text-h3">Evidence collection</h3>
      <ul className="flex flex-col gap-1">
        {evidences.map(({ id, sha, href, collectedAt }) => (
          <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="inline-flex items-center gap-1.5">
              <Download size={14} aria-hidden className="shrink-0 text-fg-faint" />
              <a href={href} download className="hover:text-accent-fg hover:underline">
                evidences-{id}.json
              </a>
            </span>
            <code title={sha} className="text-sm text-fg-muted">
              {sha.slice(0, 8)}
            </code>
            <CopyButton text={sha} label="Copy the SHA of the evidence" />
            <span className="text-sm text-fg-muted">
              Collected <Time value={collectedAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One release: its facts, what it says, and its files. */
export function ReleaseCard({ release, isAlone = false }: { release: ReleaseView; isAlone?: boolean }) {
  const badge = release.isUpcoming && <Badge tone="warning">Upcoming release</Badge>;
  return (
    <Card label={release.name} className="mb-4">
      {!isAlone && (
        <CardHeader
          title={
            <TextLink href={release.href}>
              <bdi className="wrap-anywhere">{release.name}</bdi>
            </TextLink>
          }
          meta={badge}
        />
      )}
      <ReleaseFacts release={release} />
      <div className="px-4 py-3">
        {release.html === '' ? (
          <p className="text-fg-muted">This release has no notes.</p>
        ) : (
          <Prose html={release.html} />
        )}
      </div>
      <ReleaseAssets release={release} />
      {release.evidences.length > 0 && <ReleaseEvidences evidences={release.evidences} />}
    </Card>
  );
}
