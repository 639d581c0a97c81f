import type { PathCrumb } from '@tributary/contract/projects/repository-views.ts';
import { shellPath } from '@tributary/contract/projects/display-path.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';

/**
 * Where in the repository this is, as the heading of the page. A path is shown whole: it wraps between its parts. The
 * last part is where we are.
 */
export function PathCrumbs({ crumbs, path, prefix }: { crumbs: readonly PathCrumb[]; path: string; prefix?: string }) {
  return (
    <h1 tabIndex={-1} className="min-w-0 text-h2 leading-7 font-medium break-words">
      {prefix !== undefined && <span className="mr-1.5 text-fg-muted">{prefix}</span>}
      {crumbs.map((crumb, index) => {
        const isLast = index === crumbs.length - 1;
        return (
          <span key={crumb.path}>
            {index > 0 && <span className="px-1 font-normal text-fg-faint">/</span>}
            {isLast ? (
              <span className={index === 0 ? undefined : 'font-semibold'}>
                <MarkedName name={crumb.text} />
              </span>
            ) : (
              <a href={crumb.href} className="rounded-sm text-accent-fg hover:underline">
                <MarkedName name={crumb.text} />
              </a>
            )}
          </span>
        );
      })}
      {path !== '' && <CopyButton text={shellPath(path)} label="Copy path" size="sm" className="ml-1 align-middle" />}
    </h1>
  );
}
