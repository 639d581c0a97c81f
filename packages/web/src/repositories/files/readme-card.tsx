import type { ReadmeView } from '@tributary/contract/projects/repository-views.ts';
import { BookOpen } from 'lucide-react';
import { Prose } from '../../ui/prose.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { TextLink } from '../../ui/text-link.tsx';

function Content({ readme }: { readme: ReadmeView }) {
  if (readme.html !== null) return <Prose html={readme.html} />;
  if (readme.text !== null) {
    return <pre className="font-mono text-code break-words whitespace-pre-wrap">{readme.text}</pre>;
  }
  return (
    <p className="text-fg-muted">
      This file is too large to show here. <TextLink href={readme.href}>View file</TextLink>
    </p>
  );
}

/** What a directory says about itself. */
export function ReadmeCard({ readme }: { readme: ReadmeView }) {
  return (
    <section aria-label={readme.name} className="mt-4 rounded-md border bg-raised">
      <h2 className="flex min-h-10 items-center gap-2 border-b px-4 text-h3">
        <BookOpen size={16} aria-hidden className="text-fg-faint" />
        <a href={readme.href} className="min-w-0 break-words hover:text-accent-fg hover:underline">
          <MarkedName name={readme.name} />
        </a>
      </h2>
      <div className="px-4 py-4 sm:px-8 sm:py-6">
        <Content readme={readme} />
      </div>
    </section>
  );
}
