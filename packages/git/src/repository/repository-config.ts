import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The whole config of a repository. It is always written by us, never taken from an upload, a fork source or an import,
 * because config can name programs to run.
 *
 * - Objects and refs are synced before a push is acknowledged.
 * - Internal refs are neither shown nor writable; `refs/merge-requests/` can be fetched (review tools do) but not pushed.
 * - Nothing is fetchable by guessed id; partial clones are allowed, except by a filter that names an object.
 * - Upkeep runs only when we say so.
 */
const CONFIG = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	symlinks = false
	hooksPath = /dev/null
	logAllRefUpdates = false
	fsync = committed,reference
	fsyncMethod = fsync
	bigFileThreshold = 50m
	commitGraph = true
	multiPackIndex = true
	protectHFS = true
	protectNTFS = true
[gc]
	auto = 0
	writeCommitGraph = false
[maintenance]
	auto = false
[pack]
	writeBitmaps = true
	writeBitmapLookupTable = true
	threads = 2
	windowMemory = 128m
[repack]
	writeBitmaps = true
	updateServerInfo = false
[receive]
	fsckObjects = true
	autogc = false
	advertisePushOptions = true
	advertiseAtomic = true
	denyDeletes = false
	denyNonFastForwards = false
	denyCurrentBranch = ignore
	denyDeleteCurrent = refuse
	hideRefs = refs/merge-requests
[receive "fsck"]
	badTimezone = ignore
	missingSpaceBeforeDate = ignore
	zeroPaddedFilemode = ignore
[transfer]
	hideRefs = refs/keep-around
	hideRefs = refs/internal
	hideRefs = refs/pipelines
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = false
	allowReachableSHA1InWant = false
	allowTipSHA1InWant = false
[uploadpackfilter]
	allow = false
[uploadpackfilter "blob:none"]
	allow = true
[uploadpackfilter "blob:limit"]
	allow = true
[uploadpackfilter "tree"]
	allow = true
[uploadpackfilter "object:type"]
	allow = true
[uploadpackfilter "combine"]
	allow = true
[protocol]
	version = 2
`;

/** Writes the config of a repository again, in one rename. */
export async function writeRepositoryConfig(repo: string): Promise<void> {
  const temporary = join(repo, `config.new-${process.pid}-${Date.now()}`);
  await writeFile(temporary, CONFIG, { mode: 0o644 });
  await rename(temporary, join(repo, 'config'));
}
