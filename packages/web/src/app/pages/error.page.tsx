import type { ErrorPageData } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { Compass, Lock, ServerCrash } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { reloadPage, usePage, usePageUrl } from '../navigation.tsx';

type Look = {
  icon: typeof Compass;
  title: string;
  /** Instead of the sentence of the server. */
  text?: string;
  /** Only instead of `403 Forbidden` and the like, which are no sentences. */
  plain?: string;
};

const looks: Record<number, Look> = {
  401: { icon: Lock, title: 'Sign in to see this page', text: 'Only signed-in users can view this page.' },
  403: {
    icon: Lock,
    title: 'You don’t have access to this page',
    plain: 'Your role does not allow this. Ask an owner for access.',
  },
  404: {
    icon: Compass,
    title: 'This page does not exist',
    text: 'It may have been moved or removed, or you don’t have access.',
  },
};

const serverTrouble: Look = { icon: ServerCrash, title: 'Something went wrong on the server' };

/** Every status that is not a page of its own. Hidden means missing: 404 does not say which of the two. */
export default function ErrorPage() {
  const { data, status, shell } = usePage<ErrorPageData>();
  const { url } = usePageUrl();
  const { icon: Icon, title, text, plain } = looks[status] ?? serverTrouble;
  const said = /^\d{3} /.test(data.message) ? plain : undefined;
  const signIn = `${shellPaths.signIn}?redirect=${encodeURIComponent(url.pathname + url.search)}`;
  return (
    <div className="mx-auto flex w-full max-w-reading flex-col items-center gap-2 px-4 py-20 text-center">
      <Icon size={32} strokeWidth={1.5} className="text-fg-faint" aria-hidden />
      <h1 tabIndex={-1} className="text-h1">
        {title}
      </h1>
      <p className="max-w-120 text-fg-muted">
        {text ?? said ?? data.message}
        {status === 404 && shell.viewer === null && ' If you have access, sign in to see it.'}
      </p>
      {data.requestId !== undefined && status >= 500 && (
        <p className="text-sm text-fg-faint">
          Error ID <code>{data.requestId}</code>
        </p>
      )}
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {shell.viewer === null && (
          <Button asChild variant="primary">
            <a href={signIn}>Sign in</a>
          </Button>
        )}
        {status >= 500 && <Button onClick={() => void reloadPage()}>Try again</Button>}
        <Button asChild>
          <a href={shellPaths.home}>Go to the home page</a>
        </Button>
      </div>
    </div>
  );
}
