const escape = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Addresses of the files of a job on its pages. */
export function artifactPaths(fullPath: string, jobId: number) {
  const base = `/${fullPath}/-/jobs/${jobId}/artifacts`;
  return {
    download: `${base}/download`,
    report: (type: string) => `${base}/download?file_type=${encodeURIComponent(type)}`,
    browse: (path = '') => (path === '' ? `${base}/browse` : `${base}/browse/${escape(path)}`),
    file: (path: string) => `${base}/file/${escape(path)}`,
    raw: (path: string) => `${base}/raw/${escape(path)}`,
    /** The same as a download. */
    save: (path: string) => `${base}/raw/${escape(path)}?inline=false`,
  };
}
