export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** What a git client asks for: the list of refs, or to run the service. */
export type GitRequest = {
  fullPath: string;
  service: GitService;
  step: 'advertise' | 'serve';
};

const ADDRESS = /^\/(.+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

function serviceNamed(name: string | null): GitService | undefined {
  return name === 'git-upload-pack' || name === 'git-receive-pack' ? name : undefined;
}

/**
 * Reads `/<project>[.git]/info/refs?service=…` and `/<project>[.git]/git-…-pack`; undefined for every other address, which
 * is someone else's to answer. The dumb protocol (no service) is not spoken.
 */
export function readGitAddress(method: string, url: string): GitRequest | undefined {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  const match = ADDRESS.exec(path);
  const [, encoded = '', tail = ''] = match ?? [];
  if (!match || encoded.includes('/-/')) return undefined;
  const fullPath = decodePath(encoded);
  if (fullPath === undefined) return undefined;
  if (tail === 'info/refs') {
    const service = serviceNamed(new URLSearchParams(question < 0 ? '' : url.slice(question + 1)).get('service'));
    return method === 'GET' && service ? { fullPath, service, step: 'advertise' } : undefined;
  }
  const service = serviceNamed(tail);
  return method === 'POST' && service ? { fullPath, service, step: 'serve' } : undefined;
}

/** Large files over git-lfs, which talks to addresses below the repository's. */
export function isLfsAddress(url: string): boolean {
  return /^[^?]+?\.git\/(?:info\/lfs|gitlab-lfs)(?:\/|\?|$)/.test(url);
}

function decodePath(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
