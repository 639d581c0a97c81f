import { CopyButton } from '../../ui/copy-button.tsx';

/** Short id of a commit that leads to it, and its full id to copy. */
export function ShaLink({ sha, shortSha, href }: { sha: string; shortSha: string; href: string }) {
  return (
    <span className="inline-flex items-center">
      <a href={href} className="rounded-sm font-mono text-sm text-fg-muted hover:text-accent-fg hover:underline">
        {shortSha}
      </a>
      <CopyButton text={sha} label={`Copy commit SHA ${shortSha}`} size="sm" />
    </span>
  );
}
