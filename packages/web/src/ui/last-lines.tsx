import type { ReactNode } from 'react';

export type LastLinesProps = { href: string; title: string; children: ReactNode };

/**
 * A link whose words take two lines at most, the last ones: names are told apart by their ends. What is left out before
 * them is told by dots in a gutter one letter wide, and is there again while the link has the focus. The dots always
 * stand at the top left; the beginning of the words, while it is seen, lies over them.
 */
export function LastLines({ href, title, children }: LastLinesProps) {
  return (
    <a
      href={href}
      title={title}
      className="relative isolate -ml-[1ch] flex max-h-10 min-w-0 flex-col justify-end overflow-hidden pl-[1ch] before:absolute before:top-0 before:left-0 before:text-fg-muted before:content-['…'] hover:underline focus:max-h-none"
    >
      <span className="relative block before:absolute before:top-0 before:-left-[1ch] before:h-5 before:w-[1ch] before:bg-raised">
        {children}
      </span>
    </a>
  );
}
