import type pg from 'pg';

/** Puts threads as the one with this id beside it, until there are `count`: writing each would take minutes. */
export async function repeatThread(client: pg.Client, id: string, count: number): Promise<void> {
  await client.query(
    `insert into discussions (id, noteable_type, noteable_id, project_id, is_individual, is_resolvable)
      select md5($1::text || number) || substr(md5('more' || number), 1, 8), noteable_type, noteable_id, project_id,
        is_individual, is_resolvable
      from discussions, generate_series(2, $2) as number where id = $1`,
    [id, count],
  );
  await client.query(
    `insert into notes (discussion_id, noteable_type, noteable_id, project_id, author_id, type, body, body_html,
        html_version, resolvable)
      select md5($1::text || number) || substr(md5('more' || number), 1, 8), noteable_type, noteable_id, project_id, author_id,
        type, 'Remark **' || number || '** about \`this\`', replace(body_html, '1', number::text), html_version, resolvable
      from notes, generate_series(2, $2) as number where discussion_id = $1`,
    [id, count],
  );
}
