import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import type { ReactNode } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { Logo } from '../../app/shell/logo.tsx';

export type OutsidePageProps = {
  title: string;
  /** One or two sentences under the title. */
  text?: ReactNode;
  children?: ReactNode;
  /** Other ways to go on, under the card. */
  footer?: ReactNode;
};

/** The calm page of someone who is not signed in: the product's name and one thing to do. */
export function OutsidePage({ title, text, children, footer }: OutsidePageProps) {
  const { instance } = useShell();
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,14vh)] pb-10">
      <a
        href={shellPaths.home}
        aria-label={`${instance.name} home page`}
        className="mb-6 flex items-center gap-2 rounded-sm text-h2 font-semibold text-fg"
      >
        <Logo size={24} />
        {instance.name}
      </a>
      <div className="w-full max-w-90 rounded-md border bg-raised p-6">
        <h1 tabIndex={-1} className="text-h1">
          {title}
        </h1>
        {text !== undefined && <p className="mt-1 text-fg-muted">{text}</p>}
        {children !== undefined && <div className="mt-5">{children}</div>}
      </div>
      {footer !== undefined && (
        <div className="mt-4 flex max-w-90 flex-col items-center gap-1 text-center text-fg-muted">{footer}</div>
      )}
    </div>
  );
}
