// What an application on this stack costs before it does anything: Fastify listens, with one connection to the database
// when an address is given. `node bare-fastify.mjs PORT [DATABASE_URL]`
import Fastify from 'fastify';
import process from 'node:process';

const [port, databaseUrl] = process.argv.slice(2);
const server = Fastify();
server.get('/', async () => 'ok');

if (databaseUrl) {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  await pool.query('select 1');
  server.get('/row', async () => (await pool.query('select 1 as one')).rows[0]);
}

await server.listen({ host: '127.0.0.1', port: Number(port) });
process.on('SIGTERM', () => process.exit(0));
