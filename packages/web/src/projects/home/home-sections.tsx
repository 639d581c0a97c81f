import type { HomeItem, HomeSection } from '@tributary/contract/projects/page.ts';
import { formatCount } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { NamedIcon } from '../../ui/named-icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

function Row({ item }: { item: HomeItem }) {
  return (
    <ListRow
      leading={
        <span className="text-fg-muted">
          <NamedIcon name={item.icon} size={16} />
        </span>
      }
      title={<bdi>{item.title}</bdi>}
      href={item.href}
      badges={item.facts.map((fact) => (
        <Badge key={fact}>{fact}</Badge>
      ))}
      meta={
        <>
          {item.reference}
          {item.person && (
            <>
              {' by '}
              <bdi>{item.person.name}</bdi>
            </>
          )}
          {' · '}
          <Time value={item.at} />
        </>
      }
    />
  );
}

/** What waits for the reader, one short list for each reason. Empty reasons take one line. */
export function HomeSections({ sections }: { sections: readonly HomeSection[] }) {
  return (
    <>
      {sections.map((section) => (
        <section key={section.key} aria-label={section.title}>
          <div className="flex items-baseline justify-between pb-2">
            <h2 className="text-h3 font-semibold">
              {section.title}
              {section.total > 0 && (
                <span className="ml-2 font-normal text-fg-muted">{formatCount(section.total)}</span>
              )}
            </h2>
            {section.href && section.total > section.items.length && (
              <a href={section.href} className="text-sm text-accent-fg hover:underline">
                All {formatCount(section.total)}
                <VisuallyHidden>{` of ${section.title}`}</VisuallyHidden>
              </a>
            )}
          </div>
          {section.items.length === 0 ? (
            <p className="text-fg-muted">{section.emptyText}</p>
          ) : (
            <List label={section.title}>
              {section.items.map((item) => (
                <Row key={item.id} item={item} />
              ))}
            </List>
          )}
        </section>
      ))}
    </>
  );
}
