import type { CatalogComponent, CatalogInput, CatalogShowPageData } from '@tributary/contract/ci/catalog-page.ts';
import { Blocks } from 'lucide-react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Section } from '../../ui/section.tsx';
import { Select } from '../../ui/select.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';

const INPUT_COLUMNS: TableColumn<CatalogInput>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    render: ({ name, isRequired }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <code className="wrap-anywhere">{name}</code>
        {isRequired && <Badge>required</Badge>}
      </span>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    render: ({ type, options, regex }) => (
      <span>
        {type}
        {options !== null && <span className="block text-sm text-fg-muted">One of {options.join(', ')}</span>}
        {regex !== null && <code className="block text-sm wrap-anywhere text-fg-muted">{regex}</code>}
      </span>
    ),
  },
  {
    key: 'default',
    header: 'Default',
    render: ({ value }) => value !== null && <code className="wrap-anywhere">{value === '' ? '""' : value}</code>,
  },
  {
    key: 'description',
    header: 'Description',
    render: ({ description }) => <span className="wrap-anywhere">{description}</span>,
  },
];

function ComponentCard({ component }: { component: CatalogComponent }) {
  const { name, inputs, snippet, fileHref } = component;
  return (
    <section aria-label={name} className="pb-6">
      <h3 className="pb-2 text-h3">
        <Link href={fileHref}>
          <bdi>{name}</bdi>
        </Link>
      </h3>
      <CodeBlock label={`Lines that include ${name}`} text={snippet} />
      {inputs === null ? (
        <p className="pt-2 text-fg-muted">
          The inputs cannot be read. Correct the errors in the file of the component.
        </p>
      ) : inputs.length === 0 ? (
        <p className="pt-2 text-fg-muted">This component has no inputs.</p>
      ) : (
        <div className="pt-3">
          <Table label={`Inputs of ${name}`} columns={INPUT_COLUMNS} rows={inputs} rowKey={(input) => input.name} />
        </div>
      )}
    </section>
  );
}

/** One project of the catalog: its components with their inputs, and its readme. */
export default function CatalogShowPage() {
  const { data } = usePage<CatalogShowPageData>();
  const { setSearch } = usePageUrl();
  const { resource, version, versions, components, readme } = data;
  const current = versions.find(({ name }) => name === version);
  return (
    <PageBody>
      <PageHeader
        title={
          <span className="inline-flex items-center gap-2">
            <Avatar square id={resource.id} name={resource.name} src={resource.avatarUrl} size={32} />
            <bdi>{resource.name}</bdi>
          </span>
        }
        meta={
          <>
            <Link href={data.projectHref}>
              <bdi>{resource.fullPath}</bdi>
            </Link>
            {current && (
              <>
                {' · '}
                <Link href={current.releaseHref}>{current.name}</Link> released <Time value={current.releasedAt} />
              </>
            )}
            <span className="block wrap-anywhere">{resource.description}</span>
          </>
        }
        actions={
          <Button asChild>
            <a href={data.projectHref}>View project</a>
          </Button>
        }
      />
      <Select
        label="Version"
        className="max-w-60"
        value={version}
        options={versions.map(({ name }) => ({ value: name, label: name }))}
        onValueChange={(name) => void setSearch({ version: name === versions[0]?.name ? null : name })}
      />
      <Section title="Components">
        {components.length === 0 ? (
          <EmptyState
            icon={Blocks}
            title="No components"
            text="This version has no files in the folder templates that can be included."
          />
        ) : (
          components.map((component) => <ComponentCard key={component.name} component={component} />)
        )}
      </Section>
      {readme !== null && (
        <Section title="Readme" className="border-t">
          {readme.html !== null ? (
            <Prose html={readme.html} />
          ) : (
            <pre className="whitespace-pre-wrap">{readme.text}</pre>
          )}
        </Section>
      )}
    </PageBody>
  );
}
