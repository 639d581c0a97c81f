import type { CreatedDemoProject } from './create-demo-merge-request.ts';
import type { DemoService } from './demo-service.ts';

const MAX_RELEASES = 4;

type Tag = { name: string; message: string; commit: { title: string; message: string } };

/** Describes the newest tags of a project as releases, the newest with a link to its package. */
export async function createDemoReleases(
  service: DemoService,
  { projectId, fullPath }: CreatedDemoProject,
): Promise<void> {
  const base = `/projects/${projectId}`;
  const newest = `${base}/repository/tags?order_by=updated&sort=desc&per_page=${MAX_RELEASES}`;
  const tags = await service.call<Tag[]>('ann', 'GET', newest);
  const name = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  for (const [index, tag] of tags.toReversed().entries()) {
    const isNewest = index === tags.length - 1;
    const version = tag.name.replace(/^v/, '');
    await service.call('ann', 'POST', `${base}/releases`, {
      tag_name: tag.name,
      name: `${name} ${version}`,
      description: `${tag.message.trim() || tag.commit.title}\n\nRead the [changes](/${fullPath}/-/commits/${tag.name}) before you update.\n`,
      ...(isNewest && {
        assets: {
          links: [
            {
              name: `${name}-${version}.tgz`,
              url: `https://packages.example/${name}/${name}-${version}.tgz`,
              link_type: 'package',
            },
            { name: 'Update guide', url: `https://docs.example/${name}/update`, link_type: 'runbook' },
          ],
        },
      }),
    });
  }
}
