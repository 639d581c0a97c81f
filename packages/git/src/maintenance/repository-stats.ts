import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countObjects } from '../repository/count-objects.ts';

export interface RepositoryStats {
  looseObjects: number;
  looseBytes: number;
  packedObjects: number;
  packs: number;
  packBytes: number;
  hasBitmap: boolean;
  hasCommitGraph: boolean;
}

/** Loose objects a repository may gather before it is worth packing them. */
const MAX_LOOSE_OBJECTS = 500;
const MAX_PACKS = 10;

export async function repositoryStats(repo: string): Promise<RepositoryStats> {
  const value = await countObjects(repo);
  const [packNames, infoNames] = await Promise.all([
    names(join(repo, 'objects/pack')),
    names(join(repo, 'objects/info')),
  ]);
  return {
    looseObjects: value('count'),
    looseBytes: value('size') * 1024,
    packedObjects: value('in-pack'),
    packs: value('packs'),
    packBytes: value('size-pack') * 1024,
    hasBitmap: packNames.some((name) => name.endsWith('.bitmap')),
    hasCommitGraph: infoNames.some((name) => name === 'commit-graph' || name === 'commit-graphs'),
  };
}

/** Is it time for a quick run? */
export function needsMaintenance(stats: RepositoryStats): boolean {
  if (stats.looseObjects > MAX_LOOSE_OBJECTS || stats.packs > MAX_PACKS) return true;
  return stats.packs > 0 && !(stats.hasBitmap && stats.hasCommitGraph);
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
