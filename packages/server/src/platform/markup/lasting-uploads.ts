/** Links to the files of texts name their home by its number (`/-/project/7`), so that they outlive its renaming. */
export function lastingUploads(html: string, home: { path: string; address: string }): string {
  return html.replaceAll(`"/${home.path}/uploads/`, `"${home.address}/uploads/`);
}
