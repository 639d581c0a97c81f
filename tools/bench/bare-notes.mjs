// The least that can answer with the notes of a thing: Fastify asks PostgreSQL, which writes the JSON itself. No sign-in,
// no rights, no rendering. `node bare-notes.mjs PORT DATABASE_URL MERGE_REQUEST_ID`
import Fastify from 'fastify';
import pg from 'pg';
import process from 'node:process';

const [port, databaseUrl, id] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
const server = Fastify();
const QUERY = {
  name: 'notes',
  text: `select coalesce(json_agg(json_build_object('id', id, 'type', type, 'note', body, 'note_html', body_html,
    'author_id', author_id, 'created_at', created_at, 'updated_at', updated_at, 'system', is_system,
    'resolvable', resolvable, 'resolved_at', resolved_at, 'discussion_id', discussion_id) order by id), '[]')::text as notes
    from notes where noteable_type = 'MergeRequest' and noteable_id = $1`,
  values: [id],
};

server.get('/', async (_request, reply) => {
  const { rows } = await pool.query(QUERY);
  return reply.header('content-type', 'application/json').send(rows[0].notes);
});

await server.listen({ host: '127.0.0.1', port: Number(port) });
process.on('SIGTERM', () => process.exit(0));
