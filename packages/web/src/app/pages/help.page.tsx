import type { HelpCommand, HelpPageData } from '@tributary/contract/page/help.ts';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { usePage } from '../navigation.tsx';

function Written({ command }: { command: HelpCommand }) {
  const { name, aliases, params } = command;
  return (
    <span className="flex flex-col">
      <code className="font-mono text-code wrap-anywhere">
        /{name}
        {params !== '' && <span className="text-fg-muted"> {params}</span>}
      </code>
      {aliases.length > 0 && (
        <span className="text-sm text-fg-muted">also {aliases.map((alias) => `/${alias}`).join(', ')}</span>
      )}
    </span>
  );
}

/** From the list by which texts are read: what stands here can be written. */
function Commands({ commands }: { commands: readonly HelpCommand[] }) {
  return (
    <Section title="All commands">
      <Table
        label="Commands"
        rows={commands}
        rowKey={(command) => command.name}
        columns={[
          { key: 'name', header: 'Command', primary: true, render: (command) => <Written command={command} /> },
          { key: 'description', header: 'Description', render: (command) => command.description },
          {
            key: 'on',
            header: 'Available in',
            render: ({ on }) => (on.length === 0 ? 'everywhere' : on.join(', ')),
          },
        ]}
      />
    </Section>
  );
}

export default function HelpPage() {
  const { data } = usePage<HelpPageData>();
  return (
    <PageBody>
      <PageHeader title={data.title} />
      <LinkTabs
        label="Help topics"
        className="mb-4"
        items={data.topics.map((topic) => ({
          key: topic.path,
          label: topic.title,
          href: topic.path,
          active: topic.isCurrent,
        }))}
      />
      <Prose html={data.html} />
      {data.commands.length > 0 && <Commands commands={data.commands} />}
    </PageBody>
  );
}
