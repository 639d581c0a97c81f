import type { PipelineArtifact } from '@tributary/contract/ci/pipeline-page.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { formatBytes } from '../../lib/format.ts';
import { api } from '../../lib/http.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel, MenuLinkItem } from '../../ui/menu.tsx';

const nothing = () => undefined;

function Files({ path }: { path: string }) {
  const { data, error } = useQuery(
    {
      queryKey: ['ci', 'artifacts', path],
      queryFn: ({ signal }) => api.get<{ artifacts: PipelineArtifact[] }>(path, { signal }),
      staleTime: 0,
    },
    queryClient,
  );
  const note = (text: string) => (
    <MenuItem disabled onSelect={nothing}>
      {text}
    </MenuItem>
  );
  return (
    <>
      <MenuLabel>Download artifacts</MenuLabel>
      {error && note(`Could not load artifacts. ${messageOf(error)}`)}
      {!error && !data && note('Loading artifacts…')}
      {data?.artifacts.length === 0 && note('No artifacts found')}
      {data?.artifacts.map(({ name, path: href, size }) => (
        <MenuLinkItem key={href} href={href} native>
          <bdi>{name}</bdi> ({formatBytes(size)})
        </MenuLinkItem>
      ))}
    </>
  );
}

/** The files of the jobs of a pipeline, to be downloaded. */
export function ArtifactsMenu({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Download} label="Download artifacts" size="sm" />}
    >
      <Files path={path} />
    </Menu>
  );
}
