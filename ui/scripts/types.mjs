// Writes the API's types from an OpenAPI document: npm run types -- <openapi.json> <schema.d.ts>
import { spawnSync } from 'node:child_process';

const [from, to] = process.argv.slice(2);
if (!from || !to) {
  console.error('usage: npm run types -- <openapi.json> <schema.d.ts>');
  process.exit(2);
}
const made = spawnSync('openapi-typescript', [from, '--output', to, '--alphabetize'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (made.error) console.error(made.error.message);
process.exit(made.status ?? 1);
